// The entry point of a saved replay. `virtual:game` is one game; scripts/player.mjs builds a file for each.
import '@fontsource-variable/nunito/wght.css'
import '@fontsource-variable/vollkorn/wght.css'
import '../styles/tokens.css'
import '../generated/art.css'
import '../styles/table.css'
import '../styles/shell.css'
import '../styles/app.css'
import { mount } from 'svelte'
import { entry, game } from 'virtual:game'
import sheet from '../generated/pieces.svg?raw'
import { putArt } from '../lib/art'
import { Film } from '../lib/film.svelte'
import { words } from '../lib/language.svelte'
import { unpacked } from '../lib/pack'
import type { Saved } from '../lib/save'
import { apply } from '../lib/settings.svelte'
import { wakeOnFirstTap } from '../lib/sound'
import { isLanguage } from '../lib/words'
import Player from './Player.svelte'

async function open(): Promise<void> {
  const saved = (await unpacked(document.getElementById('replay')?.textContent ?? '')) as Saved
  apply()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply)
  wakeOnFirstTap()
  words.from((_, topic) => Promise.resolve(saved.words[topic] ?? {}))
  await words.speak(isLanguage(saved.language) ? saved.language : 'en')
  await words.need(saved.table.game)
  putArt(sheet)
  const film = new Film(saved.table, game, (eyes) => Promise.resolve(saved.reels[String(eyes)] ?? []))
  await film.look('all')
  film.go(saved.at)
  document.title = `${words.say(saved.table.game, 'title')} – ${words.say('shell', 'app_name')}`
  const target = document.getElementById('app')
  if (target) mount(Player, { target, props: { film, entry } })
}

void open()

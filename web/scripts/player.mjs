// One page per drawn game that plays a saved replay without any network: code, styles and drawings inside. The fonts are
// inserted when a replay is saved (src/lib/save.ts), from the files that the app has anyway.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { build } from 'vite'
import { GENERATED, WEB, write } from './files.mjs'

const GAMES = join(WEB, 'src', 'games')
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; font-src data:; img-src data:"
const FONT_SLOT = 'https://font.invalid/' // FONT_SLOT of src/lib/save.ts
const FONTS = /latin-wght|latin-ext-wght|cyrillic-wght/

/** The game that a player is for, with its entry, without any of the others. */
function oneGame(slug) {
  const door = join(GAMES, slug, 'index.ts').replaceAll('\\', '/')
  const entry = join(GAMES, slug, 'entry.ts').replaceAll('\\', '/')
  return {
    name: 'one-game',
    resolveId: (id) => (id === 'virtual:game' ? '\0virtual:game' : null),
    load: (id) =>
      id === '\0virtual:game'
        ? `export { default as game } from '${door}'\nexport { default as entry } from '${entry}'`
        : null,
  }
}

/** Leaves out the alphabets that we do not use, and names the files of the others. */
const namedFonts = {
  name: 'named-fonts',
  enforce: 'pre',
  transform(code, id) {
    if (!id.includes('@fontsource') || !id.endsWith('.css')) return null
    return code
      .replace(/@font-face\s*\{[^}]*\}/g, (face) => (FONTS.test(face) && !/cyrillic-ext/.test(face) ? face : ''))
      .replaceAll('url(./files/', `url(${FONT_SLOT}`)
  },
}

async function bundle(slug) {
  const made = await build({
    configFile: false,
    root: WEB,
    logLevel: 'warn',
    publicDir: false,
    plugins: [oneGame(slug), namedFonts, svelte({ configFile: join(WEB, 'svelte.config.js') })],
    build: {
      write: false,
      target: 'es2022',
      assetsInlineLimit: 10_000_000,
      cssCodeSplit: false,
      modulePreload: false,
      reportCompressedSize: false,
      lib: {
        entry: join(WEB, 'src', 'player', 'main.ts'),
        formats: ['iife'],
        name: 'Hatbox',
        fileName: 'player',
        cssFileName: 'player',
      },
    },
  })
  const files = (Array.isArray(made) ? made : [made]).flatMap((one) => one.output)
  const script = files
    .filter((file) => file.type === 'chunk')
    .map((file) => file.code)
    .join('\n')
  const style = files
    .filter((file) => file.fileName.endsWith('.css'))
    .map((file) => String(file.source))
    .join('\n')
  return { script, style }
}

/** A page; nothing in code or styles may close its element early. */
function page({ script, style }) {
  const code = script.replaceAll('</script', '<\\/script')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="color-scheme" content="light dark">
<title>Hatbox</title><style>${style}</style></head>
<body><div id="app"></div><script type="application/octet-stream" id="replay">HATBOX_REPLAY</script>
<script>${code}</script></body></html>
`
}

for (const slug of readdirSync(GAMES).sort()) {
  if (!existsSync(join(GAMES, slug, 'index.ts'))) continue
  const text = page(await bundle(slug))
  write(join(GENERATED, 'player', `${slug}.txt`), text)
  console.log(`${(text.length / 1000).toFixed(0).padStart(5)} kB  player of ${slug}`)
}

import '@fontsource-variable/nunito/wght.css'
import '@fontsource-variable/vollkorn/wght.css'
import './styles/tokens.css'
import './styles/themes.css'
import './generated/art.css'
import './styles/table.css'
import './styles/shell.css'
import './styles/app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { prepareTables } from './lib/ahead'
import { loadArt, loadWords } from './lib/files'
import { words } from './lib/language.svelte'
import { opened } from './lib/opened.svelte'
import { begin, watchInputs } from './lib/ready'
import { keepForLater } from './lib/keep'
import { router } from './lib/router.svelte'
import { apply, firstLanguage, followOtherPages } from './lib/settings.svelte'
import { wakeOnFirstTap } from './lib/sound'

const mounted = begin()
watchInputs()
apply()
followOtherPages()
for (const wish of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', '(prefers-contrast: more)'])
  matchMedia(wish).addEventListener('change', apply)
wakeOnFirstTap()
router.start()
words.from(loadWords)

// Words and drawings first: nothing flickers and nothing moves when they arrive.
await Promise.all([words.speak(firstLanguage()), loadArt()])
const target = document.getElementById('app')
if (target) mount(App, { target })
mounted()
void opened.takeGiven()

if (router.route.page === 'home') prepareTables()
if (import.meta.env.PROD) void keepForLater()

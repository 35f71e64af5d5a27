// A hash of everything that a build depends on. `--write` puts it next to the build, `--check` fails if it is stale; a
// folder names another build.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { GENERATED, ROOT, write } from './files.mjs'

const SOURCES = [
  'web/index.html',
  'web/package.json',
  'web/package-lock.json',
  'web/vite.config.ts',
  'web/svelte.config.js',
  'web/tsconfig.json',
  'web/src',
  'web/scripts',
  'web/public',
  'web/art',
  'src/hatbox/words',
  'src/hatbox/art',
  'src/hatbox/lab/measured',
  'docs/rules',
  'src/hatbox/engine',
  'src/hatbox/games',
  'src/hatbox/bots',
  'src/hatbox/wasm',
  'src/hatbox/game.py',
  'src/hatbox/options.py',
]
const SKIPPED = ['generated', 'node_modules', '__pycache__']
const DIST = join(ROOT, process.argv.slice(2).find((word) => !word.startsWith('--')) ?? 'src/hatbox/web_dist')
const STAMP = join(DIST, '.stamp')

function* files(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort()) {
    if (!SKIPPED.includes(name)) yield* files(join(path, name))
  }
}

export function stamp() {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const path = join(ROOT, source)
    if (!existsSync(path)) continue
    for (const file of files(path))
      hash.update(relative(ROOT, file).replaceAll('\\', '/')).update('\0').update(readFileSync(file)).update('\0')
  }
  for (const name of existsSync(GENERATED) ? readdirSync(GENERATED).sort() : [])
    if (name.endsWith('.wasm')) hash.update(name) // a build may lack some
  return hash.digest('hex')
}

if (process.argv.includes('--write')) write(STAMP, `${stamp()}\n`)
if (process.argv.includes('--check')) {
  const fresh =
    existsSync(STAMP) && existsSync(join(DIST, 'index.html')) && readFileSync(STAMP, 'utf8').trim() === stamp()
  process.exit(fresh ? 0 : 1)
}

// A hash of everything that the build depends on. `--write` puts it beside the build, `--check` fails when it is stale.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT, WEB, write } from './files.mjs'

const SOURCES = ['web/index.html', 'web/package.json', 'web/package-lock.json', 'web/vite.config.ts', 'web/svelte.config.js',
  'web/tsconfig.json', 'web/src', 'web/scripts', 'web/public', 'web/art', 'src/hatbox/words', 'src/hatbox/art', 'src/hatbox/lab/measured', 'docs/rules',
  'src/hatbox/engine', 'src/hatbox/games', 'src/hatbox/bots', 'src/hatbox/wasm']
const SKIPPED = ['generated', 'node_modules', '__pycache__']
const STAMP = join(ROOT, 'src', 'hatbox', 'web_dist', '.stamp')

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
    for (const file of files(path)) hash.update(relative(ROOT, file).replaceAll('\\', '/')).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

if (process.argv.includes('--write')) write(STAMP, `${stamp()}\n`)
if (process.argv.includes('--check')) {
  const fresh = existsSync(STAMP) && existsSync(join(WEB, '..', 'src/hatbox/web_dist/index.html')) && readFileSync(STAMP, 'utf8').trim() === stamp()
  process.exit(fresh ? 0 : 1)
}

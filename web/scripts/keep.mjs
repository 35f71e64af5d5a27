// `node scripts/keep.mjs FOLDER`: tells the service worker of a build what to cache, and gives the build a name.
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './files.mjs'

const dist = join(ROOT, process.argv[2] ?? 'src/hatbox/web_dist')
const everything = process.argv.includes('--everything') // also the pages that saved replays are made from
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const first = [...html.matchAll(/(?:src|href)="[./]*(assets\/[^"]+)"/g)].map((found) => found[1])
const files = readdirSync(dist, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => statSync(join(dist, name)).isFile() && !/(^|\/)(sw\.js|index\.html|\..*)$|\.gz$/.test(name))
  .filter((name) => everything || !name.endsWith('.txt'))
  .sort()
// Pages are loaded when they are opened; their file names start with a capital letter, and they bring along what they
// import.
const shell = new Set(
  files.filter((name) => first.includes(name) || !name.startsWith('assets/') || /^assets\/[A-Z]/.test(name)),
)
for (const name of shell) {
  if (!name.endsWith('.js')) continue
  for (const [, needed] of readFileSync(join(dist, name), 'utf8').matchAll(
    /(?:from|import)\s*["']\.\/([^"']+\.js)["']/g,
  ))
    shell.add(`assets/${needed}`)
}
const isShell = (name) => shell.has(name)
const name = createHash('sha256')
for (const file of ['index.html', ...files]) name.update(file).update(readFileSync(join(dist, file)))
const list = (names) => `[\n${names.map((one) => `  ${JSON.stringify(one)},\n`).join('')}]`
const worker = join(dist, 'sw.js')
const text = readFileSync(worker, 'utf8')
  .replace('hatbox-BUILD', `hatbox-${name.digest('hex').slice(0, 12)}`)
  .replace('SHELL = []', `SHELL = ${list(['', ...files.filter(isShell)])}`)
  .replace('REST = []', `REST = ${list(files.filter((one) => !isShell(one)))}`)
writeFileSync(worker, text)

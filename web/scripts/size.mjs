// What a browser loads first, in gzip kilobytes; fails above the limit.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './files.mjs'

const DIST = join(ROOT, 'src', 'hatbox', 'web_dist')
const LIMIT = 120_000
const html = readFileSync(join(DIST, 'index.html'), 'utf8')
const first = [...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((found) => found[1])
const size = (file) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length
let sum = 0
for (const file of first) sum += size(file)
for (const file of readdirSync(join(DIST, 'assets'))
  .filter((name) => /\.(js|css|svg)$/.test(name))
  .sort()) {
  const bytes = size(`assets/${file}`)
  if (bytes > 1500)
    console.log(
      `${(bytes / 1000).toFixed(1).padStart(7)} kB  ${file}${first.includes(`assets/${file}`) ? '  (first)' : ''}`,
    )
}
console.log(`initial JavaScript: ${(sum / 1000).toFixed(1)} kB gzip of ${LIMIT / 1000}`)
process.exit(sum > LIMIT ? 1 : 0)

// A gzipped copy of every text file of the build, which the table sends to browsers that accept it.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ROOT } from './files.mjs'

const DIST = join(ROOT, 'src', 'hatbox', 'web_dist')
const SMALL = 1000 // bytes; smaller files are not worth it

for (const name of readdirSync(DIST, { recursive: true })) {
  if (!/\.(js|css|svg|html|json|txt|wasm|webmanifest)$/.test(name)) continue
  const bytes = readFileSync(join(DIST, name))
  if (bytes.length > SMALL) writeFileSync(join(DIST, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}

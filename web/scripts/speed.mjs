// `node scripts/speed.mjs FOLDER`: writes what a browser needs to measure the rules, and answers the same requests
// here, line by line.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'
import { GENERATED, WEB } from './files.mjs'

const [folder] = process.argv.slice(2)
const file = join(folder, 'speed.mjs')
const bundle = await rolldown({ input: join(WEB, 'scripts', 'speed_worker.mjs') })
await bundle.write({ file, format: 'esm' })
writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Speed</title>')
for (const name of readdirSync(GENERATED))
  if (name.endsWith('.wasm')) copyFileSync(join(GENERATED, name), join(folder, name))

const { measure } = await import(file)
const modules = new Map()
console.log('ready')
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line)
  const { slug } = question
  if (!modules.has(slug)) modules.set(slug, new WebAssembly.Module(readFileSync(join(GENERATED, `${slug}.wasm`))))
  console.log(JSON.stringify(measure(modules.get(slug), question)))
}

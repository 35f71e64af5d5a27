// What the house-rule lab measured, as data that a game's page loads when it is looked at.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, ROOT, write } from './files.mjs'

export const MEASURED = join(ROOT, 'src', 'hatbox', 'lab', 'measured')

export function makeMeasured() {
  for (const file of readdirSync(MEASURED).filter((name) => name.endsWith('.json'))) {
    write(join(GENERATED, 'measured', file), JSON.stringify(JSON.parse(readFileSync(join(MEASURED, file), 'utf8'))))
  }
}

// What the house-rule lab measured, how lucky winners are, and the puzzles, as data that is loaded on demand.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { GENERATED, ROOT, write } from './files.mjs'

const LAB = join(ROOT, 'src', 'hatbox', 'lab')
export const MEASURED = join(LAB, 'measured')
export const LUCK = join(LAB, 'luck')
export const PUZZLES = join(LAB, 'puzzles')

export function makeMeasured() {
  for (const [folder, name] of [
    [MEASURED, 'measured'],
    [LUCK, 'luck'],
    [PUZZLES, 'puzzles'],
  ]) {
    for (const file of readdirSync(folder).filter((one) => one.endsWith('.json'))) {
      write(join(GENERATED, name, file), JSON.stringify(JSON.parse(readFileSync(join(folder, file), 'utf8'))))
    }
  }
}

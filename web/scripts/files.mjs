// Paths and small helpers that the scripts share.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const WEB = join(dirname(fileURLToPath(import.meta.url)), '..')
export const ROOT = join(WEB, '..')
export const GENERATED = join(WEB, 'src', 'generated')

/** Writes only what changed, so that watchers are not triggered. */
export function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  try {
    if (readFileSync(path, 'utf8') === text) return
  } catch {
    // a new file
  }
  writeFileSync(path, text)
}

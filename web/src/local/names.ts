// Names that people choose, as in src/hatbox/table/identity/names.py; its lists come with `hatbox schema`.
import { ALIKE, BAD, BLANK, LONGEST, MOST_MARKS, SAME, UNSEEN } from '../schema/names'
import { Refused } from './problems'

const TOWER = new RegExp(`[\\p{Mn}\\p{Me}]{${MOST_MARKS + 1}}`, 'u')
const pairs = ([from, to]: readonly [string, string]): Map<string, string> =>
  new Map([...from].map((letter, k) => [letter, [...to][k] ?? letter]))
const [TO_LATIN, TO_SAME] = [pairs(ALIKE), pairs(SAME)]

/** The name as it is stored and shown; throws if it is refused. */
export function clean(given: string): string {
  const plain = given.normalize('NFC').replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')
  if (BAD.test(plain) || BLANK.test(plain) || TOWER.test(plain))
    throw new Refused('A name cannot have control characters, invisible characters or stacks of accents.', 'bad_name')
  const name = plain.replace(/\p{Zs}+/gu, ' ').trim()
  if (![...name].some((letter) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter) && !UNSEEN.test(letter)))
    throw new Refused('Please enter a name.', 'name_empty')
  if ([...name].length > LONGEST) throw new Refused(`A name can have at most ${LONGEST} characters.`, 'name_long')
  return name
}

/** The name, with a number if it looks like an existing one: two people called Mia can sit at one table. */
export function toldApart(name: string, others: readonly string[]): string {
  const taken = new Set(others.filter(Boolean).map(skeleton))
  for (let [number, found] = [2, name]; ; found = withNumber(name, number++))
    if (!taken.has(skeleton(found))) return found
}

/** What a name looks like at a glance: the same for names that look alike. */
export function skeleton(name: string): string {
  const small = [...changed(name.normalize('NFKC'), TO_LATIN)]
    .map((letter) => letter.toUpperCase().toLowerCase())
    .join('')
  const text = changed(changed(small, TO_LATIN), TO_SAME)
  return [...text].filter((letter) => !/[\p{Z}\p{P}\p{C}]/u.test(letter) && !UNSEEN.test(letter)).join('') || text
}

const changed = (text: string, by: ReadonlyMap<string, string>): string =>
  [...text].map((letter) => by.get(letter) ?? letter).join('')

function withNumber(name: string, number: number): string {
  const more = ` ${number}`
  return (
    [...name]
      .slice(0, LONGEST - more.length)
      .join('')
      .replace(/[ \u200d]+$/, '') + more
  )
}

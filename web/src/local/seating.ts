// Seats before and during a game in the page, as in src/hatbox/table/commands/seating.py.
import type { Help, SeatWish } from '../lib/protocol'
import { NAMES } from '../schema/names'
import { USUAL_LEVEL } from '../schema/table'
import { OPEN, type Seat } from './journal'
import { clean, toldApart } from './names'
import { conflict, forbidden, notFound, Refused } from './problems'
import type { OpenTable } from './table'

/** A name that is not taken at the table. */
function freeName(seats: readonly Seat[], number: number, names: readonly string[]): string {
  const taken = seats.map((seat) => seat.name)
  const ours = names.map((_, k) => clean(names[(number + k) % names.length] ?? ''))
  return ours.find((name) => toldApart(name, taken) === name) ?? toldApart(ours[0] ?? NAMES[0], taken)
}

/** A name for a seat that looks like nobody else's. */
const nameFor = (wished: string, seats: readonly Seat[], number: number): string =>
  toldApart(
    clean(wished),
    seats.flatMap((seat, k) => (k === number ? [] : [seat.name])),
  )

const botSeat = (seats: readonly Seat[], number: number, level: string, names: readonly string[]): Seat => ({
  ...OPEN,
  kind: 'bot',
  name: freeName(seats, number, names),
  level,
})

/** The seats of a new table; unlisted ones are open. */
export function firstSeats(wishes: readonly SeatWish[], players: number, names: readonly string[] = NAMES): Seat[] {
  if (wishes.length > players)
    throw new Refused(`There are ${players} seats, but ${wishes.length} were listed.`, 'bad_seats')
  const seats = Array.from({ length: players }, () => OPEN)
  wishes.forEach((wish, number) => {
    if (wish.kind === 'bot') seats[number] = botSeat(seats, number, wish.level ?? USUAL_LEVEL, names)
    else if (wish.kind === 'me')
      seats[number] = {
        ...OPEN,
        kind: 'person',
        name: wish.name ? nameFor(wish.name, seats, number) : freeName(seats, number, names),
        help: wish.help ?? OPEN.help,
      }
  })
  return seats
}

export async function sit(table: OpenTable, { seat, name }: { seat: number; name: string }): Promise<void> {
  mustWait(table)
  const before = seatOf(table, seat)
  if (before.kind === 'bot') throw conflict('This seat is already taken.', 'seat_taken')
  await table.commit({
    k: 'seated',
    seats: { [seat]: { ...before, kind: 'person', name: nameFor(name, table.state.seats, seat) } },
  })
}

/** Leaves a seat: before the game it becomes open, during the game a bot takes it for good. */
export async function stand(table: OpenTable, { seat }: { seat: number }): Promise<void> {
  const before = seatOf(table, seat)
  if (before.kind !== 'person') throw forbidden('This is not your seat.', 'not_yours')
  if (table.state.status === 'over') throw conflict('The game is over.', 'over')
  const after: Seat = table.state.match ? { ...OPEN, kind: 'bot', name: before.name, level: USUAL_LEVEL } : OPEN
  await table.commit({ k: 'seated', seats: { [seat]: after } })
}

/** Turns all open seats, or one seat without a person, into bots. */
export async function fill(
  table: OpenTable,
  { level, seat, names }: { level: string; seat?: number; names?: readonly string[] },
): Promise<void> {
  mustWait(table)
  const seats = [...table.state.seats]
  if (seat !== undefined && seatOf(table, seat).kind === 'person')
    throw conflict('This seat is already taken.', 'seat_taken')
  const open = seat === undefined ? table.state.openSeats : [seat]
  for (const number of open) {
    const before = seats[number]
    seats[number] =
      before?.kind === 'bot' ? { ...before, level } : botSeat(seats, number, level, names?.length ? names : NAMES)
  }
  if (open.length)
    await table.commit({
      k: 'seated',
      seats: Object.fromEntries(open.map((number) => [number, seats[number] ?? OPEN])),
    })
}

export async function kick(table: OpenTable, { seat }: { seat: number }): Promise<void> {
  mustWait(table)
  if (seatOf(table, seat).kind !== 'open') await table.commit({ k: 'seated', seats: { [seat]: OPEN } })
}

export async function giveHelp(table: OpenTable, { seat, help }: { seat: number; help: Help }): Promise<void> {
  const before = seatOf(table, seat)
  mustWait(table)
  if (before.kind !== 'person') throw conflict('Only a seat with a person can have help.', 'no_person')
  if (JSON.stringify(before.help) !== JSON.stringify(help))
    await table.commit({ k: 'seated', seats: { [seat]: { ...before, help } } })
}

function seatOf(table: OpenTable, number: number): Seat {
  const seat = table.state.seats[number]
  if (!seat) throw notFound(`Seats are numbered 0 to ${table.state.made.players - 1}.`, 'no_seat')
  return seat
}

export function mustWait(table: OpenTable): void {
  if (table.state.match) throw conflict('The game has already started.', 'started')
}

/**
 * The seats of a table for this many players: new ones are open; open seats are removed first, then bots, starting from
 * the end.
 */
export function reseated(seats: readonly Seat[], players: number): Seat[] {
  const kept = [...seats, ...Array.from({ length: Math.max(0, players - seats.length) }, () => OPEN)]
  for (const kind of ['open', 'bot']) {
    for (let number = kept.length - 1; number >= 0 && kept.length > players; number--)
      if (kept[number]?.kind === kind) kept.splice(number, 1)
  }
  return kept
}

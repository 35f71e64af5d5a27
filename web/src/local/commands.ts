// What people request from a table in the page; each command takes the body of the request of the same name.
import type { Ack, Hint, Nack, Standing, Warning } from '../lib/protocol'
import { conflict, forbidden, Refused } from './problems'
import { fill, giveHelp, kick, mustWait, sit, stand } from './seating'
import type { OpenTable } from './table'
import { type Advice, BEST, lostBy } from './thinking'

async function start(table: OpenTable): Promise<void> {
  mustWait(table)
  if (table.state.openSeats.length)
    throw conflict('There are open seats: fill them with bots or wait for players.', 'open_seats')
  await table.commit({ k: 'started' })
}

async function undo(table: OpenTable, { seat }: { seat: number }): Promise<void> {
  mustBeMine(table, seat)
  if (!table.state.match) throw conflict('The game has not started yet.', 'not_started')
  await table.commit({ k: 'undone', seat, ms: table.clocks.spent() })
}

async function standing(table: OpenTable, { seat, answer }: { seat: number; answer: Standing }): Promise<void> {
  mustBeMine(table, seat)
  if (!table.state.hasOffers) throw conflict('This game makes no offers.', 'no_offers')
  if (table.state.answer(seat) !== answer) await table.commit({ k: 'stood', seat, answer })
}

async function act(
  table: OpenTable,
  body: { id: string; v_seen: number; seat: number; action: number },
): Promise<Ack | Nack | undefined> {
  let found: Ack | Nack | undefined
  await table.act(body, (answer) => (found = answer))
  return found
}

/**
 * Requests that the table's owner carries out one after the other; commands without an answer of their own return the
 * table.
 */
export const COMMANDS: Readonly<Record<string, (table: OpenTable, body: never) => Promise<unknown>>> = {
  sit,
  stand,
  fill,
  kick,
  help: giveHelp,
  start,
  undo,
  standing,
  act,
  mute: () => Promise.resolve(),
  commit: () => Promise.resolve(),
}

/** The best moves of a seat that must act; asking again in the same position returns the same and costs nothing. */
export async function hint(table: OpenTable, { seat }: { seat: number }): Promise<Hint> {
  const position = await table.ask(() => mayHint(table, seat))
  const { moves, chances, margin } = await table.advice(position)
  return table.ask(async () => {
    const { state } = table
    mustBeAt(table, position)
    checkLeft(table, seat, position)
    if (!state.hints && !state.hinted.get(seat)?.has(position)) await table.commit({ k: 'hinted', seat })
    return { moves: moves.slice(0, BEST).map(told), chances, margin }
  })
}

/** What a move gives away, if it is enough to warn the seat; nothing if that is unknown. */
export async function warning(table: OpenTable, { seat, action }: { seat: number; action?: number }): Promise<Warning> {
  const { least, position, moves } = await table.ask(() => mayWarn(table, seat))
  if (!least || moves < 2) return NO_WARNING
  const thought = table.advice(position).catch(() => null)
  const advice = action === undefined ? null : await thought // without a move the table only thinks ahead
  if (!advice || action === undefined) return NO_WARNING
  return table.ask(async () => {
    mustBeAt(table, position)
    const [best] = advice.moves
    const lost = lostBy(advice, action)
    if (!best || best.action === action || lost < least / 1000) return NO_WARNING
    if (!table.state.warned.get(seat)?.has(position)) await table.commit({ k: 'warned', seat })
    return { lost: Math.round(1e4 * lost) / 1e4, better: told(best) }
  })
}

const NO_WARNING: Warning = { lost: 0, better: null }

const told = (move: Advice['moves'][number]) => ({ ...move, text: '' })

function mayHint(table: OpenTable, seat: number): string {
  const { state } = table
  mustBeMine(table, seat)
  if (!state.hints && !state.seats[seat]?.help.hints) throw conflict('This table plays without hints.', 'no_hints')
  const position = mustAct(table, seat)
  checkLeft(table, seat, position)
  return position
}

function mayWarn(table: OpenTable, seat: number): { least: number; position: string; moves: number } {
  mustBeMine(table, seat)
  const position = mustAct(table, seat)
  return { least: table.state.seats[seat]?.help.warned ?? 0, position, moves: table.state.match?.legal.length ?? 0 }
}

/** The position in which a seat must act. */
function mustAct(table: OpenTable, seat: number): string {
  const { match, flagged } = table.state
  if (!match || match.over || match.turn !== seat || flagged.has(seat))
    throw conflict("It is not this seat's turn.", 'not_your_turn')
  return match.hash
}

function mustBeAt(table: OpenTable, position: string): void {
  if (table.state.match?.hash !== position) throw conflict('The table has moved on.', 'stale')
}

function checkLeft(table: OpenTable, seat: number, position: string): void {
  if (table.state.hintsLeft(seat) === 0 && !table.state.hinted.get(seat)?.has(position))
    throw conflict('All hints of this seat are used up.', 'hints_used')
}

function mustBeMine(table: OpenTable, seat: number): void {
  if (!table.state.people.includes(seat)) throw forbidden('This is not your seat.', 'not_yours')
}

/** Guards against requests that our pages never make. */
export function object(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refused('A request is a JSON object.')
  return body as Record<string, unknown>
}

// What people ask of a table in the page; each takes the body of the request of the same name.
import type { Ack, Hint, Nack, Standing } from '../lib/protocol'
import { conflict, forbidden, Refused } from './problems'
import { fill, giveHelp, kick, mustWait, sit, stand } from './seating'
import type { OpenTable } from './table'
import { BEST, questionOf, STRONGEST, TIMES } from './thinking'


async function start(table: OpenTable): Promise<void> {
  mustWait(table)
  if (table.state.openSeats.length) throw conflict('There are open seats: fill them with bots or wait for people.', 'open_seats')
  await table.commit({ k: 'started' })
}

async function undo(table: OpenTable, { seat }: { seat: number }): Promise<void> {
  mustBeMine(table, seat)
  if (!table.state.match) throw conflict('The game has not begun.', 'not_started')
  await table.commit({ k: 'undone', seat, ms: table.clocks.spent() })
}

async function standing(table: OpenTable, { seat, answer }: { seat: number; answer: Standing }): Promise<void> {
  mustBeMine(table, seat)
  if (!table.state.hasOffers) throw conflict('Nobody is asked for anything in this game.', 'no_offers')
  if (table.state.answer(seat) !== answer) await table.commit({ k: 'stood', seat, answer })
}

async function act(table: OpenTable, body: { id: string; v_seen: number; seat: number; action: number }): Promise<Ack | Nack | undefined> {
  let found: Ack | Nack | undefined
  await table.act(body, (answer) => (found = answer))
  return found
}

/** Requests that the table's owner carries out one after the other; without an answer of its own one gives the table. */
export const COMMANDS: Readonly<Record<string, (table: OpenTable, body: never) => Promise<unknown>>> = {
  sit, stand, fill, kick, help: giveHelp, start, undo, standing, act,
  mute: () => Promise.resolve(),
  commit: () => Promise.resolve(),
}

/** The best moves of a seat that must act; asking again in the same position gives the same and costs nothing. */
export async function hint(table: OpenTable, { seat }: { seat: number }): Promise<Hint> {
  const asked = await table.ask(() => whatIsAsked(table, seat))
  if ('moves' in asked) return asked
  const { moves, chances, margin } = await table.services.thinker.advise(asked.question).catch(() => {
    throw conflict('There is no hint at this moment. Please try again.', 'no_hint')
  })
  const found: Hint = { moves: moves.slice(0, BEST).map((move) => ({ ...move, text: '' })), chances, margin }
  return table.ask(() => give(table, seat, asked.position, found))
}

function whatIsAsked(table: OpenTable, seat: number): Hint | { position: string; question: ReturnType<typeof questionOf> } {
  const { state } = table
  const { match, made } = state
  mustBeMine(table, seat)
  if (!state.hints && state.seats[seat]?.help === 'none') throw conflict('This table plays without hints.', 'no_hints')
  if (!match || match.over || match.turn !== seat || state.flagged.has(seat)) throw conflict("It is not this seat's turn.", 'not_your_turn')
  const position = match.hash
  if (table.lastHint?.position === position) return table.lastHint.hint
  checkLeft(table, seat, position)
  return { position, question: questionOf(made, match, STRONGEST, TIMES.hint, table.services.trial) }
}

/** Counts a hint where it is somebody's help, before it is told. */
async function give(table: OpenTable, seat: number, position: string, found: Hint): Promise<Hint> {
  const { state } = table
  if (state.match?.hash !== position) throw conflict('The table has moved on.', 'stale')
  if (table.lastHint?.position === position) return table.lastHint.hint
  checkLeft(table, seat, position)
  if (!state.hints && !state.hinted.get(seat)?.has(position)) await table.commit({ k: 'hinted', seat })
  table.lastHint = { position, hint: found }
  return found
}

function checkLeft(table: OpenTable, seat: number, position: string): void {
  if (table.state.hintsLeft(seat) === 0 && !table.state.hinted.get(seat)?.has(position)) throw conflict('All hints of this seat are used up.', 'hints_used')
}

function mustBeMine(table: OpenTable, seat: number): void {
  if (!table.state.people.includes(seat)) throw forbidden('This is not your seat.', 'not_yours')
}

/** Guards against requests that no page of ours makes. */
export function object(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new Refused('A request is a JSON object.')
  return body as Record<string, unknown>
}

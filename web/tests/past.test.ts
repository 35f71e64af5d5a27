import { describe, expect, it } from 'vitest'
import { Past } from '../src/lib/past.svelte'
import type { View } from '../src/lib/protocol'

const view = (turn: number): View => ({ seat: 0, turn, players: 2, over: false, capped: false })

function after(plies: number): Past {
  const past = new Past()
  for (let ply = 0; ply <= plies; ply += 1) past.keep(ply, view(ply % 2))
  return past
}

describe('looking back', () => {
  it('walks from the game to its first position and back to the game', () => {
    const past = after(3)
    expect(past.ply).toBeUndefined()
    past.step(-1)
    expect(past.ply).toBe(2)
    past.step(-1)
    past.step(-1)
    past.step(-1)
    expect(past.ply).toBe(0)
    expect(past.first).toBe(true)
    past.step(1)
    past.step(1)
    past.step(1)
    expect(past.view).toBeNull()
  })

  it('stays where somebody looks while the game goes on', () => {
    const past = after(3)
    past.go(1)
    past.keep(4, view(0))
    past.keep(5, view(1))
    expect(past.ply).toBe(1)
  })

  it('forgets what was taken back', () => {
    const past = after(3)
    past.keep(2, view(0))
    past.step(-1)
    expect(past.ply).toBe(1)
    past.step(1)
    expect(past.view).toBeNull()
  })

  it('goes to the earliest position where the wanted one is not kept', () => {
    const past = after(1000)
    past.go(5)
    expect(past.ply).toBe(601)
    past.go(1000)
    expect(past.view).toBeNull()
  })

  it('is back in the game when the position looked at is taken back', () => {
    const past = after(3)
    past.step(-1)
    past.keep(1, view(1))
    expect(past.view).toBeNull()
  })

  it('has nothing to look back at before the first move', () => {
    const past = after(0)
    past.step(-1)
    expect(past.view).toBeNull()
    expect(past.any).toBe(false)
  })
})

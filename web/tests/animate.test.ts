import { describe, expect, it } from 'vitest'
import { type Beat, restOf, Stage, walkPart } from '../src/lib/animate'

const beat = (show: () => void, rest: Beat['rest'] = 'step'): Beat => ({ show, rest })
const settle = () => new Promise((resolve) => setTimeout(resolve, 5))

/** A stage whose clock is turned by hand. */
function byHand() {
  const sleeping: (() => void)[] = []
  const stage = new Stage(
    () => 'normal',
    () => new Promise<void>((resolve) => sleeping.push(resolve)),
  )
  return { stage, tick: () => sleeping.shift()?.() }
}

describe('Stage', () => {
  it('plays beats one after the other and then says that it is done', async () => {
    const { stage, tick } = byHand()
    const seen: string[] = []
    stage.play([beat(() => seen.push('a')), beat(() => seen.push('b'))], () => seen.push('done'))
    expect(seen).toEqual(['a'])
    tick()
    await settle()
    expect(seen).toEqual(['a', 'b'])
    tick()
    await settle()
    expect(seen).toEqual(['a', 'b', 'done'])
    expect(stage.busy).toBe(false)
  })

  it('a tap skips to the end of everything that waits', async () => {
    const { stage } = byHand()
    const seen: string[] = []
    stage.play([beat(() => seen.push('a')), beat(() => seen.push('b'))], () => seen.push('first'))
    stage.play([beat(() => seen.push('c'))], () => seen.push('second'))
    stage.skip()
    await settle()
    expect(seen).toEqual(['a', 'first', 'second'])
  })

  it('waits for somebody where it must, however impatient others are', async () => {
    const { stage } = byHand()
    const seen: string[] = []
    let goOn = () => {}
    const held: Beat = { show: () => undefined, rest: 'none', hold: (resolve) => (goOn = resolve) }
    stage.play([beat(() => seen.push('a')), held, beat(() => seen.push('b'), 'none')], () => seen.push('done'))
    stage.skip()
    await settle()
    stage.skip()
    await settle()
    expect(seen).toEqual(['a'])
    goOn()
    await settle()
    expect(seen).toEqual(['a', 'b', 'done'])
  })

  it('waits for nobody once the picture is set anew', async () => {
    const { stage } = byHand()
    const seen: string[] = []
    stage.play([{ show: () => undefined, rest: 'none', hold: () => undefined }, beat(() => seen.push('old'))], () =>
      seen.push('done'),
    )
    await settle()
    stage.clear()
    await settle()
    expect([stage.busy, ...seen]).toEqual([false])
  })

  it('after a skip the next move is told again', async () => {
    const { stage, tick } = byHand()
    const seen: string[] = []
    stage.play([beat(() => seen.push('a'))], () => seen.push('first'))
    stage.skip()
    await settle()
    stage.play([beat(() => seen.push('b'))], () => seen.push('second'))
    tick()
    await settle()
    expect(seen).toContain('b')
  })

  it('what was cleared never ends over the new picture', async () => {
    const { stage } = byHand()
    const seen: string[] = []
    stage.play([beat(() => seen.push('old'))], () => seen.push('old end'))
    stage.clear()
    await settle()
    expect(seen).toEqual(['old'])
    expect(stage.busy).toBe(false)
  })

  it('at once means at once', async () => {
    const stage = new Stage(() => 'instant')
    const seen: string[] = []
    stage.play([beat(() => seen.push('a')), beat(() => seen.push('b'))], () => seen.push('done'))
    await settle()
    expect(seen).toEqual(['a', 'b', 'done'])
  })
})

describe('rests', () => {
  it('follow the speed', () => {
    const one = beat(() => undefined)
    expect(restOf(one, 'slow')).toBeGreaterThan(restOf(one, 'normal'))
    expect(restOf(one, 'fast')).toBeLessThan(restOf(one, 'normal'))
    expect(restOf(one, 'instant')).toBe(0)
  })

  it('no walk takes longer than 1.2 s', () => {
    for (const fields of [1, 6, 20, 50]) {
      expect(
        fields * restOf({ show: () => undefined, rest: 'step', part: walkPart(fields) }, 'normal'),
      ).toBeLessThanOrEqual(1_200.001)
    }
  })
})

import { beforeEach, describe, expect, it, vi } from 'vitest'

/** A root element, a clock of paints turned by hand, and animations that may be running. */
function page() {
  const dataset: Record<string, string> = {}
  const heard: Record<string, () => void> = {}
  const moving: { playState: string; finished: Promise<void>; effect: { getComputedTiming(): { endTime: number } } }[] =
    []
  const painted: (() => void)[] = []
  vi.stubGlobal('document', { documentElement: { dataset }, getAnimations: () => moving })
  vi.stubGlobal('addEventListener', (name: string, stir: () => void) => (heard[name] = stir))
  vi.doMock('../src/lib/paint', () => ({ afterPaint: (work: () => void) => painted.push(work) }))
  const paint = () => painted.splice(0).forEach((work) => work())
  return { dataset, heard, moving, paint }
}

describe('data-ready', () => {
  beforeEach(() => vi.resetModules())

  it('is there after a paint once nothing is on its way, and gone as soon as something is', async () => {
    const { dataset, paint } = page()
    const { begin } = await import('../src/lib/ready')
    const [one, other] = [begin(), begin()]
    one()
    one()
    paint()
    expect(dataset.ready).toBeUndefined()
    other()
    expect(dataset.ready).toBeUndefined()
    paint()
    expect(dataset.ready).toBe('yes')
    begin()
    expect(dataset.ready).toBeUndefined()
  })

  it('waits for a promise however it ends, and is not stopped by none', async () => {
    const { dataset, paint } = page()
    const { during } = await import('../src/lib/ready')
    expect(during(undefined)).toBeUndefined()
    await expect(during(Promise.reject(new Error('no')))).rejects.toThrow('no')
    paint()
    expect(dataset.ready).toBe('yes')
  })

  it('waits for what moves, but not for what moves for ever', async () => {
    const { dataset, moving, paint } = page()
    const { begin } = await import('../src/lib/ready')
    let finish = () => {}
    const lasts = (endTime: number) => ({ getComputedTiming: () => ({ endTime }) })
    const once = { playState: 'running', finished: new Promise<void>((done) => (finish = done)), effect: lasts(300) }
    moving.push(once, { playState: 'running', finished: new Promise<void>(() => {}), effect: lasts(Infinity) })
    begin()()
    paint()
    expect(dataset.ready).toBeUndefined()
    once.playState = 'finished'
    finish()
    await once.finished
    await Promise.resolve()
    await vi.waitFor(() => {
      paint()
      expect(dataset.ready).toBe('yes')
    })
  })

  it('goes with every input until the next paint', async () => {
    const { dataset, heard, paint } = page()
    const { begin, watchInputs } = await import('../src/lib/ready')
    watchInputs()
    begin()()
    paint()
    expect(dataset.ready).toBe('yes')
    heard.click?.()
    expect(dataset.ready).toBeUndefined()
    paint()
    expect(dataset.ready).toBe('yes')
  })
})

// Every world of colours is read by day and by night: the ratios of WCAG between the tokens that meet on the page.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const css = ['tokens', 'themes']
  .map((name) => readFileSync(new URL(`../src/styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n')
  .replace(/\/\*[^]*?\*\//g, '')
const BLOCKS = [...css.matchAll(/(:root[^{}\s]*)\s*\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({
  wanted: [...selector.matchAll(/\[data-(\w+)="(\w+)"\]/g)].map(([, name = '', value = '']) => [name, value] as const),
  not: selector.includes(':not'),
  tokens: Object.fromEntries(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value?.trim()]),
  ) as Record<string, string>,
}))

type Look = Readonly<Record<'world' | 'theme' | 'contrast', string>>

/** The tokens as they hold on the page: the most particular selector wins, then the last. */
function tokensOf(look: Look): Record<string, string> {
  const fitting = BLOCKS.filter(
    ({ wanted, not }) => !not && wanted.every(([name, value]) => look[name as keyof Look] === value),
  )
  const found: Record<string, string> = Object.assign(
    {},
    ...fitting.sort((one, other) => one.wanted.length - other.wanted.length).map(({ tokens }) => tokens),
  )
  return Object.fromEntries(
    Object.entries(found).map(([name, value]) => [name, found[/^var\(--([\w-]+)\)$/.exec(value)?.[1] ?? ''] ?? value]),
  )
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((k) => {
    const part = Number.parseInt(colour.slice(k, k + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function ratio(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

const PLAYERS = ['red', 'blue', 'green', 'yellow', 'white', 'black']
const GROUNDS = ['ground', 'surface', 'surface-2']
/** What is read, and what lies below it. */
const TEXT: readonly (readonly [string, string])[] = [
  ...['ink', 'ink-soft', 'accent', 'turn-ink', 'danger'].flatMap((ink) =>
    GROUNDS.map((ground) => [ink, ground] as const),
  ),
  ...['ink', 'ink-soft'].map((ink) => [ink, 'ground-deep'] as const),
  ...['accent-soft', 'turn-soft', 'danger-soft', 'board', 'board-2', 'field'].map((ground) => ['ink', ground] as const),
  ...PLAYERS.map((name) => [`p-${name}-text`, 'surface'] as const),
  ...PLAYERS.map((name) => [`p-${name}-ink`, `p-${name}`] as const),
  ['ink-faint', 'surface'],
  ['ok', 'surface'],
  ['accent', 'accent-soft'],
  ['accent-ink', 'accent'],
  ['turn-on', 'turn-fill'],
]
/** What has to be seen: borders of controls, rings, filled buttons. */
const SHAPES: readonly (readonly [string, string])[] = ['line-strong', 'turn', 'turn-fill', 'accent'].flatMap((shape) =>
  ['surface', 'ground'].map((ground) => [shape, ground] as const),
)

/** What high contrast adds: hairlines, rings and fields on boards, the last move. */
const MORE_SHAPES: typeof SHAPES = [
  ['line', 'surface'],
  ['last', 'surface'],
  ...['turn', 'field-line'].flatMap((shape) => ['board', 'board-2', 'field'].map((ground) => [shape, ground] as const)),
]

function tooFaint(look: Look, pairs: readonly (readonly [string, string])[], least: number): string[] {
  const tokens = tokensOf(look)
  return pairs.flatMap(([one, other]) => {
    const got = ratio(tokens[one] ?? '', tokens[other] ?? '')
    return got >= least ? [] : [`${one} on ${other}: ${got.toFixed(2)}`]
  })
}

for (const world of ['box', 'calm', 'paper'])
  for (const theme of ['light', 'dark']) {
    test(`${world}, ${theme}: text has 4.5, controls and rings have 3`, () => {
      const look = { world, theme, contrast: 'normal' }
      expect(tooFaint(look, TEXT, 4.5)).toEqual([])
      expect(tooFaint(look, SHAPES, 3)).toEqual([])
    })
    test(`${world}, ${theme}, high contrast: text has 7, controls and rings have 3`, () => {
      const look = { world, theme, contrast: 'high' }
      expect(tooFaint(look, TEXT, 7)).toEqual([])
      expect(tooFaint(look, [...SHAPES, ...MORE_SHAPES], 3)).toEqual([])
    })
  }

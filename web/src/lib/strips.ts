// Small pictures of rules: a row of fields with pieces, a dotted path, a tick or a cross, and the result.
import type { Drawing } from './art'
import { during } from './ready'

/** What a piece stands on; a piece alone has no field. */
export type Ground = 'field' | 'rest' | 'round' | 'start' | 'home' | 'foreign' | 'step' | 'hole' | 'nothing'

/** A place and what is on it; caught hats are listed below the one that carries them. */
export type Place = readonly [Ground, ...Drawing[]]

export interface Strip {
  row: readonly Place[]
  /** A dotted path from one place to another. */
  way?: readonly [number, number]
  /** Whether the rule allows it; without it the picture only shows what happens. */
  allowed?: boolean | undefined
  /** The result. */
  then?: readonly Place[]
}

/** By the number of the rule: one picture, or a forbidden and an allowed one side by side. */
export type Strips = Readonly<Record<string, readonly Strip[]>>

const files = import.meta.glob<{ STRIPS: Strips }>('../games/*/strips.ts')

/** The pictures of a game, loaded when a rule is read. */
export async function stripsOf(slug: string): Promise<Strips> {
  return (await during(files[`../games/${slug}/strips.ts`]?.()))?.STRIPS ?? {}
}

/** Pictures that can be asked about: a move, and whether it is allowed. */
export function questionsOf(strips: Strips, rules: readonly string[]): { rule: string; strip: Strip }[] {
  const asked = (of: readonly string[]) =>
    of.flatMap((rule) =>
      (strips[rule] ?? [])
        .filter((strip) => strip.way && strip.allowed !== undefined)
        .map((strip) => ({ rule, strip })),
    )
  const here = asked(rules)
  return here.length ? here : asked(Object.keys(strips))
}

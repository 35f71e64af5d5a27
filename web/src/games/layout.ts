// Where a board is drawn, as the table says: landscape for wide screens, portrait for phones.

/** The drawing for this screen; null until the table has sent it. */
export function layoutIn<Layout>(layouts: unknown, tall: boolean): Layout | null {
  if (typeof layouts !== 'object' || layouts === null || !('wide' in layouts)) return null
  return (tall && 'tall' in layouts ? layouts.tall : layouts.wide) as Layout
}

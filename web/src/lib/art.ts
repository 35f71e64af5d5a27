// Our drawings: the sheet of symbols, inserted into the page once so that colours follow the theme.
import { BOXES, type Drawing } from '../generated/boxes'

export type { Drawing }
export const SEAT_COLOURS = ['red', 'blue', 'green', 'yellow', 'white', 'black'] as const
export type SeatColour = (typeof SEAT_COLOURS)[number]
const PEN = 2.7
const DETAIL = 1.8
const HALO = 7.5

export function boxOf(name: Drawing): readonly [number, number] {
  return BOXES[name]
}

/** Line widths that look the same on every piece, whatever the size of its drawing. */
export function pens(name: Drawing, width: number): { lw: number; tw: number; hw: number } {
  const scale = BOXES[name][0] / width
  return { lw: PEN * scale, tw: DETAIL * scale, hw: HALO * scale }
}

export function colourOf(seat: number): SeatColour {
  return SEAT_COLOURS[seat % SEAT_COLOURS.length] ?? 'red'
}

/** Insert the sheet of drawings into the page. */
export function putArt(svg: string): void {
  const drawn = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement
  drawn.setAttribute('class', 'sprite')
  drawn.setAttribute('aria-hidden', 'true')
  document.body.prepend(document.importNode(drawn, true))
}

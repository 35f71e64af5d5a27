// The discs: faces 0 … 43 as colour, kind and symbol, and their drawings.
import type { Drawing } from '../../generated/boxes'
import { FACES, FIRST_KITCHEN, FIRST_MAGIC } from '../../schema/magic_hexagon'

export const COLOURS = ['red', 'blue', 'green', 'white'] as const
export const ELEMENTS = ['fire', 'water', 'earth', 'air'] as const
export const SYMBOLS = [
  'chili',
  'toadstool',
  'fire_blossom',
  'dewdrop',
  'shell',
  'kelp',
  'root',
  'fern',
  'acorn',
  'garlic',
  'cobweb',
  'feather',
  'cauldron',
  'mortar',
  'knife',
  'bellows',
  'spell_book',
  'crystal_ball',
  'ring',
  'wand',
] as const
export const STONES = ['green', 'light_blue', 'dark_blue'] as const
const STONE_DRAWINGS: readonly Drawing[] = ['power-green', 'power-light', 'power-dark']

export const isDisc = (face: number): boolean => face >= 0 && face < FACES
export const colourOf = (face: number): number =>
  face < FIRST_KITCHEN ? Math.floor(face / 3) : (face - FIRST_KITCHEN) % 4
/** 0 ingredients, 1 kitchen tools, 2 magic tools; the value is one more. */
export const kindOf = (face: number): number => (face < FIRST_KITCHEN ? 0 : face < FIRST_MAGIC ? 1 : 2)
export const symbolOf = (face: number): number =>
  face < FIRST_KITCHEN ? face : FIRST_KITCHEN + Math.floor((face - FIRST_KITCHEN) / 4)
export const valueOf = (face: number): number => kindOf(face) + 1

export const discDrawing = (colour: number): Drawing => `disc-${ELEMENTS[colour] ?? 'fire'}`
export const hatDrawing = (hat: number): Drawing => `wizard-${ELEMENTS[hat] ?? 'fire'}`
export const symbolDrawing = (face: number): Drawing => `sym-${symbolOf(face)}` as Drawing
export const pipsDrawing = (face: number): Drawing => `pips-${valueOf(face)}` as Drawing
export const stoneDrawing = (kind: number): Drawing => STONE_DRAWINGS[kind] ?? 'power-green'
export const elementDrawing = (colour: number): Drawing => `el-${ELEMENTS[colour] ?? 'fire'}`

/** Colours still missing for the next set of four colours (MH-51). */
export function coloursMissing(owned: readonly number[], kind: number): number {
  const colours = [0, 0, 0, 0]
  owned.forEach((count, face) => {
    if (kindOf(face) === kind) colours[colourOf(face)] = (colours[colourOf(face)] ?? 0) + count
  })
  const least = Math.min(...colours)
  return colours.filter((count) => count === least).length
}

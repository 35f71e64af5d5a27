// The sizes of the two wheels, by number of homes; fields are numbered ring, spokes, centre, homes.
export const CENTRE = { 4: 76, 6: 66 } as const
export const RING = { 4: 52, 6: 36 } as const
export const SPOKE = { 4: 6, 6: 5 } as const

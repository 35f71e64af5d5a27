// How far apart fields are, for texts: the same wheel as on the table, a ring with a spoke and a home at each junction.
import { RING, SPOKE } from './board'
import type { HatView } from './model'

type Homes = HatView['homes']

/** The fields that touch each field. */
function touching(homes: Homes): number[][] {
  const [ring, spoke] = [RING[homes], SPOKE[homes]]
  const centre = ring + homes * spoke
  const lines = Array.from({ length: homes }, (_, home) => {
    const fields = Array.from({ length: spoke }, (_, k) => ring + home * spoke + k)
    return [centre + 1 + home, (home * ring) / homes, ...fields, centre]
  })
  lines.push([...Array.from({ length: ring }, (_, field) => field), 0])
  const found: number[][] = Array.from({ length: centre + 1 + homes }, () => [])
  for (const line of lines) {
    line.slice(1).forEach((field, k) => {
      found[field]?.push(line[k] ?? 0)
      found[line[k] ?? 0]?.push(field)
    })
  }
  return found
}

const NEXT: Readonly<Record<Homes, number[][]>> = { 4: touching(4), 6: touching(6) }

/** The length of the shortest path between two fields. */
export function distance(homes: Homes, from: number, to: number): number {
  const seen = new Set([from])
  for (let [edge, steps] = [[from], 0]; edge.length; steps++) {
    if (edge.includes(to)) return steps
    edge = edge.flatMap((field) => NEXT[homes][field] ?? []).filter((field) => !seen.has(field) && seen.add(field))
  }
  return 0
}

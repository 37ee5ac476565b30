import type { Item, Layered, Segment } from './layers.ts'

const ROUNDS = 8

const placesOf = (items: readonly Item[]) => new Map(items.map(({ id }, i) => [id, i]))

function crossingsBetween(
  above: readonly Item[],
  below: readonly Item[],
  segments: readonly Segment[],
): number {
  const [from, to] = [placesOf(above), placesOf(below)]
  const lines = segments.map((s) => [from.get(s.from) ?? 0, to.get(s.to) ?? 0] as const)
  let count = 0
  for (const [i, [a, b]] of lines.entries())
    for (const [c, d] of lines.slice(i + 1)) if ((a - c) * (b - d) < 0) count += 1
  return count
}

/** Number of edge crossings in this order. */
export const crossings = (layers: readonly (readonly Item[])[], { segments }: Pick<Layered, 'segments'>) =>
  layers.reduce((sum, layer, i) => sum + crossingsBetween(layer, layers[i + 1] ?? [], segments[i] ?? []), 0)

/** Moves each item to the mean position of its neighbours; one without neighbours stays. */
function sorted(
  items: readonly Item[],
  beside: readonly Item[],
  pairs: readonly (readonly [string, string])[],
) {
  const places = placesOf(beside)
  const sums = new Map<string, { sum: number; count: number }>()
  for (const [own, other] of pairs) {
    const { sum, count } = sums.get(own) ?? { sum: 0, count: 0 }
    sums.set(own, { sum: sum + (places.get(other) ?? 0), count: count + 1 })
  }
  const scale = Math.max(1, beside.length - 1) / Math.max(1, items.length - 1)
  return items
    .map((item, i) => {
      const found = sums.get(item.id)
      return { item, at: found ? found.sum / found.count : i * scale }
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Barycentre passes in both directions; keeps the best order found. */
export function ordered(graph: Layered): readonly (readonly Item[])[] {
  let layers = graph.layers.map((layer) => [...layer])
  let best = layers
  let fewest = crossings(layers, graph)
  for (let round = 0; round < ROUNDS && fewest > 0; round++) {
    const next = [...layers]
    const forward = round % 2 === 0
    for (let step = 1; step < next.length; step++) {
      const at = forward ? step : next.length - 1 - step
      const beside = forward ? at - 1 : at + 1
      const pairs = (graph.segments[forward ? beside : at] ?? []).map(({ from, to }) =>
        forward ? ([to, from] as const) : ([from, to] as const),
      )
      next[at] = sorted(next[at] ?? [], next[beside] ?? [], pairs)
    }
    layers = next
    const count = crossings(layers, graph)
    if (count >= fewest) continue
    fewest = count
    best = layers
  }
  return best
}

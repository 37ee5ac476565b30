import type { Topology } from '#domain/topology/graph.ts'
import type { Box } from '#domain/topology/layout.ts'

type Boxes = ReadonlyMap<string, Box>

const middle = (box: Box) => box.x + box.width / 2

/** The nearest box above or below in the same column. */
function beside(from: string, down: boolean, boxes: Boxes, skip: ReadonlySet<string>): string | undefined {
  const own = boxes.get(from)
  if (!own) return
  const column = [...boxes]
    .filter(([id, box]) => !skip.has(id) && middle(box) === middle(own))
    .sort(([, a], [, b]) => a.y - b.y)
    .map(([id]) => id)
  return column[column.indexOf(from) + (down ? 1 : -1)]
}

/** The box at the other end of the line with the smallest turn; looks through junctions. */
function along(from: string, on: boolean, { edges }: Topology, boxes: Boxes, skip: ReadonlySet<string>) {
  const own = boxes.get(from)
  const [near, far] = on ? (['from', 'to'] as const) : (['to', 'from'] as const)
  const ends = (id: string): string[] =>
    edges
      .filter((edge) => edge[near] === id)
      .flatMap((edge) => (skip.has(edge[far]) ? ends(edge[far]) : edge[far]))
  const turn = (id: string) => Math.abs((boxes.get(id)?.y ?? 0) - (own?.y ?? 0))
  return ends(from).sort((a, b) => turn(a) - turn(b))[0]
}

/** The box that an arrow key leads to, if any. */
export function nextBox(
  from: string,
  key: string,
  dir: 'ltr' | 'rtl',
  topology: Topology,
  boxes: Boxes,
): string | undefined {
  const junctions = new Set(topology.nodes.filter(({ kind }) => kind === 'junction').map(({ id }) => id))
  if (key === 'ArrowDown' || key === 'ArrowUp') return beside(from, key === 'ArrowDown', boxes, junctions)
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
  return along(from, (key === 'ArrowRight') === (dir === 'ltr'), topology, boxes, junctions)
}

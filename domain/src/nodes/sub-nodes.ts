import { text } from './status.ts'

/** A panel below another one, as that one names it; `parentGuid` is its direct parent. */
export type SubNode = ReturnType<typeof subNodeOf>[number]

const most = 1_000
const states = ['online', 'offline', 'unknown']

function subNodeOf(row: unknown) {
  if (typeof row !== 'object' || row === null) return []
  const said = row as Record<string, unknown>
  const subNode = {
    guid: text(said.guid),
    parentGuid: text(said.parentGuid),
    name: text(said.name, 100),
    address: text(said.address, 253),
    status: states.find((known) => known === said.status) ?? 'unknown',
  }
  return subNode.guid === '' ? [] : [subNode]
}

/** What a panel says about the panels below it. Rows that cannot be read are left out. */
export function readSubNodes(answer: unknown): SubNode[] {
  if (!Array.isArray(answer)) return []
  return (answer as unknown[]).slice(0, most).flatMap(subNodeOf)
}

/** The panels below the nodes, each once: not those that are nodes themselves, and not the panel that asks. */
export function deeperSubNodes(
  own: string,
  nodes: readonly { guid: string }[],
  lists: readonly (readonly SubNode[])[],
): SubNode[] {
  const known = new Set([own, ...nodes.map(({ guid }) => guid)])
  const found: SubNode[] = []
  for (const one of lists.flat()) {
    if (known.has(one.guid)) continue
    known.add(one.guid)
    found.push(one)
  }
  return found
}

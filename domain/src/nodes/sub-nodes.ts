/** A panel below another one, as that one names it. */
export interface SubNode {
  guid: string
  /** Its direct parent. */
  parentGuid: string
  name: string
  address: string
  status: string
}

const most = 1_000
const states = ['online', 'offline', 'unknown']

/** Another program's text: short, and without characters that a database or a page cannot take. */
const text = (value: unknown, max: number): string =>
  typeof value === 'string' ? value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, max) : ''

function subNodeOf(row: unknown): SubNode[] {
  if (typeof row !== 'object' || row === null) return []
  const { guid, parentGuid, name, address, status } = row as Record<string, unknown>
  const id = text(guid, 64)
  if (id === '') return []
  return [
    {
      guid: id,
      parentGuid: text(parentGuid, 64),
      name: text(name, 100),
      address: text(address, 253),
      status: states.find((known) => known === status) ?? 'unknown',
    },
  ]
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

import type { Person, Place } from './rules.ts'

// Quotas of clients for inbounds, servers and labels (ADR 150): who has used one up loses these inbounds.

export interface ChargedQuota {
  on: 'inbound' | 'node' | 'label'
  inboundId?: number
  nodeId?: number
  label?: string
  bytes: number
  reset: 'client' | 'never'
}

export const targetOf = ({ on, inboundId, nodeId, label }: ChargedQuota): string =>
  `${on}:${inboundId ?? nodeId ?? label}`

/** Where charged bytes of a client were counted: on an inbound here, here and nobody knows on which, or on a node. */
export type Where = { here: number | undefined } | { node: number }

export function createQuotaRules(inbounds: ReadonlyMap<number, Place>) {
  const means = (quota: ChargedQuota, id: number): boolean => {
    const place = inbounds.get(id)
    if (!place) return false
    if (quota.on === 'inbound') return quota.inboundId === id
    return quota.on === 'node' ? quota.nodeId === place.node : place.labels.has(quota.label ?? '')
  }
  const onNode = ({ on }: Person, node: number): number[] =>
    [...on].filter((id) => inbounds.get(id)?.node === node)

  /** Bytes whose inbound is not known count if they can be of nothing else here, and on a node if they may be of it. */
  function counts(person: Person, quota: ChargedQuota, where: Where): boolean {
    if ('node' in where)
      return quota.on === 'node'
        ? quota.nodeId === where.node
        : onNode(person, where.node).some((id) => means(quota, id))
    if (quota.on === 'node') return quota.nodeId === 0
    if (where.here !== undefined) return means(quota, where.here)
    const here = onNode(person, 0)
    return here.length > 0 && here.every((id) => means(quota, id))
  }

  return {
    /** A quota begins to count when its client has an inbound that is meant, and ends with the quota. */
    settle(person: Person): void {
      const targets = new Set(person.quotas.map(targetOf))
      for (const target of person.used.keys()) if (!targets.has(target)) person.used.delete(target)
      for (const quota of person.quotas)
        if (!person.used.has(targetOf(quota)) && [...person.on].some((id) => means(quota, id)))
          person.used.set(targetOf(quota), 0n)
    },
    charge(person: Person, where: Where, charged: bigint): void {
      for (const quota of person.quotas) {
        const used = person.used.get(targetOf(quota))
        if (used !== undefined && counts(person, quota, where))
          person.used.set(targetOf(quota), used + charged)
      }
    },
    reset(person: Person): void {
      for (const quota of person.quotas)
        if (quota.reset === 'client' && person.used.has(targetOf(quota))) person.used.set(targetOf(quota), 0n)
    },
    /** As the panel shows them. */
    shown: (person: Person) =>
      person.quotas
        .filter((quota) => person.used.has(targetOf(quota)))
        .map((quota) => {
          const used = person.used.get(targetOf(quota)) ?? 0n
          const spent = used >= BigInt(quota.bytes) * 100n
          const closed = [...person.on].filter((id) => spent && means(quota, id)).sort((a, b) => a - b)
          return { target: targetOf(quota), used: Number(used / 100n), spent, closed }
        })
        .sort((a, b) => (a.target < b.target ? -1 : 1)),
  }
}

import type { UserItem } from './user-plan.ts'

/** Removals come before everything else in the queue. */
type Tier = 0 | 1
const tiers: readonly Tier[] = [0, 1]

export const itemId = ({ inboundId, key }: Pick<UserItem, 'inboundId' | 'key'>): string =>
  `${inboundId} ${key}`

/**
 * Changes for the core that no request waits for: one entry per client and inbound, however often it changed. An entry
 * only names the client; what to do is read from the database when its turn comes.
 */
export function createBacklog() {
  const queues: Record<Tier, Map<number, Map<string, UserItem>>> = { 0: new Map(), 1: new Map() }
  /** The last inbound served, per tier: they take turns. */
  const last: Record<Tier, number | undefined> = { 0: undefined, 1: undefined }
  let size = 0

  function remove(tier: Tier, inboundId: number, key: string): UserItem | undefined {
    const queue = queues[tier].get(inboundId)
    const item = queue?.get(key)
    if (!queue || !item) return undefined
    queue.delete(key)
    if (queue.size === 0) queues[tier].delete(inboundId)
    size--
    return item
  }

  /** Takes the entry of this user out of the queue, whatever its tier. */
  const removed = ({ inboundId, key }: UserItem): UserItem | undefined =>
    remove(0, inboundId, key) ?? remove(1, inboundId, key)

  /** The next inbound in turn, and the ones after it. */
  function inTurn(tier: Tier): number[] {
    const ids = [...queues[tier].keys()]
    const turn = last[tier]
    const next = turn === undefined ? 0 : ids.indexOf(turn) + 1
    return [...ids.slice(next), ...ids.slice(0, next)]
  }

  /** Up to `most` clients of one inbound, and the same clients on other inbounds: one database read each. */
  function takeFrom(
    tier: Tier,
    inboundId: number,
    most: number,
    isFree: (item: UserItem) => boolean,
  ): UserItem[] {
    const keys: string[] = []
    for (const [key, item] of queues[tier].get(inboundId) ?? []) {
      if (keys.length >= most) break
      if (isFree(item)) keys.push(key)
    }
    const taken: UserItem[] = []
    for (const [id, queue] of [...queues[tier]])
      for (const key of keys) {
        const item = queue.get(key)
        if (item && isFree(item)) taken.push(remove(tier, id, key) as UserItem) // found above
      }
    return taken
  }

  return {
    size: () => size,
    has: ({ inboundId, key }: Pick<UserItem, 'inboundId' | 'key'>): boolean =>
      tiers.some((tier) => queues[tier].get(inboundId)?.has(key) === true),
    /** True if it is new. Keeps the core's state from before the first change. */
    put(item: UserItem): boolean {
      const known = removed(item)
      const merged = known ? mergeItems(known, item) : item
      const tier: Tier = merged.closes ? 0 : 1
      const queue = queues[tier].get(item.inboundId) ?? new Map<string, UserItem>()
      queues[tier].set(item.inboundId, queue)
      queue.set(item.key, merged)
      size++
      return known === undefined
    },
    /** A request waits for this entry: takes it out of the queue. */
    pull(item: UserItem): UserItem {
      const known = removed(item)
      return known ? mergeItems(known, item) : item
    },
    /** The next portion: removals first, inbounds in turn. Only entries that are `isFree`. */
    take(most: number, isFree: (item: UserItem) => boolean, only?: 'removals'): UserItem[] {
      for (const tier of only ? ([0] as const) : tiers)
        for (const id of inTurn(tier)) {
          const items = takeFrom(tier, id, most, isFree)
          last[tier] = id
          if (items.length > 0) return items
        }
      return []
    },
    /** The core got this inbound again with all clients: pending additions are done. */
    dropAdditions(inboundId: number): number {
      let dropped = 0
      for (const [key, item] of [...(queues[1].get(inboundId) ?? [])])
        if (item.before === null && remove(1, inboundId, key)) dropped++
      return dropped
    },
    clear(): void {
      for (const tier of tiers) queues[tier].clear()
      size = 0
    },
  }
}

export type Backlog = ReturnType<typeof createBacklog>

/**
 * The core has not received the first change yet, so its state is the one before that. One that only waits for its other
 * name has the key from before the later change.
 */
const mergeItems = (known: UserItem, item: UserItem): UserItem => ({
  ...item,
  before: known.renames === undefined ? known.before : item.before,
  ...((known.closes || item.closes) && { closes: true }),
  ...((known.wrong ?? item.wrong) !== undefined && { wrong: known.wrong ?? item.wrong }),
  ...((known.renames ?? item.renames) !== undefined && { renames: known.renames ?? item.renames }),
})

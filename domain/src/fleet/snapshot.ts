import type { Block } from '#contract/inbound.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { blockIn } from '#domain/outbounds/share-parts.ts'
import type { Steps } from '#domain/steps.ts'
import { asCount } from '#domain/traffic/ledger.ts'
import { asBlock, asMoment, isBlock } from '#domain/untyped.ts'
import type { NodeInbound } from './inbound-plan.ts'
import { larger, type Sums } from './sums.ts'

/** A client's entry in an inbound of a node, as the node shows it. */
export type RemoteEntry = Block & { email: string }

/** An inbound of a node, as its list shows it. */
export interface RemoteInbound extends NodeInbound, Sums {
  id: number
  /** False if it reports bytes that no counter can hold. */
  isCountable: boolean
  entries: RemoteEntry[]
  /** An abandoned call may have created it: a call of 3x-ui creates it without clients, ours may create it with some. */
  mayBeLate: boolean
  /** Only our own panels say so. */
  disableFlow?: boolean
  speedDown?: number | undefined
  speedUp?: number | undefined
}

/** A client of a node: on which inbounds, and what the node counted for it. */
export interface RemoteClient {
  email: string
  subId: string
  /** By tag. */
  on: Map<string, RemoteEntry>
  /** Undefined if the node reports nothing, or more than a counter can hold. */
  sums: Sums | undefined
  /** In milliseconds, if the list has it. */
  lastOnline?: number
}

export type Snapshot = ReturnType<typeof nothingShown>

export const nothingShown = () => ({
  inbounds: new Map<string, RemoteInbound>(),
  /** By email key. */
  clients: new Map<string, RemoteClient>(),
  /** By email key: clients for which the node reports what no counter can hold. */
  uncountable: new Set<string>(),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0)

/** Blocks come as objects, or as JSON text from older panels. */
const blockOf = (value: unknown): Block => (typeof value === 'string' ? blockIn(value) : asBlock(value))

/** Bytes of a counter, or nothing: it is not more than a number can hold exactly. */
const isCountable = ({ up, down }: Block): boolean =>
  [up, down].every((bytes) => typeof bytes !== 'number' || bytes < Number.MAX_SAFE_INTEGER)

const isEntry = (value: unknown): value is RemoteEntry =>
  isBlock(value) && typeof value.email === 'string' && value.email !== ''

function inboundOf(row: unknown): RemoteInbound | undefined {
  if (!isBlock(row) || !Number.isSafeInteger(row.id) || textOf(row.tag) === '') return undefined
  const { clients, ...settings } = blockOf(row.settings)
  const entries = Array.isArray(clients) ? clients.filter(isEntry) : []
  return {
    id: numberOf(row.id),
    tag: textOf(row.tag),
    remark: textOf(row.remark),
    enable: row.enable === true,
    listen: textOf(row.listen),
    port: numberOf(row.port),
    protocol: textOf(row.protocol),
    settings,
    streamSettings: blockOf(row.streamSettings),
    sniffing: blockOf(row.sniffing),
    entries,
    mayBeLate: entries.length === 0,
    up: asCount(numberOf(row.up)),
    down: asCount(numberOf(row.down)),
    isCountable: isCountable(row),
  }
}

/** Entries that are read in one step. */
const stepSize = 2_000

/**
 * Reads a node's list of inbounds; undefined if the answer is no such list. Rows that cannot be read are left out. In steps:
 * a list of 100,000 clients must not block other requests.
 */
export function* snapshotSteps(answer: unknown): Steps<Snapshot | undefined> {
  if (!Array.isArray(answer)) return undefined
  let read = 0
  const snapshot = nothingShown()
  for (const row of answer as unknown[]) {
    const inbound = inboundOf(row)
    if (!inbound || snapshot.inbounds.has(inbound.tag)) continue
    snapshot.inbounds.set(inbound.tag, inbound)
    for (const entry of inbound.entries) {
      placeOf(snapshot, entry).on.set(inbound.tag, entry)
      if (++read % stepSize === 0) yield
    }
    const stats: unknown = (row as Block).clientStats // a block: `inboundOf` has read it
    for (const stat of Array.isArray(stats) ? stats : []) {
      addSums(snapshot, stat)
      if (++read % stepSize === 0) yield
    }
  }
  return snapshot
}

function placeOf({ clients }: Snapshot, entry: RemoteEntry): RemoteClient {
  const key = emailKey(entry.email)
  const known = clients.get(key)
  if (known) return known
  const made = { email: entry.email, subId: textOf(entry.subId), on: new Map(), sums: undefined }
  clients.set(key, made)
  return made
}

/** Counters of clients that are on no inbound are ignored. */
function addSums({ clients, uncountable }: Snapshot, stat: unknown): void {
  if (!isBlock(stat)) return
  const key = emailKey(textOf(stat.email))
  const client = clients.get(key)
  if (!client) return
  if (!isCountable(stat)) uncountable.add(key)
  const sums = { up: asCount(numberOf(stat.up)), down: asCount(numberOf(stat.down)) }
  client.lastOnline = Math.max(client.lastOnline ?? 0, asMoment(stat.lastOnline))
  client.sums = uncountable.has(key) ? undefined : larger(client.sums ?? sums, sums)
}

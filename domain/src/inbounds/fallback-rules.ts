import type { FallbackInput } from '#contract/fallback.ts'
import { isProtocol } from '#contract/protocol.ts'
import { Refusal } from '#domain/refusal.ts'
import { textAt } from '#domain/untyped.ts'
import { canHostFallbacks } from './capabilities.ts'
import { cutOffChildren, type FallbackInbound, secondH2 } from './fallbacks.ts'
import { layer4Of } from './port.ts'
import { runTogether } from './runs-on.ts'
import { type InboundShape, networkOf, securityOf } from './stream.ts'

const destShape = /^(?:serve-ws-none|\d{1,5}|[/@].+|(?:\[[0-9a-f:.%]+\]|[^\s:/@]+):\d{1,5})$/i

function checkDest(dest: string, field: string): void {
  if (dest === '') return
  const port = /^(?:.*:)?(\d{1,5})$/.exec(dest)?.[1]
  const portOk = /^[/@]/.test(dest) || port === undefined || (Number(port) >= 1 && Number(port) <= 65535)
  if (!destShape.test(dest) || !portOk) throw new Refusal('fallback.dest-invalid', {}, field)
}

function checkChild(
  master: FallbackInbound,
  child: FallbackInbound | undefined,
  row: FallbackInput,
  at: string,
): void {
  if (!child) throw new Refusal('fallback.child-missing', { id: row.childId }, `${at}.childId`)
  if (!runTogether(child, master) && row.dest === '')
    throw new Refusal('fallback.child-elsewhere', {}, `${at}.childId`)
  if (!isProtocol(child.protocol) || !layer4Of({ ...child, protocol: child.protocol }).includes('tcp'))
    throw new Refusal('fallback.child-not-tcp', {}, `${at}.childId`)
}

/** Whether `target` can be reached from `start` through masters' children. */
function leadsTo(
  start: number,
  target: number,
  childrenOf: (masterId: number) => readonly number[],
): boolean {
  const seen = new Set<number>()
  const queue = [start]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (id === target) return true
    if (seen.has(id)) continue
    seen.add(id)
    queue.push(...childrenOf(id))
  }
  return false
}

export interface FallbackWorld {
  inboundOf: (id: number) => FallbackInbound | undefined
  /** Children of all other masters, as stored. */
  childrenOf: (masterId: number) => readonly number[]
}

function checkRow(master: FallbackInbound, row: FallbackInput, at: string, world: FallbackWorld): void {
  if (![0, 1, 2].includes(row.xver)) throw new Refusal('input.one-of', { values: '0, 1, 2' }, `${at}.xver`)
  for (const key of ['name', 'alpn', 'path'] as const)
    if (row[key].length > 1024 || /[\p{Cc}\p{Cs}]/u.test(row[key]))
      throw new Refusal('input.too-long-or-control', { max: 1024 }, `${at}.${key}`)
  checkDest(row.dest, `${at}.dest`)
  if (row.childId <= 0) {
    if (row.dest === '') throw new Refusal('fallback.no-target', {}, `${at}.childId`)
    return
  }
  if (row.childId === master.id) throw new Refusal('fallback.itself', {}, `${at}.childId`)
  checkChild(master, world.inboundOf(row.childId), row, at)
  if (leadsTo(row.childId, master.id, world.childrenOf))
    throw new Refusal('fallback.loop', {}, `${at}.childId`)
}

export type OrderedFallback = FallbackInput & { sortOrder: number }

/**
 * Sorts the rows. A row without an order uses its position in the list; the sort is stable, so equal orders keep the
 * list's order. Distinct orders are kept as sent; otherwise the rows are renumbered.
 */
function inOrder(rows: readonly FallbackInput[]): OrderedFallback[] {
  const ordered = rows
    .map((row, i) => ({ ...row, sortOrder: row.sortOrder ?? i }))
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
  const distinct = new Set(ordered.map((row) => row.sortOrder)).size === ordered.length
  return distinct ? ordered : ordered.map((row, i) => ({ ...row, sortOrder: i }))
}

/** Refuses the first row that the core would not accept; otherwise returns the rows in order. */
export function acceptedFallbacks(
  master: FallbackInbound,
  rows: readonly FallbackInput[],
  world: FallbackWorld,
): OrderedFallback[] {
  if (rows.length > 0 && !canHostFallbacks(master))
    throw new Refusal('fallback.master-unfit', {}, 'fallbacks')
  if (rows.length > 0 && (textAt(master.settings, 'decryption') || 'none') !== 'none')
    throw new Refusal('fallback.decryption', {}, 'fallbacks')
  for (const [i, row] of rows.entries()) checkRow(master, row, `fallbacks[${i}]`, world)
  return inOrder(rows.map((row) => ({ ...row, childId: Math.max(0, row.childId) })))
}

/** Refuses also what the core accepts although no client would reach the child. */
export function checkedFallbacks(
  master: FallbackInbound,
  rows: readonly FallbackInput[],
  world: FallbackWorld,
): OrderedFallback[] {
  const accepted = acceptedFallbacks(master, rows, world)
  const lost = lostChild(master, accepted, world.inboundOf)
  if (lost) {
    const at = rows.findIndex((row) => row.childId === lost.childId)
    throw refusalOf(lost, world.inboundOf, `fallbacks[${at}].childId`)
  }
  return accepted
}

interface LostChild {
  childId: number
  why: 'undialable' | 'shared' | 'two-h2'
  /** The child that gets its connections, of two that use HTTP/2. */
  otherId: number
}

/** The first child that no client would reach through this master. */
export function lostChild(
  master: InboundShape,
  rows: readonly OrderedFallback[],
  childOf: FallbackWorld['inboundOf'],
): LostChild | undefined {
  if (!canHostFallbacks(master)) return undefined
  if (securityOf(master.streamSettings) !== 'reality') {
    const second = secondH2(master, rows, childOf)
    return second && { childId: second.row.childId, why: 'two-h2', otherId: second.first.childId }
  }
  const stored = rows.map((row, i) => ({ ...row, id: i + 1, masterId: 0 }))
  const [first] = cutOffChildren(master, stored, childOf)
  return first && { childId: first[0], why: first[1], otherId: 0 }
}

/** Reports it at the row of the child, or at the edited inbound. */
export function refusalOf(
  { childId, why, otherId }: LostChild,
  childOf: (id: number) => InboundShape | undefined,
  field: string,
): Refusal {
  if (why === 'two-h2') return new Refusal('fallback.two-h2', { other: otherId }, field)
  if (why === 'shared') return new Refusal('fallback.reality-shared', { child: childId }, field)
  const network = networkOf(childOf(childId)?.streamSettings ?? {})
  return new Refusal('fallback.reality-undialable', { child: childId, network }, field)
}

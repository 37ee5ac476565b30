import type { FleetApplied } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/names.ts'
import { hashOf } from '#domain/content-version.ts'
import type { Snapshot } from '#domain/fleet/snapshot.ts'
import type { Hashes, Session } from './adapter.ts'

export const tagName = (tag: string): string => `inbound ${tag}`
export const clientName = (email: string): string => `client ${emailKey(email)}`

/** What of ours a node shows, by name, so that two snapshots can be compared. */
export type Seen = ReadonlyMap<string, string>

/** `gone` are tags that a late call may bring back. */
export function seenOf(
  { inbounds, clients }: Snapshot,
  ours: ReadonlySet<string>,
  gone: readonly string[],
): Seen {
  const seen = new Map<string, string>()
  for (const tag of [...ours, ...gone]) {
    const inbound = inbounds.get(tag)
    if (!inbound) continue
    const { up: _, down: __, entries: ___, isCountable: ____, ...config } = inbound
    seen.set(tagName(tag), hashOf(JSON.stringify(config)))
  }
  for (const { email, on } of clients.values()) {
    const entries = [...on].filter(([tag]) => ours.has(tag))
    if (entries.length > 0) seen.set(clientName(email), hashOf(JSON.stringify(entries)))
  }
  return seen
}

/** Something changed that the panel has not just made so: by the node itself, or by a call that was given up. */
export function hasDrifted(before: Seen, now: Seen, settled: ReadonlySet<string>): boolean {
  for (const [name, hash] of now) if (before.get(name) !== hash && !settled.has(name)) return true
  for (const name of before.keys()) if (!now.has(name) && !settled.has(name)) return true
  return false
}

/** An answer that is older than what was expected says nothing about it. */
const isNewer = (a: Hashes, b: Hashes): boolean => a.epoch !== b.epoch || a.seq >= b.seq

/** Something of ours on a Sluice node is not as the panel left it. */
export function hashesDiffer({ expected, reported }: Session): boolean {
  if (!expected || !reported || !isNewer(reported, expected)) return false
  for (const [tag, hash] of expected.byTag) if (reported.byTag.get(tag) !== hash) return true
  return false
}

/** The node's answer to our own change: true if it held something else before than it should have. */
export function expectApplied(session: Session, { epoch, seq, before, after }: FleetApplied): boolean {
  const known = session.expected?.byTag
  const byTag = new Map(known)
  for (const tag of Object.keys(before)) if (!(tag in after)) byTag.set(tag, undefined)
  for (const [tag, hash] of Object.entries(after)) byTag.set(tag, hash)
  session.expected = { epoch, seq, byTag }
  if (!known) return false
  return Object.entries(before).some(([tag, hash]) => known.has(tag) && known.get(tag) !== hash)
}

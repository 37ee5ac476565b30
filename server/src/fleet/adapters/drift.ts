import { emailKey } from '#domain/clients/names.ts'
import type { Snapshot } from '#domain/fleet/snapshot.ts'
import { hashOf } from '#domain/text-hash.ts'

export const tagName = (tag: string): string => `inbound ${tag}`
export const clientName = (email: string): string => `client ${emailKey(email)}`

/** What of ours a node shows, by name, so that two looks can be told apart. */
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

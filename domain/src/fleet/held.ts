import type { Block } from '#contract/inbound.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { hashPair } from '../content-version.ts'
import { comparedFields, speedFields } from './client-plan.ts'

/** Clients of an inbound are compared in this many groups, so that one difference costs a 256th of them. */
export const bucketCount = 256

export const bucketOf = (email: string): number => (hashPair(emailKey(email))[0] >>> 0) % bucketCount

/** Null, blank and zero mean the same to a panel. */
const plain = (value: unknown): unknown =>
  value === undefined || value === null || value === '' || value === 0 ? 0 : value

/** A hash of a client's entry on one inbound, as two numbers: equal entries have equal numbers on every panel. */
export function entryHash(inbound: InboundShape, entry: Block): [number, number] {
  // Unset values are left out: panels of versions without speeds have the same numbers.
  const set = speedFields.filter((key) => plain(entry[key]) !== 0)
  return hashPair(JSON.stringify([...comparedFields(inbound), ...set].map((key) => [key, plain(entry[key])])))
}

/** The clients of one inbound in 256 numbers. Entries are added and taken away in any order, so a change costs one entry. */
export type Held = ReturnType<typeof nothingHeld>

export const nothingHeld = () => ({
  buckets: new Int32Array(2 * bucketCount),
  total: new Int32Array(2),
})

/** Adds an entry, or takes away one that was added. */
export function toggle({ buckets, total }: Held, bucket: number, [a, b]: readonly [number, number]): void {
  buckets[2 * bucket] = (buckets[2 * bucket] ?? 0) ^ a
  buckets[2 * bucket + 1] = (buckets[2 * bucket + 1] ?? 0) ^ b
  total[0] = (total[0] ?? 0) ^ a
  total[1] = (total[1] ?? 0) ^ b
}

const pairText = (a = 0, b = 0): string =>
  a === 0 && b === 0 ? '' : `${(a >>> 0).toString(36)}-${(b >>> 0).toString(36)}`

export const bucketTexts = ({ buckets }: Held): string[] =>
  Array.from({ length: bucketCount }, (_, n) => pairText(buckets[2 * n], buckets[2 * n + 1]))

/** One text for an inbound with all its clients; `config` says what the inbound itself is. */
export const heldText = (config: string, { total }: Held): string =>
  `${config}.${pairText(total[0], total[1])}`

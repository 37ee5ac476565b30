import type { Entries, EntryCheck, EntryEye } from '#contract/entries-api.ts'
import type { Translate } from '../i18n/translation.tsx'

type Cause = Pick<EntryCheck, 'cause' | 'causeCoded'>

/** What a check of one inbound said. */
export type Outcome =
  | { kind: 'good'; latencyMs: number; checkedAt: number }
  /** `address`: where it fails, if other entries of the inbound are good; blank otherwise. */
  | ({ kind: 'failed'; address: string; checkedAt: number } & Cause)
  | ({ kind: 'offline' } & Cause)
  | { kind: 'off' }
  /** Nobody checks it: its node takes no part, or not yet. */
  | ({ kind: 'unchecked' } & Cause)
  /** It has no entry that was looked at. */
  | { kind: 'unknown' }

/** As it is typed: IPv6 in brackets. */
export const addressOf = ({ address, port }: Pick<EntryCheck, 'address' | 'port'>): string =>
  `${address.includes(':') ? `[${address}]` : address}:${port}`

/** Two entries of one inbound may have the same address. */
export const keyOfEntry = ({ inboundId, position, address, port }: EntryCheck): string =>
  `${inboundId} ${position} ${addressOf({ address, port })}`

/** All entries of an inbound in one sentence, as this server sees them: where clients fail, or how long the slowest way takes. */
function outcomeOf(all: readonly EntryCheck[]): Outcome {
  const entries = all.filter(({ eye }) => eye === '')
  const failed = entries.filter(({ state }) => state === 'failed')
  const checkedAt = Math.min(...entries.map((one) => one.checkedAt))
  const [first] = failed
  if (first) {
    const { cause, causeCoded } = first
    const address = failed.length < entries.length ? addressOf(first) : ''
    return { kind: 'failed', address, checkedAt, cause, causeCoded }
  }
  if (entries.length === 0) return { kind: 'unknown' }
  return { kind: 'good', latencyMs: Math.max(...entries.map(({ latencyMs }) => latencyMs)), checkedAt }
}

const unjudged = ({ everyMinutes, offline, offlineCoded }: Entries): Outcome | undefined => {
  if (everyMinutes === 0) return { kind: 'off' }
  return offline === '' ? undefined : { kind: 'offline', cause: offline, causeCoded: offlineCoded }
}

/** What is known of an inbound. What an earlier round saw is not said again while the checks are off or offline. */
export const knownOf = (all: Entries, inboundId: number): Outcome =>
  unjudged(all) ??
  orWhyNot(outcomeOf(all.entries.filter((one) => one.inboundId === inboundId)), all, inboundId)

function orWhyNot(found: Outcome, { unchecked }: Entries, inboundId: number): Outcome {
  const none = found.kind === 'unknown' && unchecked.find((one) => one.inboundId === inboundId)
  return none ? { kind: 'unchecked', cause: none.reason, causeCoded: none.reasonCoded } : found
}

/** What a check of this inbound saw itself: results that were there before it are not its own. */
export function newOf(before: Entries, after: Entries, inboundId: number): Outcome {
  const times = new Map(before.entries.map((one) => [`${keyOfEntry(one)} ${one.eye}`, one.checkedAt]))
  const own = after.entries.filter((one) => one.checkedAt > (times.get(`${keyOfEntry(one)} ${one.eye}`) ?? 0))
  const found = orWhyNot(outcomeOf(own), after, inboundId)
  return found.kind === 'failed' ? found : (unjudged(after) ?? found)
}

/** What it is called where its results stand. */
export const eyeName = (t: Translate, { id, name }: Pick<EntryEye, 'id' | 'name'>): string =>
  id === '' ? t('entry.here') : name

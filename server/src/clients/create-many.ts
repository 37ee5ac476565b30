import type { AddClient } from '#contract/client-bodies.ts'
import type { Coded } from '#contract/coded.ts'
import { isSameIdentity, newClient } from '#domain/clients/client.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { ClientChange } from '../store/changes/change.ts'
import type { Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import type { Draft } from './conflicts.ts'
import type { Target } from './find.ts'
import { attachedDraft, union } from './service.ts'
import { changeOf, type Writing } from './writing.ts'

export interface Skip {
  email: string
  reason: string
  reasonCoded: Coded[]
}

export const skipOf = (email: string, why: Refusal): Skip => ({
  email,
  reason: why.message,
  reasonCoded: [codedOf(why)],
})

/** Saves the drafts without conflicts and returns the rest with their refusals. */
export async function saveSome(
  w: Writing,
  tx: Tx,
  drafts: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
) {
  const had = drafts.map(({ inboundIds }) => inboundIds)
  const missing = await w.follow(tx, drafts)
  const isSame = drafts.every(({ inboundIds }, i) => inboundIds === had[i])
  const refused = await w.conflicts(tx, drafts, isSame ? targets : await w.find.targetsOf(tx, drafts))
  for (const [draft, why] of await w.quotas.checks.refusedAmong(tx, drafts))
    if (!refused.has(draft)) refused.set(draft, why)
  const saved = refused.size === 0 ? [...drafts] : drafts.filter((d) => !refused.has(d))
  if (saved.length > 0) await w.store.save(tx, saved, w.now())
  return { saved, refused, missing }
}

/**
 * Creates new clients, then attaches those that turn out to be known (R19). A call with new clients only runs no extra
 * statements.
 */
export function createCreateMany(w: Writing) {
  const { find, mint } = w

  function draftOf(
    { client, inboundIds }: AddClient,
    targets: ReadonlyMap<number, Target>,
    orphans: boolean,
  ) {
    const ids = union([], inboundIds)
    if (ids.length === 0 && !orphans) throw new Refusal('client.no-inbound-chosen')
    const fits = ids.map((id) => {
      const target = targets.get(id)
      if (!target) throw new Refusal('client.inbound-unfit', { id })
      return target
    })
    return { known: null, next: newClient(client, fits, mint()), inboundIds: ids }
  }

  /** Handles one item per client at a time, as if they had been sent one after the other. */
  async function attachKnown(
    tx: Tx,
    items: readonly AddClient[],
    skip: (item: AddClient, why: Refusal) => void,
  ) {
    const saved: Draft[] = []
    for (let rest = items; rest.length > 0; ) {
      const turns = new Map<string, AddClient>()
      const later: AddClient[] = []
      for (const item of rest) {
        const key = emailKey(item.client.email ?? '')
        if (turns.has(key)) later.push(item)
        else turns.set(key, item)
      }
      saved.push(...(await attachEach(tx, turns, skip)))
      rest = later
    }
    return saved
  }

  async function attachEach(
    tx: Tx,
    items: ReadonlyMap<string, AddClient>,
    skip: (item: AddClient, why: Refusal) => void,
  ): Promise<Draft[]> {
    const known = await find.many(tx, [...items.keys()])
    const targets = await find.present(
      tx,
      [...items].flatMap(([key, item]) => [...item.inboundIds, ...(known.get(key)?.inboundIds ?? [])]),
    )
    const drafts = new Map<Draft, AddClient>()
    for (const [key, item] of items) {
      const hit = known.get(key)
      const lacks = hit && item.inboundIds.some((id) => !hit.inboundIds.includes(id))
      try {
        if (!lacks || !isSameIdentity(toClient(hit.row), item.client))
          throw new Refusal('client.email-taken', { email: item.client.email ?? '' }, 'email')
        drafts.set(attachedDraft(hit, item.inboundIds, targets, mint()), item)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        skip(item, error)
      }
    }
    const { saved, refused } = await saveSome(w, tx, [...drafts.keys()], targets)
    for (const [draft, refusal] of refused) skip(drafts.get(draft) as AddClient, refusal) // every draft is a key of the map
    return saved
  }

  /** `orphans`: also accept clients without an inbound, as in an export. */
  return async function createMany(tx: Tx, list: readonly AddClient[], userId: number, orphans: boolean) {
    const asked = list.flatMap((item) => item.inboundIds)
    const targets = await find.present(tx, asked, userId)
    const skipped: Skip[] = []
    const skip = ({ client }: AddClient, why: Refusal) => void skipped.push(skipOf(client.email ?? '', why))
    const drafts = new Map<Draft, AddClient>()
    for (const item of list) {
      try {
        drafts.set(draftOf(item, targets, orphans), item)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        skip(item, error)
      }
    }
    const { saved, refused } = await saveSome(w, tx, [...drafts.keys()], targets)
    const known: AddClient[] = []
    for (const [draft, refusal] of refused) {
      const item = drafts.get(draft) as AddClient // every draft is a key of the map
      if (refusal.field === 'email' && item.client.subId) known.push(item)
      else skip(item, refusal)
    }
    const attached = await attachKnown(tx, known, skip)
    return {
      created: saved.length + attached.length,
      changes: oncePerClient([...saved, ...attached]),
      saved,
      attached,
      skipped,
    }
  }
}

/** A client that was saved more than once is reported as one change, from its first state to its last. */
function oncePerClient(saved: readonly Draft[]): ClientChange[] {
  const changes = new Map<string, ClientChange>()
  for (const draft of saved) {
    const first = changes.get(draft.next.email)
    const change = changeOf(draft)
    changes.set(draft.next.email, first ? { ...first, inboundIds: change.inboundIds } : change)
  }
  return [...changes.values()]
}

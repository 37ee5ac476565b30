import type { Act } from '#contract/acts.ts'
import type { ClientInput } from '#contract/client.ts'
import type { AddClient, SaveClient } from '#contract/client-bodies.ts'
import type { TrafficInput } from '#contract/traffic.ts'
import {
  differingFields,
  isSameIdentity,
  newClient,
  type StoredClient,
  sameClient,
  updatedClient,
} from '#domain/clients/client.ts'
import { fittingCredentials, type Mint } from '#domain/clients/credentials.ts'
import { settleEnable } from '#domain/clients/enable.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Reader, Tx } from '../store/open.ts'
import { clientVersion, toClient } from '../store/rows/client.ts'
import type { Draft } from './conflicts.ts'
import { chargedBytes, type Known, type Target } from './find.ts'
import { actionOf, changeOf, goneChange, outcomeOf, type Writing } from './writing.ts'

/** The caller, and the user whose inbounds may be touched. */
export interface By {
  userId: number
  actor: Actor
}

/** The core identifies users by email, so a rename makes a new user there. A change of letter case does not. */
const renameNote = (was: StoredClient, is: StoredClient): string =>
  was.enable && emailKey(was.email) !== emailKey(is.email)
    ? 'The client has a new name. The core knows clients by their name, so its open connections were ended; it can connect again at once.'
    : ''

/** The group and plan that an update gives. */
const given = ({ group, planId }: ClientInput) => ({
  ...(group !== undefined && { group }),
  ...(planId !== undefined && { planId }),
})

/** A save that only adds or only removes inbounds is called so in the trail. */
function savedAct(hasSameFields: boolean, more: readonly number[], less: readonly number[]): Act {
  if (!hasSameFields || (more.length > 0 && less.length > 0)) return 'client.update'
  if (more.length > 0) return 'client.attach'
  return less.length > 0 ? 'client.detach' : 'client.update'
}

import { zeroFree } from './zero-counters.ts'

export function createClients(w: Writing) {
  const { find, mint, commit } = w

  /** Writes one draft; an unchanged client is not written. */
  async function put(tx: Tx, before: Reader, action: Act, draft: Draft) {
    const { known, next, inboundIds } = draft
    const same =
      known && sameClient(toClient(known.row), next) && known.inboundIds.join() === inboundIds.join()
    if (same) return outcomeOf(null, undefined)
    await w.saveAll(tx, [draft], { before })
    return outcomeOf(null, actionOf(action, draft), [changeOf(draft)])
  }

  async function attached(
    before: Reader,
    known: Known,
    inboundIds: readonly number[],
    userId: number,
  ): Promise<Draft> {
    await find.targets(before, inboundIds, userId)
    const present = await find.present(before, union(known.inboundIds, inboundIds))
    return attachedDraft(known, inboundIds, present, mint())
  }

  /** Fields and attachments in one write. Returns a note for the caller, or a blank string. */
  async function save(
    email: string,
    { client, attach, detach }: SaveClient,
    { userId, actor }: By,
    version?: string,
  ): Promise<string> {
    return commit(actor, async (tx, before) => {
      const known = await find.one(before, email)
      if (version !== undefined && version !== clientVersion(known.row))
        throw new Refusal('version.changed', {}, 'version')
      const more = attach.filter((id) => !known.inboundIds.includes(id))
      const less = known.inboundIds.filter((id) => detach.includes(id))
      await find.targets(before, more, userId)
      if (less.length > 0) await find.refuseForeign(before, less, userId)
      const wished = union(known.inboundIds, more).filter((id) => !less.includes(id))
      const present = await find.present(before, wished)
      const stored = toClient(known.row)
      const next = updatedClient(stored, client, {
        used: chargedBytes(known.traffic),
        mint: mint(),
        targets: [...present.values()],
        rule: await w.policies(before, [{ ...stored, ...given(client) }]),
      })
      const draft = { known, next, inboundIds: wished.filter((id) => present.has(id)) } // P27
      const done = await put(tx, before, savedAct(next === stored, more, less), draft)
      return { ...done, result: done.action ? renameNote(stored, next) : '' }
    })
  }

  return {
    /** Returns the names of sent fields that differ from the client that already exists. */
    async add({ client, inboundIds }: AddClient, { userId, actor }: By): Promise<string[]> {
      return commit(actor, async (tx, before) => {
        if (inboundIds.length === 0) throw new Refusal('client.no-inbound-chosen', {}, 'inboundIds')
        const ids = union([], inboundIds)
        const targets = await find.targets(before, ids, userId)
        const known = client.email
          ? (await find.many(before, [client.email])).values().next().value
          : undefined
        if (known) {
          // A central panel adds the same client once per inbound (R19).
          const missing = ids.filter((id) => !known.inboundIds.includes(id))
          if (!isSameIdentity(toClient(known.row), client) || missing.length === 0) {
            throw new Refusal('client.email-taken', { email: known.row.email }, 'email')
          }
          const draft = await attached(before, known, missing, userId)
          const done = await put(tx, before, 'client.attach', draft)
          return { ...done, result: differingFields(toClient(known.row), client) }
        }
        const next = newClient(client, [...targets.values()], mint())
        return {
          ...(await put(tx, before, 'client.add', { known: null, next, inboundIds: ids })),
          result: [],
        }
      })
    },

    /** Returns a note for the caller, or a blank string. */
    update: (email: string, client: ClientInput, by: By, version?: string): Promise<string> =>
      save(email, { client, attach: [], detach: [] }, by, version),
    save,

    async del(email: string, keepTraffic: boolean, { actor }: By): Promise<null> {
      return commit(actor, async (tx, before) => {
        const known = await find.one(before, email)
        await w.store.remove(tx, [known], keepTraffic, w.now())
        const { disabledByPanel: _, givenInbounds: _g, withoutInbounds: _w, ...gone } = toClient(known.row)
        const action = {
          action: 'client.del' as const,
          objectKind: 'client',
          object: known.row.email,
          before: { ...gone, inboundIds: known.inboundIds },
        }
        return outcomeOf(null, action, [goneChange(known)])
      })
    },

    async attach(email: string, inboundIds: readonly number[], { userId, actor }: By): Promise<null> {
      return commit(actor, async (tx, before) => {
        const known = await find.one(before, email)
        const missing = inboundIds.filter((id) => !known.inboundIds.includes(id))
        return put(tx, before, 'client.attach', await attached(before, known, missing, userId))
      })
    },

    async detach(email: string, inboundIds: readonly number[], { userId, actor }: By): Promise<null> {
      return commit(actor, async (tx, before) => {
        const known = await find.one(before, email)
        const leaving = known.inboundIds.filter((id) => inboundIds.includes(id))
        await find.refuseForeign(before, leaving, userId)
        const kept = known.inboundIds.filter((id) => !inboundIds.includes(id))
        return put(tx, before, 'client.detach', { known, next: toClient(known.row), inboundIds: kept })
      })
    },

    /** False for an unknown email, which is still a success: callers written for 3x-ui expect that. */
    resetTraffic: (email: string, by: By): Promise<boolean> =>
      counted(email, { upload: 0, download: 0 }, 'client.resetTraffic', by),
    updateTraffic: (email: string, counters: TrafficInput, by: By): Promise<boolean> =>
      counted(email, counters, 'client.updateTraffic', by),
  }

  async function counted(email: string, counters: TrafficInput, action: Act, { actor }: By) {
    return commit(actor, async (tx, before) => {
      const known = (await find.many(before, [email])).values().next().value
      if (!known) return { result: false }
      return { ...(await recount(tx, known, counters, action)), result: true }
    })
  }

  /** Sets the counters, and re-enables the client if it was disabled for its quota only (R23). */
  async function recount(tx: Tx, known: Known, { upload, download }: TrafficInput, action: Act) {
    const used = upload + download
    if (!Number.isSafeInteger(used)) throw new Refusal('client.traffic-too-large', {}, 'upload')
    const stored = toClient(known.row)
    const before = { up: known.traffic?.up ?? 0, down: known.traffic?.down ?? 0 }
    const isSame = before.up === upload && before.down === download
    const set = () => w.store.setCounters(tx, [known.row.email], upload, download, w.now())
    if (!isSame)
      await set() // first: what its group has used decides, too
    else if (used === 0) await zeroFree(w, tx, [known.row.email])
    const rule = (await w.policies(tx, [stored]))(stored)
    const next = touched(stored, settleEnable(stored, used, w.now(), rule), w.now())
    if (next === stored && isSame) return outcomeOf(null, undefined)
    const draft: Draft = { known, next, inboundIds: known.inboundIds }
    if (next !== stored || !known.traffic) await w.store.save(tx, [draft], w.now())
    if (isSame || !known.traffic) await set()
    const done = {
      action,
      objectKind: 'client',
      object: known.row.email,
      before,
      after: { up: upload, down: download },
    }
    return outcomeOf(null, done, [changeOf(draft)])
  }
}

export type Clients = ReturnType<typeof createClients>

export const union = (a: readonly number[], b: readonly number[]): number[] =>
  [...new Set([...a, ...b])].sort((x, y) => x - y)

/**
 * The client attached to these inbounds too. Its credentials are reused where they fit (P16); inbounds that were
 * deleted or take no clients are dropped (P27).
 */
export function attachedDraft(
  known: Known,
  inboundIds: readonly number[],
  targets: ReadonlyMap<number, Target>,
  mint: Mint,
): Draft {
  const all = union(known.inboundIds, inboundIds).filter((id) => targets.has(id))
  const stored = toClient(known.row)
  const fits = all.flatMap((id) => targets.get(id) ?? [])
  const fitted = { ...stored, ...fittingCredentials(stored, fits, mint) }
  return { known, next: touched(stored, fitted, mint.now), inboundIds: all }
}

/** Returns `before` itself when nothing changed, else `after` with a new update time. */
export const touched = (before: StoredClient, after: StoredClient, now: number): StoredClient =>
  sameClient(before, after) ? before : { ...after, updatedAt: now }

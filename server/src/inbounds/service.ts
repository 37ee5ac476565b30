import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { InboundInput, InboundReview } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import type { CarriedTraffic } from '#contract/traffic.ts'
import { configDiff } from '#domain/core-config/diff.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { type InboundFields, updatedInbound } from '#domain/inbounds/inbound.ts'
import { wordsIn } from '#domain/inbounds/labels.ts'
import { layer4Of, sameClaim } from '#domain/inbounds/port.ts'
import { tagAfterUpdate } from '#domain/inbounds/tag.ts'
import type { ClientDraft } from '#domain/inbounds/with-clients.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Values } from '#domain/rotation/values.ts'
import { sameJson } from '#domain/untyped.ts'
import type { Actor } from '../platform/http/caller.ts'
import { createMint } from '../platform/mint.ts'
import type { Base } from '../settings/base-services.ts'
import type { Change, ClientChange } from '../store/changes/change.ts'
import type { Told } from '../store/changes/commit.ts'
import type { Tx } from '../store/open.ts'
import { type InboundRow, inboundVersion, toInboundColumns, toInboundFields } from '../store/rows/inbound.ts'
import { inboundAction } from './action.ts'
import type { Bindable } from './bindable.ts'
import { createInboundClaims, type InboundClaims } from './claims.ts'
import { createInboundCreation } from './create.ts'
import { refuseLostChildren } from './fallbacks.ts'
import { claimOf, findInbound, tagTaken } from './find.ts'
import type { InboundHooks } from './hooks.ts'
import { createInboundMetering } from './metering.ts'

export interface By {
  userId: number
  actor: Actor
}

/** The part of the clients room that a write of an inbound uses, in its transaction. */
export interface InboundClients {
  /** `refit`: the protocol or cipher changed, so every client is checked again. */
  assign(
    tx: Tx,
    inboundId: number,
    listed: readonly ClientDraft[] | undefined,
    refit?: boolean,
  ): Promise<ClientChange[]>
  /** Creates clients beside those that the inbound has. */
  create(tx: Tx, inboundId: number, listed: readonly ClientDraft[]): Promise<ClientChange[]>
  release(tx: Tx, inboundIds: readonly number[]): Promise<void>
  /** Groups and plans may name this inbound now, or no longer: by its id, or by one of these labels. */
  follow(tx: Tx, inboundId: number, labels: readonly string[]): Promise<ClientChange[]>
  /** It has other labels, another place or another protocol: quotas of clients may mean it now, or no longer. Adds to `told`. */
  quotas(tx: Tx, inboundId: number, told: readonly ClientChange[]): Promise<ClientChange[]>
  /** A WireGuard inbound, as it is stored now, must leave its clients their keys and addresses. */
  refuseTaken(tx: Tx, inboundId: number): Promise<void>
  /** Imports counters of an export for clients that have none here yet. */
  carry(tx: Tx, counters: readonly CarriedTraffic[]): Promise<void>
}

/** An inbound as it was. */
export type PastInbound = InboundFields & { id: number; tag: string }

interface Deps extends Pick<Base, 'db' | 'commit' | 'now'> {
  clients: InboundClients
  hooks: InboundHooks
  bindable: Pick<Bindable, 'whyNot'>
}

/**
 * Inbounds: created, edited, restored and reviewed. The room owns the tables `inbounds` and `inbound_fallbacks`. What
 * rooms on higher floors know about inbounds comes through `InboundHooks`.
 */
export function createInbounds({ db, now, commit, clients, hooks, bindable }: Deps) {
  const metering = createInboundMetering(db)
  const mint = () => createMint(now())
  const claims = createInboundClaims({ db, hooks, bindable })
  const { claimFor, claim, refuseOtherPrograms, tryOut } = claims

  const refits = (before: InboundFields, after: InboundFields) =>
    before.protocol !== after.protocol || methodOf(before) !== methodOf(after)
  const keepsKeys = async (tx: Tx, id: number, before: InboundFields, after: InboundFields) => {
    if (refits(before, after) || before.nodeId !== after.nodeId) await hooks.keepsAddressKeys(tx, id, after)
  }

  const changeOf = (id: number, clients: readonly ClientChange[]): Change => ({
    kind: 'inbounds-changed',
    ids: [id],
    removed: [],
    clients,
  })

  /** Clients whose group or plan names it only with other labels, or only since it takes clients. */
  const followers = async (tx: Tx, id: number, before: InboundFields, after: InboundFields) => {
    const isSame = carriesClients(before.protocol) === carriesClients(after.protocol)
    if (isSame && before.labels.join() === after.labels.join()) return []
    return clients.follow(tx, id, [...before.labels, ...after.labels])
  }

  /** Clients of whose quotas it may be one of the inbounds now, or no longer. */
  async function metered(
    tx: Tx,
    id: number,
    { before, after }: { before: InboundFields; after: InboundFields },
    told: readonly ClientChange[],
  ): Promise<readonly ClientChange[]> {
    const isSame = before.nodeId === after.nodeId && before.protocol === after.protocol
    if (isSame && before.labels.join() === after.labels.join()) return told
    return clients.quotas(tx, id, told)
  }

  async function planned(id: number, input: InboundInput, userId: number) {
    const row = await findInbound(db.read, id, userId)
    const before = toInboundFields(row)
    const { fields, layers } = updatedInbound(before, input, mint())
    const was = { ...before, layers: claimOf(row).layers, tag: row.tag }
    const taken = await tagTaken(db.read, id)
    return {
      fields,
      tag: tagAfterUpdate(was, input.tag?.trim(), { ...fields, layers }, taken, hooks.ownTags()),
    }
  }

  return {
    /** Puts inbounds back as they were at an earlier time: all or none. Those that were deleted since stay deleted. */
    async restore(past: readonly PastInbound[], { userId, actor }: By): Promise<void> {
      const rows = await db.read.selectFrom('inbounds').selectAll().where('user_id', '=', userId).execute()
      const labelsOf = (id: number) => wordsIn(rows.find((one) => one.id === id)?.labels ?? '')
      const labelled = past.map((one) => ({ ...one, labels: labelsOf(one.id) })) // a rollback attaches nobody
      const changed = labelled.filter(({ id, tag, ...fields }) => {
        const row = rows.find((one) => one.id === id)
        return row && difference({ ...toInboundFields(row), tag: row.tag }, { ...fields, tag }) !== null
      })
      for (const { id, tag: _, ...fields } of changed) await tryOut(id, fields)
      await commit(actor, async (tx, _, include) => {
        for (const { id, tag, ...fields } of changed) {
          const row = await findInbound(tx, id, userId)
          const before = { ...toInboundFields(row), tag: row.tag }
          const diff = difference(before, { ...fields, tag })
          if (!diff) continue
          await tx
            .updateTable('inbounds')
            .set({ ...toInboundColumns(fields), tag })
            .where('id', '=', id)
            .execute()
          await keepsKeys(tx, id, before, fields)
          const refit = refits(before, fields) ? await clients.assign(tx, id, undefined, true) : []
          const changes = await metered(tx, id, { before, after: fields }, refit)
          if (isOtherTunnel(before, fields)) await clients.refuseTaken(tx, id)
          await include({
            action: inboundAction('inbound.update', { id, tag }, diff.before, diff.after),
            change: changeOf(id, changes),
          })
        }
        for (const { id, ...fields } of changed)
          await claim(tx, { fields, layers: layer4Of(fields), clients: undefined }, id)
        return { result: undefined }
      })
    },

    /** Everything that a save checks beside the input itself. */
    tryOut,

    /** For a rotation: other values come into service. `also`: the former ones, which are served beside them. The tag stays. */
    async serve(tx: Tx, row: InboundRow, fields: InboundFields, also: Values | undefined): Promise<Told> {
      await claim(tx, { fields, layers: layer4Of(fields), clients: undefined }, row.id)
      const { id, tag } = row
      await tx
        .updateTable('inbounds')
        .set({ ...toInboundColumns(fields), also_served: also ? JSON.stringify(also) : '' })
        .where('id', '=', id)
        .execute()
      const diff = difference({ ...toInboundFields(row), tag }, { ...fields, tag })
      const action = diff && inboundAction('inbound.update', row, diff.before, diff.after)
      return { ...(action && { action }), change: changeOf(id, []) }
    },

    ...createInboundCreation({ commit, clients, claims, hooks, now }),

    /** What a save would change, what the core says, and who would notice. Nothing is stored. */
    review: async (id: number, input: InboundInput, userId: number) =>
      reviewInbound({ db, claims, hooks }, { id, userId, ...(await planned(id, input, userId)) }),

    /** `version`: what the caller saw; another one now is refused. */
    async update(id: number, input: InboundInput, { userId, actor }: By, version?: string): Promise<number> {
      const seen = await findInbound(db.read, id, userId)
      const planned = updatedInbound(toInboundFields(seen), input, mint())
      const wanted = claimFor(planned, id)
      // An inbound that stays disabled on the same port holds nothing; enabling it checks again.
      if (planned.fields.enable || !sameClaim(claimOf(seen), wanted)) await refuseOtherPrograms(wanted)
      await hooks.tryInCore(planned.fields)
      return commit(actor, async (tx) => {
        const row = await findInbound(tx, id, userId)
        const before = toInboundFields(row)
        if (version !== undefined && version !== inboundVersion(row))
          throw new Refusal('version.changed', {}, 'version')
        const decided = updatedInbound(before, input, mint())
        await claim(tx, decided, id)
        if (!isDeepStrictEqual(before.streamSettings, decided.fields.streamSettings))
          await refuseLostChildren(tx, id, decided.fields)
        await keepsKeys(tx, id, before, decided.fields)
        const source = { ...decided.fields, layers: decided.layers }
        const tag = tagAfterUpdate(
          { ...before, layers: claimOf(row).layers, tag: row.tag },
          input.tag?.trim(),
          source,
          await tagTaken(tx, id),
          hooks.ownTags(),
        )
        const diff = difference({ ...before, tag: row.tag }, { ...decided.fields, tag })
        if (diff)
          await tx
            .updateTable('inbounds')
            .set({ ...toInboundColumns(decided.fields), tag })
            .where('id', '=', id)
            .execute()
        if (diff && row.disabled_by_panel) await metering.revive(tx, [id], now()) // the quota or expiry may have been raised
        const refit = refits(before, decided.fields)
        const assigned = decided.clients || refit ? await clients.assign(tx, id, decided.clients, refit) : []
        const followed = await followers(tx, id, before, decided.fields)
        const ends = { before, after: decided.fields }
        const changes = await metered(tx, id, ends, [...assigned, ...followed])
        if (isOtherTunnel(before, decided.fields)) await clients.refuseTaken(tx, id)
        if (!diff && changes.length === 0) return { result: id }
        const after = { ...diff?.after, ...(changes.length > 0 && { clients: changes.length }) }
        return {
          result: id,
          action: inboundAction('inbound.update', { id, tag }, diff?.before ?? {}, after),
          change: changeOf(id, changes),
        }
      })
    },
  }
}

export type Inbounds = ReturnType<typeof createInbounds>

/** Whether it gets other keys or addresses inside. */
const isOtherTunnel = ({ settings: before }: InboundFields, { protocol, settings }: InboundFields): boolean =>
  protocol === 'wireguard' &&
  ['secretKey', 'peers', 'address'].some((key) => !isDeepStrictEqual(before[key], settings[key]))

type Compared = InboundFields & { tag: string }

/**
 * The fields that differ, before and after, ignoring key order in JSON blocks; null if none does, so that a no-op
 * save writes nothing (P29). Blocks stay objects: the audit trail masks secrets by key.
 */
function difference(before: Compared, after: Compared) {
  // Object.keys widens the keys of a plain record to string.
  const keys = (Object.keys(after) as (keyof Compared)[]).filter(
    (k) => !isDeepStrictEqual(before[k], after[k]),
  )
  const pick = (from: Compared) => Object.fromEntries(keys.map((k) => [k, from[k]]))
  return keys.length > 0 ? { before: pick(before), after: pick(after) } : null
}

const ofListener = [
  ...(['listen', 'port', 'protocol', 'settings', 'streamSettings', 'nodeId'] as const),
  ...(['enable', 'disableFlow'] as const),
]
const ofLinks = [...ofListener, 'remark', 'shareAddr', 'shareAddrStrategy', 'subSortIndex'] as const

/** What a save of an inbound would change, what the core says, and who would notice. Nothing is stored. */
async function reviewInbound(
  { db, hooks, claims }: Pick<Deps, 'db' | 'hooks'> & { claims: InboundClaims },
  { id, userId, fields, tag }: { id: number; userId: number; fields: InboundFields; tag: string },
): Promise<InboundReview> {
  const row = await findInbound(db.read, id, userId)
  const before = toInboundFields(row)
  const refusal = await claims.tryOut(id, fields).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    },
  )
  const differs = (keys: readonly (keyof InboundFields)[]) =>
    keys.some((key) => !sameJson(before[key], fields[key]))
  const { rows } = await sql<{ clients: number; subs: number }>`select count(*) as clients,
      count(distinct c.sub_id) as subs from client_inbounds ci join clients c on c.id = ci.client_id where ci.inbound_id = ${id}`.execute(
    db.read,
  )
  const reconnects = before.enable && differs(ofListener)
  const online = reconnects ? await hooks.onlineByInbound() : []
  const { settings: { clients: _, ...settings } = {}, ...rest } = fields
  const { changes, more } = configDiff({ ...before, tag: row.tag }, { ...rest, settings, tag })
  return {
    changes,
    more,
    ...(refusal && { verdict: refusal.message, verdictCoded: codedOf(refusal) }),
    reconnects: online.find((one) => one.id === id)?.online ?? 0,
    subscriptions: differs(ofLinks) ? Number(rows[0]?.subs ?? 0) : 0,
    clients: Number(rows[0]?.clients ?? 0),
  }
}

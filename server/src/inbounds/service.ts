import { randomBytes, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { InboundInput } from '#contract/inbound.ts'
import { protocolTraits } from '#contract/protocol.ts'
import type { CarriedTraffic } from '#contract/traffic.ts'
import type { Mint } from '#domain/clients/mint.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { type DecidedInbound, type InboundFields, updatedInbound } from '#domain/inbounds/inbound.ts'
import { checkPort, claimsClash, layer4Of, type PortClaim, sameClaim } from '#domain/inbounds/port.ts'
import { runsHere, runsOn } from '#domain/inbounds/runs-on.ts'
import { tagAfterUpdate } from '#domain/inbounds/tag.ts'
import type { ClientDraft } from '#domain/inbounds/with-clients.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Clock } from '../platform/clock.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Change, ClientChange } from '../store/changes/change.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Reader, Tx } from '../store/open.ts'
import { inboundVersion, toInboundColumns, toInboundFields } from '../store/rows/inbound.ts'
import { inboundAction } from './action.ts'
import type { Bindable } from './bindable.ts'
import { createInboundCreation } from './create.ts'
import { refuseLostChildren } from './fallback-neighbours.ts'
import { claimOf, findInbound, rivals, tagTaken } from './find.ts'
import { createInboundMetering } from './metering.ts'
import { createInboundReview } from './review.ts'

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
  release(tx: Tx, inboundIds: readonly number[]): Promise<void>
  /** Imports counters of an export for clients that have none here yet. */
  carry(tx: Tx, counters: readonly CarriedTraffic[]): Promise<void>
}

/** An inbound as it was. */
export type PastInbound = InboundFields & { id: number; tag: string }

interface Deps extends Clock {
  db: Db
  commit: Commit
  clients: InboundClients
  /** The panel's own listeners: an inbound on one would lock everybody out. */
  ownPorts: () => readonly { what: 'panel' | 'subscriptions'; listen: string; port: number }[]
  /** Asks the real core to check this inbound alone; throws the core's message (R28). */
  tryInCore: (fields: InboundFields) => Promise<void>
  /** Tags that the template uses for the panel's own parts of the core. */
  ownTags: () => readonly string[]
  bindable: Pick<Bindable, 'whyNot'>
  /** The port that the running core holds for this inbound. */
  running: (id: number) => PortClaim | undefined
  /** How many clients are online on each inbound. */
  onlineByInbound: () => Promise<readonly { id: number; online: number }[]>
}

export function createInbounds({
  db,
  now,
  commit,
  clients,
  ownPorts,
  tryInCore,
  ownTags,
  bindable,
  running,
  onlineByInbound,
}: Deps) {
  const metering = createInboundMetering(db)
  const mint = (): Mint => ({
    uuid: () => randomUUID(),
    bytes: (n) => new Uint8Array(randomBytes(n)),
    now: now(),
  })

  function refuseOwnPorts(claim: PortClaim) {
    if (!runsHere(claim)) return
    for (const { what, listen, port } of ownPorts()) {
      const own: PortClaim = { id: -1, remark: what, listen, port, nodeId: null, layers: ['tcp'] }
      if (claimsClash(claim, own)) throw new Refusal(`inbound.port-of-${what}`, { port }, 'port')
    }
  }

  const claimFor = ({ fields, layers }: DecidedInbound, id: number): PortClaim => ({
    id,
    remark: fields.remark,
    listen: fields.listen,
    port: fields.port,
    nodeId: fields.nodeId,
    layers,
  })

  async function checkNode(tx: Reader, fields: InboundFields) {
    const place = runsOn(fields)
    if (place.kind === 'here') return
    if (!protocolTraits[fields.protocol].node)
      throw new Refusal('inbound.not-on-node', { protocol: fields.protocol }, 'nodeId')
    const node =
      isRowId(place.node) &&
      (await tx.selectFrom('nodes').select('id').where('id', '=', place.node).executeTakeFirst())
    if (!node) throw new Refusal('inbound.node-missing', { id: place.node }, 'nodeId')
  }

  /** Port check and claim are one transaction: of many parallel creates on a port exactly one succeeds (P6). */
  async function claim(tx: Tx, decided: DecidedInbound, id: number) {
    await checkNode(tx, decided.fields)
    const wanted = claimFor(decided, id)
    refuseOwnPorts(wanted)
    checkPort(wanted, await rivals(tx, wanted.port, wanted.listen))
  }

  /**
   * Checks for other programs on the port; the transaction then checks our own inbounds. A port that the core already
   * holds for this inbound can be opened.
   */
  async function refuseStrangers(wanted: PortClaim) {
    refuseOwnPorts(wanted)
    const held = running(wanted.id)
    if (held && sameClaim(held, wanted)) return
    const refusal = await bindable.whyNot(wanted)
    if (refusal) throw refusal
  }

  const refits = (before: InboundFields, after: InboundFields) =>
    before.protocol !== after.protocol || methodOf(before) !== methodOf(after)

  const changeOf = (id: number, clients: readonly ClientChange[]): Change => ({
    kind: 'inbounds-changed',
    ids: [id],
    removed: [],
    clients,
  })

  async function planned(id: number, input: InboundInput, userId: number) {
    const row = await findInbound(db.read, id, userId)
    const before = toInboundFields(row)
    const { fields, layers } = updatedInbound(before, input, mint())
    const was = { ...before, layers: claimOf(row).layers, tag: row.tag }
    const taken = await tagTaken(db.read, id)
    return { fields, tag: tagAfterUpdate(was, input.tag?.trim(), { ...fields, layers }, taken, ownTags()) }
  }

  async function tryOut(id: number, fields: InboundFields) {
    const wanted = claimFor({ fields, layers: layer4Of(fields), clients: undefined }, id)
    await checkNode(db.read, fields)
    checkPort(wanted, await rivals(db.read, wanted.port, wanted.listen))
    if (fields.enable) await refuseStrangers(wanted)
    await tryInCore(fields)
  }

  return {
    /** Puts inbounds back as they were at an earlier time: all or none. Those that were deleted since stay deleted. */
    async restore(past: readonly PastInbound[], { userId, actor }: By): Promise<void> {
      const rows = await db.read.selectFrom('inbounds').selectAll().where('user_id', '=', userId).execute()
      const changed = past.filter(({ id, tag, ...fields }) => {
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
          const changes = refits(before, fields) ? await clients.assign(tx, id, undefined, true) : []
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

    ...createInboundCreation({ commit, clients, mint, ownTags, claimFor, claim, refuseStrangers, tryInCore }),

    review: createInboundReview({ db, plan: planned, tryOut, onlineByInbound }),

    /** `version`: what the caller saw; another one now is refused. */
    async update(id: number, input: InboundInput, { userId, actor }: By, version?: string): Promise<number> {
      const seen = await findInbound(db.read, id, userId)
      const planned = updatedInbound(toInboundFields(seen), input, mint())
      const wanted = claimFor(planned, id)
      // An inbound that stays disabled on the same port holds nothing; enabling it checks again.
      if (planned.fields.enable || !sameClaim(claimOf(seen), wanted)) await refuseStrangers(wanted)
      await tryInCore(planned.fields)
      return commit(actor, async (tx) => {
        const row = await findInbound(tx, id, userId)
        const before = toInboundFields(row)
        if (version !== undefined && version !== inboundVersion(row))
          throw new Refusal('version.changed', {}, 'version')
        const decided = updatedInbound(before, input, mint())
        await claim(tx, decided, id)
        if (!isDeepStrictEqual(before.streamSettings, decided.fields.streamSettings))
          await refuseLostChildren(tx, id, decided.fields)
        const source = { ...decided.fields, layers: decided.layers }
        const tag = tagAfterUpdate(
          { ...before, layers: claimOf(row).layers, tag: row.tag },
          input.tag?.trim(),
          source,
          await tagTaken(tx, id),
          ownTags(),
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
        const changes = decided.clients || refit ? await clients.assign(tx, id, decided.clients, refit) : []
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

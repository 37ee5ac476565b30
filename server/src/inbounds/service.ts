import { randomBytes, randomUUID } from 'node:crypto'
import type { InboundInput } from '#contract/inbound.ts'
import { protocolTraits } from '#contract/protocol.ts'
import type { Mint } from '#domain/clients/mint.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import {
  type DecidedInbound,
  type InboundFields,
  newInbound,
  updatedInbound,
} from '#domain/inbounds/inbound.ts'
import { checkPort, claimsClash, type PortClaim } from '#domain/inbounds/port.ts'
import { pickTag, tagAfterUpdate } from '#domain/inbounds/tag.ts'
import type { ClientDraft } from '#domain/inbounds/with-clients.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../audit/trail.ts'
import type { ClientChange, Publish } from '../changes/bus.ts'
import type { Db, Tx } from '../db/open.ts'
import { type InboundRow, toInboundColumns, toInboundFields } from '../db/rows/inbound.ts'
import type { Actor } from '../http/caller.ts'
import { refuseUnbindable } from './bindable.ts'
import { inboundDeed as deed } from './deed.ts'
import { claimOf, findInbound, rivals, tagTaken } from './find.ts'

export interface By {
  userId: number
  actor: Actor
}

/** What the clients room does for a write of an inbound, inside its transaction. */
export interface InboundClients {
  assign(tx: Tx, inboundId: number, listed: readonly ClientDraft[] | undefined): Promise<ClientChange[]>
  release(tx: Tx, inboundIds: readonly number[]): Promise<void>
}

interface Deps {
  db: Db
  now: () => number
  publish: Publish
  clients: InboundClients
  /** The panel's own listeners: an inbound there would lock everybody out. */
  ownPorts: () => readonly { what: string; listen: string; port: number }[]
}

export function createInbounds({ db, now, publish, clients, ownPorts }: Deps) {
  const mint = (): Mint => ({
    uuid: () => randomUUID(),
    bytes: (n) => new Uint8Array(randomBytes(n)),
    now: now(),
  })

  function refuseOwnPorts(claim: PortClaim) {
    if (claim.nodeId !== null) return
    for (const { what, listen, port } of ownPorts()) {
      const own: PortClaim = { id: -1, remark: what, listen, port, nodeId: null, layers: ['tcp'] }
      if (claimsClash(claim, own))
        throw new Refusal(`Port ${port} is where ${what} listens: choose another port.`, 'port')
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

  async function checkNode(tx: Tx, { nodeId, protocol }: InboundFields) {
    if (nodeId === null) return
    if (!protocolTraits[protocol].node)
      throw new Refusal(`${protocol} cannot run on a node: leave nodeId out.`, 'nodeId')
    const node = await tx.selectFrom('nodes').select('id').where('id', '=', nodeId).executeTakeFirst()
    if (!node) throw new Refusal(`There is no node ${nodeId}.`, 'nodeId')
  }

  /** Port check and claim are one transaction: of many creates on one port exactly one succeeds (property 6). */
  async function claim(tx: Tx, decided: DecidedInbound, id: number) {
    await checkNode(tx, decided.fields)
    const wanted = claimFor(decided, id)
    refuseOwnPorts(wanted)
    checkPort(wanted, await rivals(tx, wanted.port, wanted.listen))
  }

  const moved = (before: PortClaim, after: PortClaim) =>
    before.port !== after.port ||
    before.listen !== after.listen ||
    before.layers.join() !== after.layers.join()

  const refits = (before: InboundFields, after: InboundFields) =>
    before.protocol !== after.protocol || methodOf(before) !== methodOf(after)

  async function tell(ids: readonly number[], changes: readonly ClientChange[]) {
    await publish({ kind: 'inbounds-changed', ids, removed: [] })
    if (changes.length > 0) await publish({ kind: 'clients-changed', clients: changes })
  }

  return {
    async add(input: InboundInput, { userId, actor }: By): Promise<number> {
      const decided = newInbound(input, mint())
      const early = claimFor(decided, 0)
      refuseOwnPorts(early)
      // Whoever of ours holds the port is named by the transaction; only strangers are looked for here.
      const ours = await db.read
        .selectFrom('inbounds')
        .select('id')
        .where('port', '=', early.port)
        .limit(1)
        .executeTakeFirst()
      if (!ours) await refuseUnbindable(early)
      const { id, changes } = await db.write(async (tx) => {
        await claim(tx, decided, 0)
        const taken = await tagTaken(tx, 0)
        const tag = pickTag(
          input.tag?.trim() || undefined,
          { ...decided.fields, layers: decided.layers },
          taken,
        )
        const row = await tx
          .insertInto('inbounds')
          .values({ ...toInboundColumns(decided.fields), user_id: userId, tag })
          .returning('id')
          .executeTakeFirstOrThrow()
        const assigned = decided.clients ? await clients.assign(tx, row.id, decided.clients) : []
        await appendAudit(
          tx,
          actor,
          deed('inbound.add', { id: row.id, tag }, undefined, {
            ...decided.fields,
            clients: assigned.length,
          }),
          now(),
        )
        return { id: row.id, changes: assigned }
      })
      await tell([id], changes)
      return id
    },

    async update(id: number, input: InboundInput, { userId, actor }: By): Promise<number> {
      const seen = await findInbound(db.read, id, userId)
      const planned = updatedInbound(toInboundFields(seen), input, mint())
      if (moved(claimOf(seen), claimFor(planned, id)) && planned.fields.port !== seen.port) {
        await refuseUnbindable(claimFor(planned, id))
      }
      const outcome = await db.write(async (tx) => {
        const row = await findInbound(tx, id, userId)
        const before = toInboundFields(row)
        const decided = updatedInbound(before, input, mint())
        await claim(tx, decided, id)
        const source = { ...decided.fields, layers: decided.layers }
        const tag = tagAfterUpdate(
          { ...before, layers: claimOf(row).layers, tag: row.tag },
          input.tag?.trim(),
          source,
          await tagTaken(tx, id),
        )
        const columns = { ...toInboundColumns(decided.fields), tag }
        const changed = changedColumns(row, columns)
        if (Object.keys(changed).length > 0)
          await tx.updateTable('inbounds').set(changed).where('id', '=', id).execute()
        const needsClients = decided.clients !== undefined || refits(before, decided.fields)
        const changes = needsClients ? await clients.assign(tx, id, decided.clients) : []
        if (Object.keys(changed).length === 0 && changes.length === 0) return null
        await appendAudit(
          tx,
          actor,
          deed('inbound.update', { id, tag }, pickKeys(row, changed), {
            ...changed,
            ...(changes.length > 0 && { clients: changes.length }),
          }),
          now(),
        )
        return { changes, structural: Object.keys(changed).length > 0 }
      })
      if (outcome) await tell([id], outcome.changes)
      return id
    },
  }
}

export type Inbounds = ReturnType<typeof createInbounds>

type Written = ReturnType<typeof toInboundColumns> & { tag: string }

/** The columns that differ; blocks are compared as JSON so that a no-op save writes nothing (property 29). */
function changedColumns(row: InboundRow, next: Written): Partial<Written> {
  const entries = Object.entries(next).filter(([key, value]) => row[key as keyof InboundRow] !== value)
  return Object.fromEntries(entries)
}

const pickKeys = (row: InboundRow, keys: object): Record<string, unknown> =>
  Object.fromEntries(Object.keys(keys).map((k) => [k, row[k as keyof InboundRow]]))

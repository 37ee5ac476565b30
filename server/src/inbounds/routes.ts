import type { Coded } from '#contract/coded.ts'
import type { InboundOption } from '#contract/inbound.ts'
import { inboundsApi } from '#contract/inbounds-api.ts'
import { usageApi } from '#contract/usage-api.ts'
import { isSingleUser } from '#domain/clients/credentials.ts'
import { canCarryFlow, methodOf } from '#domain/inbounds/capabilities.ts'
import { lacksCertificate, refuseBlankCertificates } from '#domain/inbounds/certificates.ts'
import { withClientVersion } from '#domain/inbounds/reality.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import { poolTexts } from '#domain/wireguard/pool.ts'
import { parseBlock } from '../platform/db/json.ts'
import { sendStream, withNotes } from '../platform/http/envelope.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Db, Tx } from '../store/open.ts'
import { toInboundFields } from '../store/rows/inbound.ts'
import type { InboundEdits } from './edits.ts'
import type { Fallbacks } from './fallbacks.ts'
import { findInbound, inboundId } from './find.ts'
import type { By, Inbounds } from './service.ts'

interface Rooms {
  db: Db
  inbounds: Inbounds
  edits: InboundEdits
  fallbacks: Fallbacks
  bulkReads: BulkReads
  notOpen: () => readonly { id: number; reason: string }[]
  allLinks: (call: Call) => Promise<string[]>
  /** Speeds of inbounds that do not hold on their nodes. */
  notInForce: (ids: readonly number[]) => Promise<readonly Coded[]>
  /** What a panel above this one counted. */
  spent: (traffics: readonly { email: string; up: number; down: number }[], by: By) => Promise<null>
  deleteClients: (pick: (tx: Tx) => Promise<number>, by: By) => Promise<{ deleted: number }>
}

const by = ({ caller, actor }: Pick<Call, 'caller' | 'actor'>): By => ({ userId: caller.userId, actor })
const idOf = ({ params }: Pick<Call, 'params'>): number => inboundId(params.id)

export function inboundRoutes(mount: Mount, rooms: Rooms): void {
  const { db, inbounds, edits, fallbacks, bulkReads, notOpen, allLinks, spent, deleteClients } = rooms
  const api = inboundsApi

  const wanted = (userId: number, more: { id?: number; slim?: boolean; bare?: boolean } = {}) => ({
    kind: 'inbounds' as const,
    userId,
    notOpen: notOpen(),
    ...more,
  })

  /** The stored inbound with its clients, as in the list: the panel may have filled in fields. */
  const show = async (call: Pick<Call, 'reply' | 'caller'>, id: number, says = '') => {
    await findInbound(db.read, id, call.caller.userId)
    return sendStream(call.reply, bulkReads.envelope(wanted(call.caller.userId, { id }), says))
  }

  mount(api.list, ({ caller, reply }) => sendStream(reply, bulkReads.envelope(wanted(caller.userId))))
  mount(api.listSlim, ({ caller, reply }) =>
    sendStream(reply, bulkReads.envelope(wanted(caller.userId, { slim: true }))),
  )
  mount(usageApi.inbounds, ({ caller, reply }) =>
    sendStream(reply, bulkReads.envelope(wanted(caller.userId, { bare: true }))),
  )
  mount(api.options, ({ caller }) => options(db, caller.userId))
  mount(api.get, (call) => show(call, idOf(call)))
  mount(api.allLinks, allLinks)
  /** What was done, and what of it does not hold where it is. */
  const saved = async (call: Pick<Call, 'reply' | 'caller'>, id: number, says: string) =>
    show(
      call,
      id,
      [says, ...[...(await notesOn(db, id)), ...(await rooms.notInForce([id]))].map(inEnglish)].join(' '),
    )

  mount(api.add, async (call) => {
    refuseBlankCertificates(call.body.streamSettings, undefined)
    return saved(call, await inbounds.add(withClientVersion(call.body), by(call)), api.add.says)
  })
  mount(api.addMany, async (call) => {
    for (const { streamSettings } of call.body.inbounds) refuseBlankCertificates(streamSettings, undefined)
    const ids = await inbounds.addMany(call.body.inbounds.map(withClientVersion), by(call))
    return withNotes(api.addMany.says, await rooms.notInForce(ids), { ids })
  })
  mount(api.import, async (call) => {
    const { clientStats, ...input } = call.body.data
    return saved(call, await inbounds.add(input, by(call), clientStats), api.import.says)
  })
  mount(api.update, async (call) => {
    const { stream_settings } = await findInbound(db.read, idOf(call), call.caller.userId)
    refuseBlankCertificates(call.body.streamSettings, parseBlock(stream_settings))
    const id = await inbounds.update(idOf(call), call.body, by(call), call.query.version)
    return saved(call, id, api.update.says)
  })
  mount(api.review, (call) => inbounds.review(idOf(call), call.body, call.caller.userId))
  mount(api.del, async (call) => {
    const id = idOf(call)
    const { skipped } = await edits.del([id], by(call))
    if (skipped.length > 0) throw new Refusal('inbound.missing', { id }, 'id')
    return id
  })
  mount(api.bulkDel, async (call) => {
    const { deleted, skipped } = await edits.del(call.body.ids, by(call))
    return { deleted: deleted.length, ...(skipped.length > 0 && { skipped }) }
  })
  mount(api.setEnable, (call) => edits.setEnable(idOf(call), call.body.enable, by(call)))
  mount(api.resetTraffic, (call) => edits.resetTraffic(idOf(call), by(call)))
  mount(api.resetAllTraffics, (call) => edits.resetTraffic(undefined, by(call)))
  mount(api.delAllClients, (call) => {
    const id = idOf(call)
    return deleteClients(async (tx) => (await findInbound(tx, id, call.caller.userId)).id, by(call))
  })
  mount(api.allFallbacks, ({ caller }) => fallbacks.all(caller.userId))
  mount(api.fallbacks, (call) => fallbacks.list(idOf(call), call.caller.userId))
  mount(api.setFallbacks, (call) => fallbacks.replace(idOf(call), call.body.fallbacks, by(call)))
  mount(api.adoptPeers, (call) => edits.adoptPeers(idOf(call), call.body.peers, by(call)))
  mount(api.subSortIndex, (call) => edits.setSortIndex(idOf(call), call.body.subSortIndex, by(call)))
  mount(api.pushClientTraffics, (call) => spent(call.body.traffics, by(call)))
}

/** Said with every save, so that nobody takes an inbound that cannot serve anybody for a working one. */
async function notesOn(db: Db, id: number): Promise<Coded[]> {
  const row = await db.read.selectFrom('inbounds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return []
  const fields = toInboundFields(row)
  return [
    ...(lacksCertificate(fields.streamSettings) ? [coded('inbound.certificate-missing')] : []),
    ...(isSingleUser(methodOf(fields)) ? [coded('inbound.cipher-single-user')] : []),
  ]
}

async function options(db: Db, userId: number): Promise<InboundOption[]> {
  const rows = await db.read
    .selectFrom('inbounds')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => {
    const fields = toInboundFields(row)
    return {
      id: row.id,
      remark: row.remark,
      protocol: fields.protocol,
      port: row.port,
      tlsFlowCapable: canCarryFlow(fields),
      enable: row.enable,
      tag: row.tag,
      listen: row.listen,
      labels: fields.labels,
      ssMethod: methodOf(fields),
      ...(row.node_id !== null && { nodeId: row.node_id }),
      ...(fields.protocol === 'wireguard' && { pool: poolTexts(fields.settings) }),
    }
  })
}

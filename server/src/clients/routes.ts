import { clientDetailsApi } from '#contract/client-details-api.ts'
import { clientsApi, type WireguardFiles } from '#contract/clients-api.ts'
import { clientGroupsApi, clientsBulkApi } from '#contract/clients-bulk-api.ts'
import type { Coded } from '#contract/coded.ts'
import { followApi } from '#contract/follow-api.ts'
import type { Limits } from '#contract/limits.ts'
import { quotasApi } from '#contract/quotas-api.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import { sendStream, WithMessage, withNotes } from '../platform/http/envelope.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { OnlineClients } from './online.ts'
import { isDeletableSql, orphansSql } from './page-sql.ts'
import type { ClientRoom } from './room.ts'
import type { By } from './service.ts'

type Parts =
  | 'clients'
  | 'bulk'
  | 'preview'
  | 'groups'
  | 'reads'
  | 'resetAll'
  | 'page'
  | 'figures'
  | 'terms'
  | 'origins'
  | 'quotas'

export interface ClientRooms extends Pick<ClientRoom, Parts> {
  bulkReads: BulkReads
  now: () => number
  /** On this panel or on a node. */
  online: OnlineClients
  onlineHere: OnlineClients
  onlineOnNodes: () => Promise<readonly { id: number; guid: string; emails: readonly string[] }[]>
  /** Addresses of clients, by panel. */
  addressesByPanel: () => Promise<Record<string, Record<string, { ip: string; timestamp: number }[]>>>
  panelGuid: () => string
  /** Limits of a client that do not hold on nodes that it is on. */
  notInForce: {
    ofClient(email: string): Promise<readonly Coded[]>
    /** Of a group, on nodes that its members are on. */
    ofGroup(name: string, limits: Limits): Promise<readonly Coded[]>
  }
  links: {
    ofClient(email: string, call: Call): Promise<string[]>
    /** For the WireGuard app. */
    wireguard(email: string, call: Call): Promise<WireguardFiles>
    ofSubscription(subId: string, call: Call): Promise<string[]>
  }
}

const by = ({ caller, actor }: Pick<Call, 'caller' | 'actor'>): By => ({ userId: caller.userId, actor })
const email = ({ params }: Pick<Call, 'params'>): string => params.email ?? ''

/** Callers written for 3x-ui expect success for an unknown email; the message says that nothing was done. */
const ofKnown = (isKnown: boolean, call: Pick<Call, 'params'>): WithMessage<null> =>
  new WithMessage(isKnown ? undefined : `There is no client ${email(call)}: nothing was changed.`, null)

function refuseUnknown(isKnown: boolean, call: Pick<Call, 'params'>): null {
  if (!isKnown) throw new Refusal('client.missing', { email: email(call) }, 'email')
  return null
}

export function clientRoutes(mount: Mount, rooms: ClientRooms): void {
  const { clients, reads, bulkReads, online, onlineHere, panelGuid, links } = rooms
  const api = clientsApi
  mount(api.list, ({ reply }) => sendStream(reply, bulkReads.envelope({ kind: 'clients' })))
  mount(api.listPaged, ({ query }) => rooms.page(query))
  mount(clientDetailsApi.figures, ({ body }) => rooms.figures(body.emails))
  mount(clientDetailsApi.terms, (call) => rooms.terms(email(call)))
  mount(quotasApi.ofClient, (call) => rooms.quotas.ofClient(email(call)))
  mount(quotasApi.reset, (call) => rooms.quotas.reset(email(call), call.body.target, by(call)))
  mount(api.get, (call) => reads.get(email(call)))
  mount(api.getByTgId, ({ params }) => reads.byTgId(params.tgId ?? ''))
  mount(api.traffic, (call) => reads.traffic(email(call)))
  mount(api.links, (call) => links.ofClient(email(call), call))
  mount(api.wireguard, (call) => links.wireguard(email(call), call))
  mount(api.subLinks, (call) => links.ofSubscription(call.params.subId ?? '', call))
  /** What was done, and what of it does not hold everywhere. */
  const told = async (name: string, ...said: readonly string[]): Promise<WithMessage<null> | null> => {
    const notes = (await rooms.notInForce.ofClient(name)).map(inEnglish)
    const [says, ...rest] = [...said, ...notes]
    return said.length + notes.length > 1 ? new WithMessage([says, ...rest].join(' '), null) : null
  }
  mount(api.add, async (call) => {
    const kept = await clients.add(call.body, by(call))
    if (kept.length === 0) return told(call.body.client.email ?? '', api.add.says)
    return new WithMessage(
      `The client was there already: it is attached, and its ${kept.join(', ')} stayed as stored. Use update to change them.`,
      null,
    )
  })
  mount(api.update, async (call) => {
    const note = await clients.update(email(call), call.body, by(call), call.query.version)
    return told(call.body.email ?? email(call), api.update.says, ...(note === '' ? [] : [note]))
  })
  mount(api.save, async (call) => {
    const note = await clients.save(email(call), call.body, by(call), call.query.version)
    return told(call.body.client.email ?? email(call), api.save.says, ...(note === '' ? [] : [note]))
  })
  mount(api.del, (call) => clients.del(email(call), call.query.keepTraffic ?? false, by(call)))
  mount(api.attach, async (call) => {
    await clients.attach(email(call), call.body.inboundIds, by(call))
    return told(email(call), api.attach.says)
  })
  mount(api.detach, (call) => clients.detach(email(call), call.body.inboundIds, by(call)))
  mount(api.resetTraffic, async (call) =>
    refuseUnknown(await clients.resetTraffic(email(call), by(call)), call),
  )
  mount(api.resetAllTraffics, (call) => rooms.resetAll(by(call)))
  mount(api.updateTraffic, async (call) =>
    ofKnown(await clients.updateTraffic(email(call), call.body, by(call)), call),
  )
  mount(api.ips, (call) => reads.ips(email(call)))
  mount(api.clearIps, (call) => reads.clearIps(email(call), by(call)))
  mount(api.onlines, () => [...online.emails()])
  mount(api.lastOnline, ({ reply }) => sendStream(reply, bulkReads.envelope({ kind: 'lastOnline' })))
  mount(api.onlinesByNode, async () => {
    const nodes = await rooms.onlineOnNodes()
    return Object.fromEntries([
      [0, [...onlineHere.emails()]],
      ...nodes.map(({ id, emails }) => [id, [...emails]]),
    ])
  })
  mount(api.onlinesByGuid, async () => {
    const nodes = (await rooms.onlineOnNodes()).filter(({ guid }) => guid !== '')
    return Object.fromEntries([
      [panelGuid(), [...onlineHere.emails()]],
      ...nodes.map(({ guid, emails }) => [guid, [...emails]]),
    ])
  })
  mount(api.activeInbounds, () => ({}))
  mount(api.clientIpsByGuid, () => rooms.addressesByPanel())
  mount(api.externalLinks, (call) => reads.setExternalLinks(email(call), call.body.externalLinks, by(call)))
  mount(followApi.ofClient, (call) => rooms.origins(email(call)))
  bulkRoutes(mount, rooms)
  groupRoutes(mount, rooms)
}

function bulkRoutes(mount: Mount, { bulk, preview, bulkReads, now }: ClientRooms): void {
  const api = clientsBulkApi
  mount(clientsApi.delDepleted, (call) =>
    bulk.delWhere('clients.delDepleted', isDeletableSql(now()), by(call)),
  )
  mount(clientsApi.delOrphans, (call) => bulk.delWhere('clients.delOrphans', orphansSql, by(call)))
  mount(api.create, (call) => bulk.create(call.body, by(call)))
  mount(api.del, (call) => bulk.del(call.body, call.body.keepTraffic, by(call)))
  mount(api.attach, (call) => bulk.attach(call.body, call.body.inboundIds, by(call)))
  mount(api.detach, (call) => bulk.detach(call.body, call.body.inboundIds, by(call)))
  mount(api.adjust, (call) => bulk.adjust(call.body, by(call)))
  mount(api.renew, (call) => bulk.renew(call.body, by(call)))
  mount(api.preview, ({ body }) => preview(body))
  mount(api.resetTraffic, (call) => bulk.resetTraffic(async () => call.body, by(call)))
  mount(api.enable, (call) => bulk.setEnable(call.body, true, by(call)))
  mount(api.disable, (call) => bulk.setEnable(call.body, false, by(call)))
  mount(api.export, ({ reply }) => sendStream(reply, bulkReads.envelope({ kind: 'export' })))
  mount(api.import, (call) => bulk.create(call.body.data, by(call), { orphans: true }))
}

function groupRoutes(mount: Mount, { groups, notInForce }: ClientRooms): void {
  const api = clientGroupsApi
  mount(api.list, () => groups.list())
  mount(api.emails, ({ params }) => groups.emails(params.name ?? ''))
  mount(api.create, (call) => groups.create(call.body, by(call)))
  mount(api.update, async (call) => {
    const group = await groups.update(call.body, by(call))
    return withNotes(api.update.says, await notInForce.ofGroup(group.name, group), group)
  })
  mount(api.rename, (call) => groups.rename(call.body.oldName, call.body.newName, by(call)))
  mount(api.del, (call) => groups.del(call.body.name, by(call)))
  mount(api.bulkAdd, (call) => groups.bulkAdd(call.body, call.body.group, by(call)))
  mount(api.bulkRemove, (call) => groups.bulkRemove(call.body, by(call)))
  mount(api.resetTraffic, (call) => groups.resetTraffic(call.body.name, by(call)))
  mount(followApi.previewGroup, (call) => groups.preview(call.body, by(call)))
  mount(followApi.saveGroup, (call) => groups.follow(call.body, by(call)))
}

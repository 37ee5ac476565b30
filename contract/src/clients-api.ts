import { z } from 'zod'
import { ClientInput, ClientRecord, ClientWithAttachments } from './client.ts'
import { AddClient, ClientPage, Deleted, ExternalLinks, InboundIds, PagedQuery } from './client-bodies.ts'
import { formSwitch } from './tolerant.ts'
import { ClientTraffic, TrafficInput } from './traffic.ts'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/clients'
const added = 'Inbound client(s) have been added.'
const updated = 'Inbound client has been updated.'
const deleted = 'Inbound client has been deleted.'
const byKey = <T extends z.ZodType>(value: T) => z.record(z.string(), value)

const OneClient = z.object({
  client: ClientRecord,
  inboundIds: z.array(z.int()),
  externalLinks: z.array(z.looseObject({})),
  usedTraffic: z.int(),
})

export const clientsApi = {
  list: endpoint({
    method: 'GET',
    path: `${root}/list`,
    summary: 'All clients with their attachments and traffic',
    reply: z.array(ClientWithAttachments),
  }),
  listPaged: endpoint({
    method: 'GET',
    path: `${root}/list/paged`,
    summary: 'One page of clients, searched, filtered and sorted',
    query: PagedQuery,
    reply: ClientPage,
  }),
  get: endpoint({
    method: 'GET',
    path: `${root}/get/:email`,
    summary: 'One client by email',
    reply: OneClient,
  }),
  getByTgId: endpoint({
    method: 'GET',
    path: `${root}/get/tgId/:tgId`,
    summary: 'Clients of one Telegram account',
    reply: z.array(ClientWithAttachments),
  }),
  traffic: endpoint({
    method: 'GET',
    path: `${root}/traffic/:email`,
    summary: 'Traffic record of a client',
    reply: ClientTraffic,
  }),
  links: endpoint({
    method: 'GET',
    path: `${root}/links/:email`,
    summary: 'Share links of a client across all its inbounds',
    reply: z.array(z.string()),
  }),
  subLinks: endpoint({
    method: 'GET',
    path: `${root}/subLinks/:subId`,
    summary: 'Share links of a subscription',
    reply: z.array(z.string()),
  }),
  add: endpoint({
    method: 'POST',
    path: `${root}/add`,
    summary: 'Create a client and attach it to the listed inbounds, all or nothing',
    body: AddClient,
    reply: nothing,
    says: added,
  }),
  update: endpoint({
    method: 'POST',
    path: `${root}/update/:email`,
    summary: 'Change the fields that are sent; a different email in the body renames the client',
    body: ClientInput,
    reply: nothing,
    says: updated,
  }),
  del: endpoint({
    method: 'POST',
    path: `${root}/del/:email`,
    summary: 'Delete a client from every inbound',
    query: z.object({ keepTraffic: formSwitch.optional() }),
    reply: nothing,
    says: deleted,
  }),
  attach: endpoint({
    method: 'POST',
    path: `${root}/:email/attach`,
    summary: 'Attach a client to more inbounds',
    body: InboundIds,
    reply: nothing,
    says: added,
  }),
  detach: endpoint({
    method: 'POST',
    path: `${root}/:email/detach`,
    summary: 'Detach a client from inbounds; its record and counters are kept',
    body: InboundIds,
    reply: nothing,
    says: deleted,
  }),
  resetTraffic: endpoint({
    method: 'POST',
    path: `${root}/resetTraffic/:email`,
    summary: "Reset a client's traffic, and re-enable it if the quota had disabled it",
    reply: nothing,
    says: 'Traffic has been reset.',
  }),
  resetAllTraffics: endpoint({
    method: 'POST',
    path: `${root}/resetAllTraffics`,
    summary: 'Reset the traffic of all clients',
    reply: nothing,
    says: 'Traffic for all clients has been reset.',
  }),
  updateTraffic: endpoint({
    method: 'POST',
    path: `${root}/updateTraffic/:email`,
    summary: "Set a client's counters",
    body: TrafficInput,
    reply: nothing,
    says: updated,
  }),
  delDepleted: endpoint({
    method: 'POST',
    path: `${root}/delDepleted`,
    summary: 'Delete all clients that have expired or used up their quota',
    reply: Deleted,
  }),
  delOrphans: endpoint({
    method: 'POST',
    path: `${root}/delOrphans`,
    summary: 'Delete all clients without an inbound',
    reply: Deleted,
  }),
  ips: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/ips/:email`,
    summary: 'IP log of a client: "<ip> (YYYY-MM-DD HH:MM:SS)"',
    reply: z.union([z.array(z.string()), z.literal('No IP Record')]),
  }),
  clearIps: endpoint({
    method: 'POST',
    path: `${root}/clearIps/:email`,
    summary: 'Clear the IP log of a client',
    reply: nothing,
    says: 'The log has been cleared.',
  }),
  onlines: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/onlines`,
    summary: 'Emails of online clients',
    reply: z.array(z.string()),
  }),
  lastOnline: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/lastOnline`,
    summary: 'When each client was last online, in milliseconds',
    reply: byKey(z.int()),
  }),
  onlinesByNode: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/onlinesByNode`,
    summary: 'Online emails by node id, "0" for this panel',
    reply: byKey(z.array(z.string())),
  }),
  onlinesByGuid: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/onlinesByGuid`,
    summary: 'Online emails by panel',
    reply: byKey(z.array(z.string())),
  }),
  activeInbounds: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/activeInbounds`,
    summary: 'Tags of inbounds with live traffic, by panel',
    reply: byKey(z.array(z.string())),
  }),
  clientIpsByGuid: endpoint({
    method: ['POST', 'GET'],
    path: `${root}/clientIpsByGuid`,
    summary: 'IP addresses of each client, by panel',
    reply: byKey(byKey(z.array(z.looseObject({})))),
  }),
  externalLinks: endpoint({
    method: 'POST',
    path: `${root}/:email/externalLinks`,
    summary: "Set the links to other servers that are added to a client's own links",
    body: ExternalLinks,
    reply: nothing,
    says: updated,
  }),
  hwids: endpoint({
    method: 'POST',
    path: `${root}/hwids/:email`,
    summary: 'Devices seen for a client',
    reply: z.array(z.looseObject({ id: z.int() })),
  }),
  clearHwids: endpoint({
    method: 'DELETE',
    path: `${root}/hwids/:email`,
    summary: 'Forget all devices of a client',
    reply: nothing,
  }),
  delHwid: endpoint({
    method: 'DELETE',
    path: `${root}/hwids/:email/:id`,
    summary: 'Forget one device of a client',
    reply: nothing,
  }),
} as const

import { z } from 'zod'
import { ClientInput, ClientRecord, ClientWithAttachments } from './client.ts'
import {
  AddClient,
  ClientPage,
  Deleted,
  ExternalLinks,
  InboundIds,
  PagedQuery,
  SaveClient,
} from './client-bodies.ts'
import { codedSchema } from './coded.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { clientsRoutes } from './routes/clients.ts'
import { formSwitch } from './tolerant.ts'
import { ClientTraffic, TrafficInput } from './traffic.ts'
import { seenVersion } from './versions.ts'
import { api } from './wire.ts'

const added = 'Inbound client(s) have been added.'
const updated = 'Inbound client has been updated.'
const deleted = 'Inbound client has been deleted.'
const byKey = <T extends z.ZodType>(value: T) => z.record(z.string(), value)

const OneClient = z.object({
  client: ClientRecord,
  inboundIds: z.array(z.int()),
  /** How many of these are closed, because a quota for them is used up. */
  closedInbounds: z.int(),
  externalLinks: z.array(z.looseObject({})),
  usedTraffic: z.int(),
  /** For `?version=` of a save. */
  version: z.string().optional(),
})

const WireguardFiles = z.object({
  files: z.array(
    z.object({
      remark: z.string(),
      file: z.string(),
      text: z.string(),
      /** False: the private key is on the device only, and has to be entered there. */
      complete: z.boolean(),
    }),
  ),
  /** Why there is none for one of its WireGuard inbounds, each once. */
  left: z.array(z.object({ text: z.string(), coded: codedSchema })),
})
export type WireguardFiles = z.infer<typeof WireguardFiles>

const routes = { ...clientsRoutes.clients, ...apiOnlyRoutes.clients }

export const clientsApi = api(routes, {
  list: { summary: 'All clients with their attachments and traffic', reply: z.array(ClientWithAttachments) },
  listPaged: {
    summary: 'One page of clients, searched, filtered and sorted',
    query: PagedQuery,
    reply: ClientPage,
  },
  get: { summary: 'One client by email', reply: OneClient },
  getByTgId: { summary: 'Clients of one Telegram account', reply: z.array(ClientWithAttachments) },
  traffic: { summary: 'Traffic record of a client', reply: ClientTraffic },
  links: { summary: 'Share links of a client across all its inbounds', reply: z.array(z.string()) },
  wireguard: {
    summary: "What WireGuard's own app reads: one file for each WireGuard inbound and address of a client",
    reply: WireguardFiles,
  },
  subLinks: { summary: 'Share links of a subscription', reply: z.array(z.string()) },
  add: {
    summary: 'Create a client and attach it to the listed inbounds, all or nothing',
    body: AddClient,
    says: added,
  },
  update: {
    summary: 'Change the fields that are sent; a different email in the body renames the client',
    query: seenVersion,
    body: ClientInput,
    says: updated,
  },
  save: {
    summary: 'Change fields of a client and the inbounds that it is attached to, all or nothing',
    query: seenVersion,
    body: SaveClient,
    says: updated,
  },
  del: {
    summary: 'Delete a client from every inbound',
    query: z.object({ keepTraffic: formSwitch.optional() }),
    says: deleted,
  },
  attach: {
    summary: 'Attach a client to more inbounds',
    body: InboundIds,
    says: added,
  },
  detach: {
    summary: 'Detach a client from inbounds; its record and counters are kept',
    body: InboundIds,
    says: deleted,
  },
  resetTraffic: {
    summary: "Reset a client's traffic, and re-enable it if the quota had disabled it",
    says: 'Traffic has been reset.',
  },
  resetAllTraffics: {
    summary: 'Reset the traffic of all clients',
    says: 'Traffic for all clients has been reset.',
  },
  updateTraffic: {
    summary: "Set a client's counters",
    body: TrafficInput,
    says: updated,
  },
  delDepleted: { summary: 'Delete all clients that have expired or used up their quota', reply: Deleted },
  delOrphans: { summary: 'Delete all clients without an inbound', reply: Deleted },
  ips: {
    summary: 'IP log of a client: "<ip> (YYYY-MM-DD HH:MM:SS)"',
    reply: z.union([z.array(z.string()), z.literal('No IP Record')]),
  },
  clearIps: { summary: 'Clear the IP log of a client', says: 'The log has been cleared.' },
  onlines: { summary: 'Emails of online clients', reply: z.array(z.string()) },
  lastOnline: { summary: 'When each client was last online, in milliseconds', reply: byKey(z.int()) },
  onlinesByNode: {
    summary: 'Online emails by node id, "0" for this panel',
    reply: byKey(z.array(z.string())),
  },
  onlinesByGuid: { summary: 'Online emails by panel', reply: byKey(z.array(z.string())) },
  activeInbounds: {
    summary: 'Tags of inbounds with live traffic, by panel',
    reply: byKey(z.array(z.string())),
  },
  clientIpsByGuid: {
    summary: 'IP addresses of each client, by panel',
    reply: byKey(byKey(z.array(z.looseObject({})))),
  },
  externalLinks: {
    summary: "Set the links to other servers that are added to a client's own links",
    body: ExternalLinks,
    says: updated,
  },
})

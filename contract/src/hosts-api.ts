import { z } from 'zod'
import { ConfigChange } from './core-config.ts'
import { Host, HostGroup, HostInput } from './host.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { networkRoutes } from './routes/network.ts'
import { api } from './wire.ts'

const ids = z.array(z.string()).max(10_000)
/** One published client sends `groupIds`. */
const Reorder = z.preprocess(
  (v) => (typeof v === 'object' && v && 'groupIds' in v ? { ids: v.groupIds, ...v } : v),
  z.object({ ids }),
)
const saved = 'The advertised addresses have been saved.'
const deleted = 'The advertised addresses have been deleted.'

/** What a save would change: `groupId` alone is a deletion, `host` alone a new group, `order` another order. */
const HostsReviewInput = z.object({
  groupId: z.string().optional(),
  host: HostInput.optional(),
  order: ids.optional(),
})
export type HostsReviewInput = z.output<typeof HostsReviewInput>
export const HostsReview = z.object({
  changes: z.array(ConfigChange),
  /** How many more there are. */
  more: z.int(),
  /** Inbounds whose links change, and how many clients each has. */
  inbounds: z.array(z.object({ id: z.int(), remark: z.string(), clients: z.int() })),
  /** Clients whose links change; nobody has to connect again. */
  clients: z.int(),
  /** Subscriptions whose links change. */
  subscriptions: z.int(),
  /** Clients whose keys of these addresses end: with them, links that they have, and what is open by them. */
  keysEnd: z.int(),
})
export type HostsReview = z.output<typeof HostsReview>

const routes = { ...networkRoutes.hosts, ...apiOnlyRoutes.hosts }

export const hostsApi = api(routes, {
  list: { summary: 'Advertised addresses', reply: z.array(HostGroup) },
  get: { summary: 'One group of advertised addresses', reply: HostGroup },
  byInbound: { summary: 'Advertised addresses of an inbound', reply: z.array(HostGroup) },
  tags: { summary: 'Tags in use', reply: z.array(z.string()) },
  add: {
    also: ['/panel/api/hosts/bulk/add'],
    summary: 'Add advertised addresses to inbounds',
    body: HostInput,
    reply: z.array(Host),
    says: saved,
  },
  update: {
    summary: 'Replace a group of advertised addresses',
    body: HostInput,
    reply: z.array(Host),
    says: saved,
  },
  del: { summary: 'Delete a group of advertised addresses', says: deleted },
  bulkDel: {
    summary: 'Delete groups of advertised addresses',
    body: z.object({ ids }),
    says: deleted,
  },
  setEnable: {
    summary: 'Enable or disable a group of advertised addresses',
    body: z.object({ enable: z.boolean() }),
    says: saved,
  },
  bulkSetEnable: {
    summary: 'Enable or disable groups of advertised addresses',
    body: z.object({ ids, enable: z.boolean() }),
    says: saved,
  },
  reorder: {
    summary: 'Reorder the groups of advertised addresses',
    body: Reorder,
    says: saved,
  },
  review: {
    summary:
      'Which links a save, a deletion (without host) or another order of advertised addresses would change, and of how many clients; stores nothing',
    body: HostsReviewInput,
    reply: HostsReview,
  },
})

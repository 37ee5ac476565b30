import { z } from 'zod'
import { FallbackRow, FallbacksBody } from './fallback.ts'
import {
  EnableBody,
  ImportedInbound,
  Inbound,
  InboundInput,
  InboundOption,
  InboundReview,
  SkippedInbounds,
} from './inbound.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { networkRoutes } from './routes/network.ts'
import { absentIfNull } from './tolerant.ts'
import { PushedTraffics } from './traffic.ts'
import { seenVersion } from './versions.ts'
import { api, jsonish } from './wire.ts'

/** An inbound may contain 100,000 clients (R17). */
const bodyLimit = 64 * 1024 * 1024
const created = 'Inbound has been successfully created.'
const updated = 'Inbound has been successfully updated.'

const NamedPeer = z.object({ publicKey: z.string(), email: z.string() })
export type NamedPeer = z.infer<typeof NamedPeer>

const routes = { ...networkRoutes.inbounds, ...apiOnlyRoutes.inbounds }

export const inboundsApi = api(routes, {
  list: { summary: 'Inbounds with their client statistics', reply: z.array(Inbound) },
  listSlim: {
    summary: 'Inbounds with clients reduced to email, enable and comment',
    reply: z.array(Inbound),
  },
  options: { summary: 'Inbounds as options for a picker', reply: z.array(InboundOption) },
  get: { summary: 'One inbound', reply: Inbound },
  allLinks: { summary: 'Share links of every client of every inbound', reply: z.array(z.string()) },
  add: {
    summary: 'Create an inbound; clients in its settings are created or attached',
    body: InboundInput,
    bodyLimit,
    reply: Inbound,
    says: created,
  },
  update: {
    summary: 'Replace an inbound; without settings.clients its clients are kept, a list is the exact set',
    query: seenVersion,
    body: InboundInput,
    bodyLimit,
    reply: Inbound,
    says: updated,
  },
  review: {
    summary:
      'What a save of an inbound would change, what the core says, and who would notice; stores nothing',
    body: InboundInput,
    bodyLimit,
    reply: InboundReview,
  },
  import: {
    summary: 'Create an inbound from exported JSON; new clients keep their counters',
    body: z.object({ data: jsonish(ImportedInbound) }),
    bodyLimit,
    reply: Inbound,
    says: created,
  },
  del: {
    summary: 'Delete an inbound; its clients are kept',
    reply: z.int(),
    says: 'Inbound has been successfully deleted.',
  },
  addMany: {
    summary: 'Create several inbounds, for example the same one on several nodes: all or none',
    body: z.object({ inbounds: z.array(InboundInput).min(1).max(100) }),
    bodyLimit,
    reply: z.object({ ids: z.array(z.int()) }),
    says: 'Inbounds have been successfully created.',
  },
  bulkDel: {
    summary: 'Delete several inbounds',
    body: absentIfNull(z.object({ ids: z.array(z.int()).max(100_000).default([]) })),
    reply: z.object({ deleted: z.int(), skipped: SkippedInbounds.optional() }),
    says: 'Inbounds have been deleted.',
  },
  setEnable: {
    summary: 'Enable or disable an inbound',
    body: EnableBody,
    says: updated,
  },
  resetTraffic: {
    summary: 'Reset the traffic of one inbound, but not of its clients',
    says: 'Inbound traffic has been reset.',
  },
  resetAllTraffics: { summary: 'Reset the traffic of all inbounds', says: 'All traffic has been reset.' },
  delAllClients: {
    summary: 'Delete every client attached to an inbound',
    reply: z.object({
      deleted: z.int(),
      skipped: z.array(z.object({ email: z.string(), reason: z.string() })).optional(),
    }),
    says: 'Inbound clients have been deleted.',
  },
  allFallbacks: { summary: 'Fallback rows of every master, in order', reply: z.array(FallbackRow) },
  fallbacks: { summary: 'Fallback rows of a master, in order', reply: z.array(FallbackRow) },
  setFallbacks: {
    summary: 'Replace the fallback rows of a master, all or nothing',
    body: FallbacksBody,
    says: updated,
  },
  adoptPeers: {
    summary:
      "Make clients of peers in a WireGuard inbound's settings, with their keys and addresses; all or nothing",
    body: z.object({ peers: z.array(NamedPeer).min(1).max(1_000) }),
    says: updated,
  },
  subSortIndex: {
    summary: 'Position of an inbound in subscriptions',
    body: z.object({ subSortIndex: z.int().min(1).max(2_147_483_647) }),
    says: updated,
  },
  pushClientTraffics: {
    summary:
      'Traffic that a central panel counted for shared clients: whoever has used up the quota is disabled here too',
    body: PushedTraffics,
  },
})

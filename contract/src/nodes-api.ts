import { z } from 'zod'
import { Adopted, AdoptionChoice, AdoptionView, LeaveChoice } from './adoption-api.ts'
import { Node, NodeInput, NodeNeed, NodeQueue, NodeTrend, ProbeResult, RemoteInbound } from './node.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { networkRoutes } from './routes/network.ts'
import { HistoryPoint } from './status.ts'
import { formSwitch } from './tolerant.ts'
import { api } from './wire.ts'

const updated = 'Update node'
const noTrust = (what: string) => ({ summary: `${what}: not there, says so` })

const SeenAddresses = z.object({
  clientEmail: z.string(),
  /** A list of `{ip, timestamp}` or of addresses, or the same as JSON text. */
  ips: z.unknown(),
})

/** What a central panel asks this one for. */
export const subNodesApi = api(apiOnlyRoutes.below, {
  descendants: {
    summary: 'All panels below this one: its nodes, and theirs',
    reply: z.array(
      z.object({
        guid: z.string(),
        parentGuid: z.string(),
        name: z.string(),
        address: z.string(),
        status: z.string(),
      }),
    ),
  },
  clientIps: {
    summary: 'IP addresses seen for clients, as stored',
    reply: z.array(z.object({ id: z.int(), clientEmail: z.string(), ips: z.unknown() })),
  },
  setClientIps: {
    summary: 'Add IP addresses that other panels saw to the logs of the clients that are here',
    body: z.preprocess(
      (v) => (Array.isArray(v) ? { clientIps: v } : v),
      z.object({ clientIps: z.array(SeenAddresses).max(200_000).default([]) }),
    ),
  },
})

const routes = { ...networkRoutes.nodes, ...apiOnlyRoutes.nodes }

/** Other panels that this one manages. */
export const nodesApi = api(routes, {
  list: { summary: 'Nodes by id, and after them the panels below them', reply: z.array(Node) },
  get: { summary: 'One node', reply: Node },
  add: {
    summary:
      'Add a node, by its address and token or by a join string: it is asked once, and stored even if it does not answer',
    body: NodeInput,
    reply: Node,
    says: 'Add node',
  },
  update: {
    summary: 'Change a node; absent fields and a blank token keep what is stored',
    body: NodeInput,
    says: updated,
  },
  del: {
    summary:
      'Delete a node. Without a choice only one that no inbound is placed on, and nothing is changed on the node; ' +
      'with `leave` the inbounds placed there are deleted here, and stay on the node (keep) or are removed there first (remove)',
    body: LeaveChoice,
    says: 'Delete node',
  },
  setEnable: {
    summary: 'Enable or disable a node: a disabled one is not asked',
    body: z.object({ enable: formSwitch }),
    says: updated,
  },
  test: {
    summary: 'Ask a node that is not stored; a blank token of a stored node (id) is filled in',
    body: NodeInput,
    reply: ProbeResult,
  },
  probe: { summary: 'Ask a stored node now', reply: ProbeResult },
  history: {
    summary:
      'CPU, memory, latency or traffic of a node (cpu, mem, latency, up, down), at most 60 points of `bucket` seconds each',
    reply: z.array(HistoryPoint),
  },
  queue: {
    summary: 'Changes that a node does not have yet, with what it said against them',
    reply: NodeQueue,
  },
  needs: {
    summary: 'What about the nodes needs an operator: offline, another certificate, refused changes',
    reply: z.array(NodeNeed),
  },
  trends: {
    summary: 'Latency and traffic of every node in the last hour, at most 60 points each',
    reply: z.array(NodeTrend),
  },
  retry: { summary: 'Try everything that a node refused again, now' },
  adoption: {
    summary: 'What a node has, and what would become of it if this panel took it over; nothing is changed',
    reply: AdoptionView,
  },
  adopt: {
    summary: 'Take over inbounds and clients of a node as they are; nothing is changed on the node',
    body: AdoptionChoice,
    reply: Adopted,
    says: 'Adopt',
  },
  certFingerprint: {
    summary: 'SHA-256 of the certificate that a node shows, in hex, to be pinned',
    body: NodeInput,
    reply: z.string(),
  },
  inbounds: {
    summary: 'Inbounds that a panel has now',
    body: NodeInput,
    reply: z.array(RemoteInbound),
  },
  webCert: {
    summary: "Paths of a node's certificate and key on the node",
    reply: z.object({ webCertFile: z.string(), webKeyFile: z.string() }),
  },
  updatePanel: {
    summary: 'Ask nodes to update themselves',
    body: z.object({ ids: z.array(z.int()).max(1_000).default([]), dev: formSwitch.optional() }),
    reply: z.array(
      z.object({ id: z.int(), name: z.string(), ok: z.boolean(), error: z.string().optional() }),
    ),
  },
  authority: noTrust('The authority that nodes trust'),
  trustAuthority: noTrust('Trust the authority of another panel'),
  reloadClient: noTrust('Read the client certificate anew'),
})

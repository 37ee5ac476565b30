import { z } from 'zod'
import { Node, NodeInput, NodeQueue, ProbeResult, RemoteInbound } from './node.ts'
import { HistoryPoint } from './status.ts'
import { formSwitch, whole } from './tolerant.ts'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/nodes'
const updated = 'Update node'
const noTrust = (path: string, what: string) =>
  endpoint({
    method: 'POST',
    path: `${root}/${path}`,
    summary: `${what}: not there, says so`,
    reply: nothing,
  })

const server = '/panel/api/server'

const SeenAddresses = z.object({
  clientEmail: z.string(),
  /** A list of `{ip, timestamp}` or of addresses, or the same as JSON text. */
  ips: z.unknown(),
})

/** What a panel above this one asks it for. */
export const belowApi = {
  descendants: endpoint({
    method: 'GET',
    path: `${server}/descendants`,
    summary: 'Nodes below this panel',
    reply: z.array(
      z.object({
        guid: z.string(),
        parentGuid: z.string(),
        name: z.string(),
        address: z.string(),
        status: z.string(),
      }),
    ),
  }),
  clientIps: endpoint({
    method: 'GET',
    path: `${server}/clientIps`,
    summary: 'IP addresses seen for clients, as stored',
    reply: z.array(z.object({ id: z.int(), clientEmail: z.string(), ips: z.unknown() })),
  }),
  setClientIps: endpoint({
    method: 'POST',
    path: `${server}/clientIps`,
    summary: 'Add IP addresses that other panels saw to the logs of the clients that are here',
    body: z.preprocess(
      (v) => (Array.isArray(v) ? { clientIps: v } : v),
      z.object({ clientIps: z.array(SeenAddresses).max(200_000).default([]) }),
    ),
    reply: nothing,
  }),
} as const

/** Other panels that this one manages. */
export const nodesApi = {
  list: endpoint({ method: 'GET', path: `${root}/list`, summary: 'Nodes by id', reply: z.array(Node) }),
  get: endpoint({ method: 'GET', path: `${root}/get/:id`, summary: 'One node', reply: Node }),
  add: endpoint({
    method: 'POST',
    path: `${root}/add`,
    summary: 'Add a node: it is asked once, and stored even if it does not answer',
    body: NodeInput,
    reply: Node,
    says: 'Add node',
  }),
  update: endpoint({
    method: 'POST',
    path: `${root}/update/:id`,
    summary: 'Change a node; absent fields and a blank token keep what is stored',
    body: NodeInput,
    reply: nothing,
    says: updated,
  }),
  del: endpoint({
    method: 'POST',
    path: `${root}/del/:id`,
    summary: 'Delete a node that no inbound is placed on; nothing is changed on the node itself',
    reply: nothing,
    says: 'Delete node',
  }),
  setEnable: endpoint({
    method: 'POST',
    path: `${root}/setEnable/:id`,
    summary: 'Enable or disable a node: a disabled one is not asked',
    body: z.object({ enable: formSwitch }),
    reply: nothing,
    says: updated,
  }),
  test: endpoint({
    method: 'POST',
    path: `${root}/test`,
    summary: 'Ask a node that is not stored; a blank token of a stored node (id) is filled in',
    body: NodeInput,
    reply: ProbeResult,
  }),
  probe: endpoint({
    method: 'POST',
    path: `${root}/probe/:id`,
    summary: 'Ask a stored node now',
    reply: ProbeResult,
  }),
  history: endpoint({
    method: 'GET',
    path: `${root}/history/:id/:metric/:bucket`,
    summary: 'CPU or memory load of a node (cpu, mem), at most 60 points of `bucket` seconds each',
    reply: z.array(HistoryPoint),
  }),
  queue: endpoint({
    method: 'GET',
    path: `${root}/queue/:id`,
    summary: 'Changes that a node does not have yet, with what it said against them',
    reply: NodeQueue,
  }),
  retry: endpoint({
    method: 'POST',
    path: `${root}/retry/:id`,
    summary: 'Try everything that a node refused again, now',
    reply: nothing,
  }),
  certFingerprint: endpoint({
    method: 'POST',
    path: `${root}/certFingerprint`,
    summary: 'SHA-256 of the certificate that a node shows, in hex, to be pinned',
    body: NodeInput,
    reply: z.string(),
  }),
  inbounds: endpoint({
    method: 'POST',
    path: `${root}/inbounds`,
    summary: 'Inbounds that a panel has now',
    body: NodeInput,
    reply: z.array(RemoteInbound),
  }),
  webCert: endpoint({
    method: 'GET',
    path: `${root}/webCert/:id`,
    summary: "Paths of a node's certificate and key on the node",
    reply: z.object({ webCertFile: z.string(), webKeyFile: z.string() }),
  }),
  updatePanel: endpoint({
    method: 'POST',
    path: `${root}/updatePanel`,
    summary: 'Ask nodes to update themselves',
    body: z.object({ ids: z.array(whole).max(1_000).default([]), dev: z.boolean().optional() }),
    reply: z.array(
      z.object({ id: z.int(), name: z.string(), ok: z.boolean(), error: z.string().optional() }),
    ),
  }),
  authority: noTrust('mtls/ca', 'The authority that nodes trust'),
  trustAuthority: noTrust('mtls/trustCA', 'Trust the authority of another panel'),
  reloadClient: noTrust('mtls/reloadClient', 'Read the client certificate anew'),
} as const

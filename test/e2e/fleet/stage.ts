import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from '../core/client-core.ts'
import { type CorePanel, newFolder, startCorePanel, templateTo } from '../core/core-panel.ts'
import { coreCounters, trafficOf } from '../core/metered.ts'
import { createOrigin, type Origin } from '../core/origin.ts'
import { createLink, createNamespace, type Link, type Namespace } from './namespaces.ts'

/** A panel with its core in a namespace; users and the test reach it over a link of their own. */
export interface Site {
  namespace: Namespace
  /** From this machine, where the users are. */
  toUsers: Link
  origin: Origin
  panel: CorePanel
  kill(): Promise<void>
  /** Again on the same folder and port. */
  start(): Promise<void>
}

export interface Ends {
  push(end: () => Promise<unknown>): unknown
}

export async function createSite(
  binary: string,
  ends: Ends,
  { folder = newFolder(), env = {} }: { folder?: string; env?: Record<string, string> } = {},
): Promise<Site> {
  const namespace = await createNamespace()
  ends.push(() => namespace.end())
  const toUsers = createLink(undefined, namespace)
  const origin = await createOrigin(toUsers.near)
  ends.push(() => origin.close())
  const port = await freePort()
  const open = () =>
    startCorePanel(binary, {
      folder,
      port,
      env: { SLUICE_LISTEN: '0.0.0.0', ...env },
      inside: { enter: namespace.enter, origin: `https://${toUsers.far}` },
    })
  const site: Site = {
    namespace,
    toUsers,
    origin,
    panel: await open(),
    kill: async () => void (await site.panel.program.kill('SIGKILL')),
    async start() {
      site.panel = await open()
      await site.panel.until('running')
    },
  }
  ends.push(() => site.panel.stop())
  await site.panel.until('running')
  const xraySetting = templateTo(origin.port, { host: toUsers.near })
  await site.panel.call('/panel/xray/update', { xraySetting })
  return site
}

/** Adds `site` as a node of `centre`, which reaches it over `link` and trusts its certificate. */
export async function join(centre: Site, site: Site, name: string, link: Link): Promise<number> {
  const { token: apiToken } = await site.panel.call<{ token: string }>('/panel/setting/apiTokens/create', {
    name: 'centre',
  })
  const body = {
    name,
    scheme: 'https',
    address: link.far,
    port: site.panel.program.port,
    apiToken,
    allowPrivateAddress: true,
    tlsVerifyMode: 'pin',
  }
  const place = { ...body, tlsVerifyMode: 'verify' }
  const pinnedCertSha256 = await centre.panel.call<string>('/panel/api/nodes/certFingerprint', place)
  const node = await centre.panel.call<Node>('/panel/api/nodes/add', { ...body, pinnedCertSha256 })
  if (node.status !== 'online') throw new Error(`${name} does not answer: ${node.lastError}`)
  return node.id
}

/** An inbound at the centre that runs on the centre, or on a node. */
export async function place(
  centre: Site,
  nodeId: number | null,
  port: number,
  kind: Parameters<typeof cellInbound>[0],
): Promise<SectionSource> {
  const { id: _, tag: __, ...input } = cellInbound(kind, { port })
  const made = await centre.panel.call<Inbound>('/panel/api/inbounds/add', { ...input, nodeId, listen: '' })
  return { ...made }
}

export const nodeRow = (centre: Site, id: number): Promise<Node> =>
  centre.panel.read<Node>(`/panel/api/nodes/get/${id}`)

export async function inStep(centre: Site, nodes: readonly number[], what: string): Promise<void> {
  let last: Node[] = []
  const isThere = async () => {
    last = await Promise.all(nodes.map((id) => nodeRow(centre, id)))
    return last.every(({ behind, status }) => behind === 0 && status === 'online')
  }
  await until(`the nodes are in step ${what}`, isThere).catch((error: unknown) => {
    const said = last.map(({ name, status, behind, behindReason, lastError }) =>
      [name, status, behind, behindReason, lastError].join(' '),
    )
    throw new Error(`${error instanceof Error ? error.message : error}: ${said.join('; ')}`)
  })
}

/** One client core on this machine; the port of a client's way through a site. */
export async function openUsers(
  binary: string,
  ways: readonly { name: string; site: Site; inbound: SectionSource; email: string; centre: Site }[],
): Promise<{ core: ClientCore; portOf(name: string): number }> {
  const made = await Promise.all(
    ways.map(async ({ site, inbound, email, centre }) => ({
      inbound,
      client: await centre.panel.client(email),
      address: site.toUsers.far,
    })),
  )
  const core = await startClientCore(binary, made)
  return { core, portOf: (name) => core.ports[ways.findIndex((way) => way.name === name)] ?? 0 }
}

/** Waits until a panel has stored all that its own core counted for a client: a tick has seen it. */
export async function seenByTick(site: Site, email: string): Promise<void> {
  const same = async () => {
    const counted = (await coreCounters(site.panel)).get(email) ?? { up: 0, down: 0 }
    const { up, down } = await trafficOf(site.panel, email)
    return up === counted.up && down === counted.down
  }
  await until(`the panel has stored what its core counted for ${email}`, same)
}

/** Counts the ticks of a panel from now on: it tells its browsers of each. */
export async function countTicks(site: Site): Promise<{ ticks(): number; end(): void }> {
  const { program, visitor } = site.panel
  const socket = new WebSocket(`${program.url.replace('https', 'wss')}/ws`, {
    headers: { cookie: visitor.cookie },
    rejectUnauthorized: false,
  })
  let seen = 0
  socket.on('message', (data) => {
    if ((JSON.parse(String(data)) as { type: string }).type === 'traffic') seen++ // our own frames
  })
  await once(socket, 'open')
  return { ticks: () => seen, end: () => socket.terminate() }
}

import type { HealthState } from '#contract/health-api.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { templateTo } from './core/core-panel.ts'
import { inStep } from './fleet/stage.ts'
import { type Cell, plain, type ServerWorld } from './health-stage.ts'
import { pageAddress } from './public-page.ts'
import { forgetInbound, occupy, openOldSite, release } from './server-faults.ts'

const tls: Cell = { protocol: 'trojan', network: 'tcp', security: 'tls' }
const reality: Cell = { ...plain, security: 'reality' }

const inTls = (tlsSettings: Block) => (stream: Block) => ({ ...stream, tlsSettings })
const towards = (target: string) => (stream: Block) => ({
  ...stream,
  realitySettings: { ...(stream.realitySettings as Block), target }, // a cell with Reality has them
})

/** One failure, and who is affected. */
export interface ServerFailure {
  make(world: ServerWorld): Promise<unknown>
  state: HealthState
  /** How the id of the finding begins. */
  id: string
  says: RegExp
  /** The inbound that has it: its client has no other. */
  inbound?: string
  /** The failure keeps clients from connecting. */
  stopsClients?: true
  /** The core or the fleet watches it, and needs longer than two rounds in a row. */
  isWatched?: true
  /** It is the node's own. */
  atNode?: true
  mend?(world: ServerWorld): Promise<unknown>
}

/** What may be wrong with a server, in the order in which it is made. */
export const serverFailures: Readonly<Record<string, ServerFailure>> = {
  'an inbound that nobody listens for': {
    make: async ({ centre, add }) => forgetInbound(centre.panel, (await add('shut', plain)).tag),
    ...{ state: 'bad', id: 'ports.inbound-', inbound: 'shut', stopsClients: true },
    says: /shut.*: nothing is listening on port \d+\/tcp/,
  },
  'a port that another program took': {
    async make({ centre, add, ends }) {
      const { tag, port } = await add('taken', plain)
      await forgetInbound(centre.panel, tag)
      await occupy(centre.namespace, port, ends)
    },
    ...{ state: 'bad', id: 'ports.inbound-', inbound: 'taken', stopsClients: true },
    says: /taken.*: port \d+\/tcp is used by .*process \d+/,
    mend: async ({ inbounds }) => release(inbounds.get('taken')?.port ?? 0),
  },
  'no certificate': {
    make: ({ add }) => add('bare', tls, inTls({})),
    ...{ state: 'bad', id: 'certificates.inbound-', inbound: 'bare', stopsClients: true },
    says: /bare.*: it uses TLS and has no certificate/,
  },
  'a certificate that is about to expire': {
    make({ add }) {
      const { cert, key } = selfSigned(['sluice.test'], [], 900_000)
      const row = { certificate: cert.split('\n'), key: key.split('\n'), usage: 'encipherment' }
      return add('soon', tls, inTls({ serverName: 'sluice.test', certificates: [row] }))
    },
    ...{ state: 'warn', id: 'certificates.inbound-', inbound: 'soon' },
    says: /soon.*: the certificate expires in 0 days/,
  },
  'a Reality target that is silent': {
    make: async ({ add }) => add('silent', reality, towards(`${pageAddress}:${await freePort()}`)),
    ...{ state: 'bad', id: 'reality.inbound-', inbound: 'silent', stopsClients: true },
    says: /silent.*: the Reality target .*203\.0\.114\.1:\d+.* does not answer/,
  },
  'a Reality target that lacks what is needed': {
    make: async ({ add, ends }) =>
      add('lacking', reality, towards(`${pageAddress}:${await openOldSite(pageAddress, ends)}`)),
    ...{ state: 'warn', id: 'reality.inbound-', inbound: 'lacking' },
    says: /lacking.*: the Reality target .* lacks .*TLS 1\.3/,
  },
  'subscriptions that only this machine reaches': {
    make: () => Promise.resolve(), // it began so
    ...{ state: 'warn', id: 'addresses.subscriptions' },
    says: /Subscriptions listen on .*127\.0\.0\.1:\d+.*, so apps cannot fetch them/,
    async mend({ centre, set }) {
      await set({ subListen: '0.0.0.0' })
      await centre.kill()
      await centre.start()
    },
  },
  'a backup that is old': {
    make: () => Promise.resolve(), // likewise
    ...{ state: 'warn', id: 'backups' },
    says: /The last backup is 10 days old, and none are scheduled/,
  },
  'an advertised domain that does not resolve': {
    async make({ centre, add }) {
      const { id } = await add('named', plain)
      await centre.panel.call('/panel/api/hosts/add', { inboundIds: [id], hosts: ['gone.example'] })
    },
    ...{ state: 'warn', id: 'names.gone.example' },
    says: /The domain .*gone\.example.* does not resolve/,
  },
  'a public host that does not resolve': {
    make: ({ set }) => set({ publicHost: 'nowhere.example' }),
    ...{ state: 'bad', id: 'names.nowhere.example' },
    says: /The domain .*nowhere\.example.* does not resolve/,
    mend: ({ set, centre }) => set({ publicHost: centre.toUsers.far }),
  },
  'a clock that is wrong': {
    async make({ page, checkEntry }) {
      page.clock.aheadMs = 300_000
      await checkEntry('named')
    },
    ...{ state: 'bad', id: 'clock' },
    says: /The clock differs from .*203\.0\.114\.1.* by (299|30\d) seconds/,
  },
  'a limit that nobody enforces': {
    async make({ centre, set, inbounds }) {
      await set({ ipLimitEnable: false })
      await centre.panel.addClient('limited', [inbounds.get('named')?.id ?? 0], { limitIp: 2 })
    },
    ...{ state: 'warn', id: 'limits.ip' },
    says: /1 client has an IP limit, but IP limits are turned off/,
    mend: ({ set }) => set({ ipLimitEnable: true }),
  },
  'a balancer without a living member': {
    async make({ centre, page }) {
      const dead = { protocol: 'socks', settings: { servers: [{ address: '127.0.0.1', port: 1 }] } }
      const template = templateTo(page.port, {
        host: pageAddress,
        outbounds: [1, 2].map((i) => ({ ...dead, tag: `far-${i}` })),
      })
      const xraySetting = {
        ...template,
        routing: {
          rules: [],
          balancers: [{ tag: 'lb', selector: ['far'], strategy: { type: 'leastPing' } }],
        },
        observatory: { subjectSelector: ['far'], probeURL: `http://${pageAddress}/`, probeInterval: '1s' },
      }
      await centre.panel.call('/panel/xray/update', { xraySetting })
      await centre.panel.call('/panel/api/server/restartXrayService')
      await centre.panel.until('running')
    },
    ...{ state: 'bad', id: 'balancers.lb', isWatched: true },
    says: /Balancer .*lb.*: none of its outbounds answers/,
  },
  'an inbound of a node that nobody listens for': {
    async make({ centre, node, nodeId, add, checkEntry }) {
      const { tag } = await add('far', plain, { nodeId })
      await inStep(centre, [nodeId], 'with an inbound')
      await checkEntry('far')
      const [own] = await node.panel.read<Inbound[]>('/panel/api/inbounds/list')
      await forgetInbound(node.panel, own?.tag ?? tag)
      for (const _ of [1, 2]) await checkEntry('far')
    },
    ...{ state: 'bad', id: 'entries.inbound-', inbound: 'far', stopsClients: true },
    says: /Clients cannot connect through .*far.* at .*: .*(refused|Nothing answers)/,
  },
  'a node that cannot be reached': {
    make: async ({ link }) => link.cut(),
    ...{ state: 'bad', id: 'nodes.node-', isWatched: true, inbound: 'far', stopsClients: true },
    says: /Node .*bergen.* is offline/,
    mend: async ({ link }) => link.heal(),
  },
  'a core that is too old': {
    make: () => Promise.resolve(), // the node began so
    ...{ state: 'warn', id: 'core.version', atNode: true },
    says: /Xray .*26\.1\.1.* is older than .*26\.4\.25/,
  },
  'a disk that is full': {
    make: async ({ disk }) => disk.fill(),
    ...{ state: 'bad', id: 'disk.data', atNode: true },
    says: /The disk with .* is full: .*\d %/,
    mend: async ({ disk }) => disk.empty(),
  },
}

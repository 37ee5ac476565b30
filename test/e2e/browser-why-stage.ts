import { type ChildProcess, spawn } from 'node:child_process'
import type { ClientFields } from '#contract/client.ts'
import type { Diagnosis } from '#contract/health-api.ts'
import type { Block } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { checkUserName } from '#domain/core-config/check-user.ts'
import type { ClientRow } from '#server/store/rows/client.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePort } from '#test/free-port.ts'
import { addClient, inbounds, type ListedInbound } from '#test/inbounds.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { type ClientCore, startClientCore } from './core/client-core.ts'
import { fetchThrough } from './core/dial.ts'
import { dialledAt, type EntriesStage, type Name, pinned, told, withHints } from './entries-stage.ts'

const clients = '/panel/api/clients'
export const day = 86_400_000

export interface WhyWorld {
  stage: EntriesStage
  /** The inbound that works, for clients whose own state is the reason. */
  well: ListedInbound
  /** Ends what was started. */
  later(end: () => void): void
}

/** The sentence that the page of such a client says first. */
interface WhyCase {
  says: RegExp
  make(world: WhyWorld, email: string): Promise<unknown>
  /** What the panel mends by itself is done again before somebody looks. */
  again?(world: WhyWorld, email: string): Promise<unknown>
  /** The same, where it takes a round of checks: only if the panel was faster than whoever looks. */
  redo?(stage: EntriesStage): Promise<unknown>
}

export const limited = ({ stage, well }: WhyWorld, email: string, more: object = {}) =>
  addClient(stage.me, { email, ...more }, [well.id])
const plain = { protocol: 'vless', network: 'tcp', security: 'none' } as const
const addTo = (stage: EntriesStage, body: object): Promise<ListedInbound> =>
  told(stage.me.post<ListedInbound>(`${inbounds}/add`, { protocol: 'vless', enable: true, ...body }))
const settings = { clients: [], decryption: 'none' }

/** Another program on a port. */
async function occupy(port: number): Promise<ChildProcess> {
  const code = `require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('there'))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((there, failed) => {
    child.stdout.once('data', there)
    child.once('error', failed)
  })
  return child
}

/** The app of a client with its keys of now, at an address of its own. */
async function appOf(
  { stage, well }: WhyWorld,
  email: string,
  from: string,
): Promise<ClientCore & { dial(): Promise<boolean> }> {
  const { client } = await told(stage.me.get<{ client: ClientFields }>(`${clients}/get/${email}`))
  const core = await startClientCore(coreBinary ?? '', [{ inbound: well, client, from }])
  return { ...core, dial: () => fetchThrough(core.ports[0] ?? 0, 2_000).then(Boolean, () => false) }
}

/** It fetches until the panel has seen that it must not. */
async function spends(world: WhyWorld, email: string, isOver: (row: ClientRow) => boolean): Promise<void> {
  const app = await appOf(world, email, '127.0.0.3')
  const { db } = world.stage.t.panel
  const row = db.read.selectFrom('clients').selectAll().where('email', '=', email)
  const hasEnded = async () => {
    await app.dial()
    return isOver(await row.executeTakeFirstOrThrow())
  }
  await until('it has ended', hasEnded).finally(app.stop)
}

async function ofEndedGroup(world: WhyWorld, email: string, limits: object): Promise<void> {
  const name = `group of ${email}`
  await told(world.stage.me.post(`${clients}/groups/create`, { name, ...limits }))
  await limited(world, email, { group: name })
  await spends(world, email, ({ enable }) => !enable)
}

/** It has connected from an address; then its key was changed, and its app goes on with the old one. */
async function oldLink(world: WhyWorld, email: string): Promise<void> {
  const { me, t } = world.stage
  await limited(world, email)
  const app = await appOf(world, email, '127.0.0.2')
  const isKnown = async () => {
    await app.dial()
    const rows = await t.panel.db.read.selectFrom('inbound_client_ips').selectAll().execute()
    return rows.some((row) => row.client_email === email && row.ips.includes('127.0.0.2'))
  }
  const isRefused = async () => {
    await app.dial()
    const { answers } = await told(me.get<Diagnosis>(`/panel/api/health/client/${email}`))
    return answers.some(({ question, what }) => question === 'handshake' && what === 'key')
  }
  await until('its address is known', isKnown)
  const { client } = await told(me.get<{ client: ClientFields }>(`${clients}/get/${email}`))
  await told(me.post(`${clients}/update/${email}`, { ...client, uuid: crypto.randomUUID() }))
  await until('its old key is refused', isRefused)
  // An app tries again and again; for some seconds the core counts a client that has gone as online.
  const timer = setInterval(() => void app.dial(), 2_000)
  world.later(() => {
    clearInterval(timer)
    void app.stop()
  })
}

const own: Record<string, WhyCase> = {
  quota: {
    says: /^Out of data: .+ of .+ used$/,
    async make(world, email) {
      await limited(world, email, { totalGB: 10 })
      await spends(world, email, ({ enable }) => !enable)
    },
  },
  expired: {
    says: /^Expired 2 days ago$/,
    make: (world, email) => limited(world, email, { expiryTime: Date.now() - 2 * day }),
  },
  disabled: { says: /^Client disabled$/, make: (world, email) => limited(world, email, { enable: false }) },
  device: {
    says: /^A device got no subscription .+: device limit of 1 reached$/,
    async make(world, email) {
      await limited(world, email, { limitHwid: 1, subId: 'device-sub' })
      const ask = subscriberOf(world.stage.t.subPort)
      for (const id of ['FIRST-DEVICE', 'SECOND-DEVICE']) await ask('/sub/device-sub', { 'x-hwid': id })
    },
  },
  address: {
    says: /^.?203\.0\.113\.7.? was refused .+: IP limit of 1 reached$/,
    async make(world, email) {
      await limited(world, email, { limitIp: 1 })
      const refused = { email, place: '203.0.113.7', act: 'cut', counted: 'address', limit: 1 } as const
      await world.stage.t.panel.refusals.note([refused])
    },
  },
  'group-quota': {
    says: /^Its group has expired or is out of data$/,
    make: (world, email) => ofEndedGroup(world, email, { totalGB: 10 }),
  },
  'plan-ended': {
    says: /^Its group has expired or is out of data$/,
    make: (world, email) => ofEndedGroup(world, email, { expiryTime: Date.now() + 3_000 }),
  },
  slowed: {
    says: /^Works, but slowly: out of data or expired$/,
    async make(world, email) {
      await limited(world, email, { totalGB: 10, whenEnded: 'slow' })
      await spends(world, email, ({ slowed }) => slowed === 'ended')
    },
  },
  'key-missing': {
    says: /^The running core does not have its key/,
    make: limited,
    async again({ stage, well: { tag } }, email) {
      await until('the core has it', async () => (await stage.api().userEmails(tag)).includes(email))
      await stage.api().removeUser(tag, email)
    },
  },
  'old-link': {
    says: /^A connection from .?127\.0\.0\.2.?, which it has used before, was refused .+: unknown key/,
    make: oldLink,
  },
}

const places: Record<string, WhyCase> = {
  nowhere: {
    says: /^Not assigned to any inbound$/,
    async make({ stage }, email) {
      const { id } = await stage.add('gone', plain)
      await addClient(stage.me, { email }, [id])
      await told(stage.me.post(`${inbounds}/del/${id}`))
    },
  },
  'inbound-off': {
    says: /^All assigned inbounds are disabled$/,
    async make({ stage }, email) {
      const { id } = await stage.add('off', plain)
      await addClient(stage.me, { email }, [id])
      await told(stage.me.post(`${inbounds}/setEnable/${id}`, { enable: false }))
    },
  },
  node: {
    says: /^None of its inbounds can be reached\. Node .?bergen.? is offline/,
    async make({ stage }, email) {
      const body = { name: 'bergen', address: 'bergen.example', port: 443, apiToken: 't' }
      const { id: nodeId } = await told(stage.me.post<Node>('/panel/api/nodes/add', body))
      const streamSettings = { network: 'tcp' }
      const far = { remark: 'far', port: await freePort(), nodeId, settings, streamSettings }
      await addClient(stage.me, { email }, [(await addTo(stage, far)).id])
    },
  },
  certificate: {
    says: /^None of its inbounds can be reached\. .*bare.*no certificate/,
    async make({ stage }, email) {
      const streamSettings = { network: 'tcp', security: 'tls', tlsSettings: {} }
      const bare = { remark: 'bare', port: await freePort(), listen: '127.0.0.1', settings, streamSettings }
      await addClient(stage.me, { email }, [(await addTo(stage, bare)).id])
    },
  },
  'port-taken': {
    says: /^None of its inbounds can be reached\. .*taken.* is used by .*process \d+/,
    async make({ stage, later }, email) {
      const taken = await stage.add('taken', plain)
      await addClient(stage.me, { email }, [taken.id])
      await stage.api().removeInbound(taken.tag)
      const other = await occupy(taken.port)
      later(() => other.kill('SIGKILL'))
    },
  },
}

/** A client of this inbound, of which the hidden client finds another way. */
const through = (
  name: Name,
  says: RegExp,
  change: (stage: EntriesStage, stream: Block) => Promise<unknown>,
) => ({
  says: new RegExp(`^None of its inbounds can be reached\\. .*${says.source}`, 's'),
  async make({ stage }: WhyWorld, email: string) {
    await change(stage, stage.stream(name))
    await addClient(stage.me, { email }, [stage.inbound(name).id]) // a saved inbound has the clients of its form
  },
})

/** The same for what only the running core forgets: a client that is added would bring it back. */
const inCore = (
  name: Name,
  says: RegExp,
  forget: (stage: EntriesStage, tag: string) => Promise<unknown>,
): WhyCase => ({
  says: new RegExp(`^None of its inbounds can be reached\\. .*${says.source}`, 's'),
  async make({ stage }, email) {
    const { id, tag } = stage.inbound(name)
    await addClient(stage.me, { email }, [id])
    await until('the core has it', async () => (await stage.api().userEmails(tag)).includes(email))
    await forget(stage, tag)
  },
  async redo(stage) {
    await forget(stage, stage.inbound(name).tag).catch(() => {}) // it is still gone
    await stage.t.panel.entries.checkAll()
    await told(stage.me.post('/panel/api/health/check'))
  },
})

const entries: Record<string, WhyCase> = {
  'entry-name': {
    says: /^None of its inbounds can be reached\. .*nowhere\.invalid.*does not resolve/,
    async make({ stage }, email) {
      const lost = await stage.add('lost', plain)
      const streamSettings = dialledAt(lost.streamSettings, 'nowhere.invalid', 443)
      await told(stage.me.post(`${inbounds}/update/${lost.id}`, { ...lost, streamSettings }))
      await addClient(stage.me, { email }, [lost.id])
    },
  },
  'entry-port': inCore('shadowsocks', /Nothing answers on port/, (stage, tag) =>
    stage.api().removeInbound(tag),
  ),
  'entry-tls': through('trojan', /TLS.*peer cert/, (stage, stream) =>
    stage.change('trojan', pinned(stream, '00'.repeat(32))),
  ),
  'entry-reality': through('reality', /cover site/, (stage, stream) => {
    const publicKey = 'V6k2m5Emy382rkU5QZ5VcfR9LQB78BkbUVC4DFgYhmA'
    return stage.change('reality', withHints(stream, 'realitySettings', { publicKey }))
  }),
  'entry-login': inCore('vless', /login was refused/, (stage, tag) =>
    stage.api().removeUser(tag, checkUserName(tag)),
  ),
  'entry-transport': through('vmess', /websocket/, (stage, stream) =>
    stage.change('vmess', dialledAt(stream, '127.0.0.1', stage.site.port)),
  ),
}

/** By the email of the client. What changes inbounds is first: a core that starts again gets all users again. */
export const whyCases: Readonly<Record<string, WhyCase>> = { ...places, ...entries, ...own }

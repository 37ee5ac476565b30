import { readFileSync, writeFileSync } from 'node:fs'
import { join as joinPath } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { Diagnosis, Finding, Health, HealthState } from '#contract/health-api.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { coreBinary } from '#test/core-binary.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type ClientFault, clientFaults } from './client-faults.ts'
import { templateTo } from './core/core-panel.ts'
import { createLink, type Link, namespacesMissing } from './fleet/namespaces.ts'
import { createSite, inStep, join, type Site } from './fleet/stage.ts'
import { openPublicPage, type PublicPage, pageAddress } from './public-page.ts'
import { openScreens, type Screens } from './screens.ts'
import { forgetInbound, occupy, oldCore, openOldSite, smallDisk } from './server-faults.ts'

// Two built programs with real cores, each in a network of its own; one is a node of the other. What may be wrong with a
// server is made there, and found within two rounds: the API, Home, the inbound and its client say the same.

const missing = coreBinary && namespacesMissing()
if (missing) console.log(`Not tested with network namespaces: ${missing}.`)

const day = 86_400_000
type Cell = Parameters<typeof cellInbound>[0]
const plain: Cell = { protocol: 'vless', network: 'tcp', security: 'none' }
const tls: Cell = { protocol: 'trojan', network: 'tcp', security: 'tls' }
const reality: Cell = { ...plain, security: 'reality' }

/** One failure, and who is affected. */
interface Failure {
  make(): Promise<unknown>
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
  mend?(): Promise<unknown>
}

describe.skipIf(!coreBinary || missing)('a server in a network of its own', { timeout: 900_000 }, () => {
  const ends: (() => Promise<unknown>)[] = []
  const made = new Map<string, Inbound>()
  let [centre, node] = [] as unknown as [Site, Site] // filled before the first test
  let well: Inbound
  let subPort = 0
  let link: Link
  let nodeId = 0
  let page: PublicPage
  let disk: ReturnType<typeof smallDisk>
  let screens: { centre: Screens; node: Screens }

  const set = (settings: object) => centre.panel.call('/panel/setting/update', settings)
  async function add(name: string, cell: Cell, change: object | ((stream: Block) => Block) = {}) {
    const options = { port: await freePort(), target: centre.origin.realityTarget }
    const { id: _, tag: __, ...input } = cellInbound(cell, options)
    const more = typeof change === 'function' ? { streamSettings: change(input.streamSettings) } : change
    const body = { ...input, listen: '', remark: name, ...more }
    const inbound = await centre.panel.call<Inbound>('/panel/api/inbounds/add', body)
    made.set(name, inbound)
    await centre.panel.addClient(`client-of-${name}`, [inbound.id])
    return inbound
  }
  const inTls = (more: Block) => (stream: Block) => ({ ...stream, tlsSettings: more })
  const towards = (target: string) => (stream: Block) => ({
    ...stream,
    realitySettings: { ...(stream.realitySettings as Block), target }, // a cell with Reality has them
  })
  const checkEntry = (name: string) =>
    centre.panel.call<Entries>(`/panel/api/health/entries/check/${made.get(name)?.id}`)

  const failures: Record<string, Failure> = {
    'an inbound that nobody listens for': {
      make: async () => forgetInbound(centre.panel, (await add('shut', plain)).tag),
      ...{ state: 'bad', id: 'ports.inbound-', inbound: 'shut', stopsClients: true },
      says: /shut.*: nothing is listening on port \d+\/tcp/,
    },
    'a port that another program took': {
      async make() {
        const { tag, port } = await add('taken', plain)
        await forgetInbound(centre.panel, tag)
        await occupy(centre.namespace, port, ends)
      },
      ...{ state: 'bad', id: 'ports.inbound-', inbound: 'taken', stopsClients: true },
      says: /taken.*: port \d+\/tcp is used by .*process \d+/,
    },
    'no certificate': {
      make: () => add('bare', tls, inTls({})),
      ...{ state: 'bad', id: 'certificates.inbound-', inbound: 'bare', stopsClients: true },
      says: /bare.*: it uses TLS and has no certificate/,
    },
    'a certificate that is about to expire': {
      make() {
        const { cert, key } = selfSigned(['sluice.test'], [], 900_000)
        const row = { certificate: cert.split('\n'), key: key.split('\n'), usage: 'encipherment' }
        return add('soon', tls, inTls({ serverName: 'sluice.test', certificates: [row] }))
      },
      ...{ state: 'warn', id: 'certificates.inbound-', inbound: 'soon' },
      says: /soon.*: the certificate expires in 0 days/,
    },
    'a Reality target that is silent': {
      make: async () => add('silent', reality, towards(`${pageAddress}:${await freePort()}`)),
      ...{ state: 'bad', id: 'reality.inbound-', inbound: 'silent', stopsClients: true },
      says: /silent.*: the Reality target .*203\.0\.114\.1:\d+.* does not answer/,
    },
    'a Reality target that lacks what is needed': {
      make: async () =>
        add('lacking', reality, towards(`${pageAddress}:${await openOldSite(pageAddress, ends)}`)),
      ...{ state: 'warn', id: 'reality.inbound-', inbound: 'lacking' },
      says: /lacking.*: the Reality target .* lacks .*TLS 1\.3/,
    },
    'subscriptions that only this machine reaches': {
      make: () => Promise.resolve(), // it began so
      ...{ state: 'warn', id: 'addresses.subscriptions' },
      says: /Subscriptions listen on .*127\.0\.0\.1:\d+.*, so apps cannot fetch them/,
      async mend() {
        await set({ subListen: '' })
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
      async make() {
        const { id } = await add('named', plain)
        await centre.panel.call('/panel/api/hosts/add', { inboundIds: [id], hosts: ['gone.example'] })
      },
      ...{ state: 'warn', id: 'names.gone.example' },
      says: /The domain .*gone\.example.* does not resolve/,
    },
    'a public host that does not resolve': {
      make: () => set({ publicHost: 'nowhere.example' }),
      ...{ state: 'bad', id: 'names.nowhere.example' },
      says: /The domain .*nowhere\.example.* does not resolve/,
      mend: () => set({ publicHost: centre.toUsers.far }),
    },
    'a clock that is wrong': {
      async make() {
        page.clock.aheadMs = 300_000
        await checkEntry('named')
      },
      ...{ state: 'bad', id: 'clock' },
      says: /The clock differs from .*203\.0\.114\.1.* by (299|30\d) seconds/,
    },
    'a limit that nobody enforces': {
      make: () => centre.panel.addClient('limited', [made.get('named')?.id ?? 0], { limitIp: 2 }),
      ...{ state: 'warn', id: 'limits.ip' },
      says: /1 client has an IP limit, but IP limits are turned off/,
      mend: () => set({ ipLimitEnable: true }),
    },
    'a balancer without a living member': {
      async make() {
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
      async make() {
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
      make: async () => link.cut(),
      ...{ state: 'bad', id: 'nodes.node-', isWatched: true, inbound: 'far', stopsClients: true },
      says: /Node .*bergen.* is offline/,
      mend: async () => link.heal(),
    },
    'a core that is too old': {
      make: () => Promise.resolve(), // the node began so
      ...{ state: 'warn', id: 'core.version', atNode: true },
      says: /Xray .*26\.1\.1.* is older than .*26\.4\.25/,
    },
    'a disk that is full': {
      make: async () => disk.fill(),
      ...{ state: 'bad', id: 'disk.data', atNode: true },
      says: /The disk with .* is full: .*\d %/,
      mend: async () => disk.empty(),
    },
  }

  /** A backup of ten days ago, in the panel's own record of them. */
  async function ageBackups(): Promise<void> {
    await centre.panel.call('/panel/api/backups/create', {})
    const file = joinPath(centre.panel.folder, 'backup-state.json')
    await until('the backup is recorded', () => /"lastGoodAt":[1-9]/.test(readFileSync(file, 'utf8')))
    await centre.kill()
    const state = JSON.parse(readFileSync(file, 'utf8')) as { lastGoodAt: number } // the panel's own file
    writeFileSync(file, JSON.stringify({ ...state, lastGoodAt: state.lastGoodAt - 10 * day }))
    await centre.start()
  }

  beforeAll(async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // of this process: the panels make their own certificates
    const binary = coreBinary ?? ''
    disk = smallDisk(ends)
    subPort = await freePort()
    centre = await createSite(binary, ends, { env: { SLUICE_SUB_PORT: String(subPort) } })
    node = await createSite(oldCore(binary, '26.1.1'), ends, { folder: disk.folder })
    link = createLink(centre.namespace, node.namespace)
    page = await openPublicPage(centre, ends)
    await set({ publicHost: centre.toUsers.far, entryCheckMinutes: 60, subListen: '127.0.0.1' })
    await ageBackups()
    nodeId = await join(centre, node, 'bergen', link)
    await centre.panel.call('/panel/xray/update', {
      xraySetting: templateTo(page.port, { host: pageAddress }),
      outboundTestUrl: `http://${pageAddress}:${page.port}/trace`,
    })
    await centre.panel.until('running')
    well = await add('well', plain)
    screens = { centre: await openScreens(centre.panel, ends), node: await openScreens(node.panel, ends) }
  })
  afterAll(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error))
  })

  it.each(Object.keys(failures))('%s', async (name) => {
    const failure = failures[name] as Failure // one of its keys
    const { state, id, says, atNode } = failure
    const { panel } = atNode ? node : centre
    await failure.make()
    const inbound = failure.inbound === undefined ? undefined : made.get(failure.inbound)?.id
    const find = async (): Promise<Finding | undefined> => {
      const { findings } = await panel.call<Health>('/panel/api/health/check')
      return findings.find((one) => one.id.startsWith(id) && says.test(one.sentence))
    }
    let found = (await find()) ?? (await find())
    // What the core or the fleet watches is known to the checks when these have seen it.
    const isFound = async () => {
      found ??= await find()
      return found !== undefined
    }
    if (failure.isWatched) await until(`it is found: ${name}`, isFound)
    expect(found, `${name}, after two rounds`).toMatchObject({ state })
    const client = failure.stopsClients && `client-of-${failure.inbound}`
    if (client) {
      const { canConnect, answers } = await panel.read<Diagnosis>(`/panel/api/health/client/${client}`)
      expect(canConnect).toBe(false)
      const causes = answers.flatMap((answer) => answer.causes.map(({ sentence }) => sentence))
      expect(causes).toContainEqual(expect.stringMatching(says))
    }
    const shown = { id: found?.id ?? '', says, inbound, client }
    await (atNode ? screens.node : screens.centre).expectShown(shown)
    if (!failure.mend) return
    await failure.mend()
    await until(`it is gone: ${name}`, async () => (await find()) === undefined)
  })

  it.each(Object.keys(clientFaults))('a client: %s', async (email) => {
    const { question, says, make } = clientFaults[email] as ClientFault // one of its keys
    await make({ site: centre, inbound: well, subPort, ends }, email)
    const { answers } = await centre.panel.read<Diagnosis>(`/panel/api/health/client/${email}`)
    expect(answers.find((one) => one.question === question)?.answer).toMatch(/bad|warn/)
    await screens.centre.expectReason(email, says)
  })

  it('what clients have used up, and who has no inbound, is on Home too', async () => {
    const { findings } = await centre.panel.call<Health>('/panel/api/health/check')
    for (const [id, says] of [
      ['clients.depleted', /2 clients have expired or used up their quota/],
      ['clients.entryless', /1 enabled client has no inbound to connect through/],
    ] as const) {
      expect(findings.find((one) => one.id === id)?.sentence).toMatch(says)
      await screens.centre.expectShown({ id, says })
    }
  })
})

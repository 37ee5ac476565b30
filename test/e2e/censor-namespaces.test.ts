import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { Health } from '#contract/health-api.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coreBinary } from '#test/core-binary.ts'
import { mmdbFile, providerRecord } from '#test/fixtures/mmdb.ts'
import { freePort } from '#test/free-port.ts'
import { probesPath } from '#test/probe.ts'
import { linksIn } from '#test/subscriber.ts'
import { newFolder, templateTo } from './core/core-panel.ts'
import {
  createLink,
  createNamespace,
  forwards,
  ip,
  type Namespace,
  namespacesMissing,
} from './fleet/namespaces.ts'
import { createSite, place, type Site } from './fleet/stage.ts'
import { type RunningProbe, startProbe } from './start-probe.ts'

// Two providers, each a network behind a router, with a probe and an app. The router of one drops the packets to one port of
// the panel's server, as a censor does.

const missing = coreBinary && namespacesMissing()
if (missing) console.log(`Not tested with network namespaces: ${missing}.`)

/** Public, so that the panel may call the page; nothing of this leaves the namespaces. */
const pageAddress = '203.0.114.1'

interface Provider {
  asn: number
  home: Namespace
  router: Namespace
  /** Of the home. */
  address: string
  /** The folder of its probe, and its id once it has joined. */
  folder: string
  probe: number
}

async function createProvider(asn: number, ends: (() => Promise<unknown>)[]): Promise<Provider> {
  const [home, router] = [await createNamespace(), await createNamespace()]
  const folder = newFolder()
  ends.push(home.end, router.end, async () => rmSync(folder, { recursive: true, force: true }))
  forwards(router, true)
  const { near, far: address } = createLink(router, home)
  ip(home.enter, 'route', 'add', 'default', 'via', near)
  return { asn, home, router, address, folder, probe: 0 }
}

/** Its ways to the server of the panel and to the page behind it, and back. */
function connect({ router, address }: Provider, { namespace, toUsers }: Site): void {
  const { near, far } = createLink(namespace, router)
  ip(router.enter, 'route', 'add', 'default', 'via', near)
  ip(namespace.enter, 'route', 'add', address, 'via', far)
  ip([], 'route', 'add', address, 'via', toUsers.far)
}

const drops = (verb: 'add' | 'del', { router }: Provider, port: number) =>
  ip(router.enter, 'rule', verb, 'ipproto', 'tcp', 'dport', String(port), 'blackhole')

describe.skipIf(!coreBinary || missing)('a censor in the network of a provider', { timeout: 900_000 }, () => {
  const ends: (() => Promise<unknown>)[] = []
  const running = new Set<RunningProbe>()
  let [a, b] = [] as unknown as [Provider, Provider] // filled before the first test, as the following
  let [one, two] = [] as unknown as [SectionSource, SectionSource]
  let site: Site
  let page: Server
  let pagePort: number
  let subPort: number

  const panel = () => site.panel
  const save = (settings: object) => panel().call('/panel/setting/update', settings)

  beforeAll(async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0' // of this process: the panel makes its own certificate
    a = await createProvider(64_501, ends)
    b = await createProvider(64_502, ends)
    const folder = newFolder()
    const record = ({ asn, address }: Provider) => [`${address}/30`, providerRecord(asn, `AS${asn}`, 'IR')]
    mkdirSync(join(folder, 'bin'))
    writeFileSync(join(folder, 'bin', 'asn.mmdb'), mmdbFile(Object.fromEntries([a, b].map(record))))
    subPort = await freePort()
    site = await createSite(coreBinary ?? '', ends, { folder, env: { SLUICE_SUB_PORT: String(subPort) } })
    forwards(site.namespace, true)
    for (const provider of [a, b]) connect(provider, site)
    ip([], 'address', 'add', `${pageAddress}/32`, 'dev', site.toUsers.device)
    ip(site.namespace.enter, 'route', 'add', pageAddress, 'via', site.toUsers.near)
    page = createServer((_, reply) => reply.end('the page'))
    await new Promise<void>((there) => page.listen(0, pageAddress, there))
    pagePort = (page.address() as AddressInfo).port // it listens on TCP
    const outboundTestUrl = `http://${pageAddress}:${pagePort}/`
    const xraySetting = templateTo(pagePort, { host: pageAddress })
    await panel().call('/panel/xray/update', { xraySetting, outboundTestUrl })
    await panel().until('running')
    await save({ publicHost: site.toUsers.far, entryCheckMinutes: 60 })
    const kind = { protocol: 'vless', network: 'tcp', security: 'none' } as const
    one = await place(site, null, await freePort(), kind)
    two = await place(site, null, await freePort(), kind)
    await panel().addClient('ann', [one.id, two.id], { subId: 'ann-sub' })
  })
  afterAll(async () => {
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    for (const { child, ended } of running) {
      child.kill('SIGKILL')
      await ended
    }
    await new Promise<void>((closed) => (page ? page.close(() => closed()) : closed()))
    for (const end of ends.reverse()) await end().catch((error: unknown) => console.error(error))
  })

  /** One round of a probe in its network; the line that it prints last. */
  async function look({ folder, home }: Provider, ...args: string[]): Promise<string> {
    const probe = startProbe(folder, ['--once', ...args], home.enter)
    running.add(probe)
    expect([await probe.ended, probe.text()]).toEqual([0, expect.stringMatching(/ good, /)])
    running.delete(probe)
    return probe.text()
  }
  /** This server looks, too. */
  async function round(...who: Provider[]): Promise<string[]> {
    for (const { id } of [one, two]) await panel().call(`/panel/api/health/entries/check/${id}`)
    return Promise.all(who.map((provider) => look(provider)))
  }
  const nameOf = (port: number) => (port === one.port ? 'one' : 'two')
  const eyeOf = ({ probe }: Provider) => `probe:${probe}`
  /** The column of a provider's probe, or of this server. */
  async function column(of?: Provider): Promise<string[]> {
    const { entries } = await panel().read<Entries>('/panel/api/health/entries')
    return entries
      .filter(({ eye }) => eye === (of ? eyeOf(of) : ''))
      .map(({ port, state, stage }) => [nameOf(port), state, stage].join(' ').trim())
  }
  const allGood = ['one good', 'two good']
  const health = () => panel().read<Health>('/panel/api/health')
  const aboutEntries = ({ findings }: Health) =>
    findings.flatMap(({ id, state }) => (id.startsWith('entries') ? [`${id} ${state}`] : [])).sort()
  /** As an app in this network gets them. */
  async function listed({ home }: Provider): Promise<string[]> {
    const url = `https://${site.toUsers.far}:${subPort}/sub/ann-sub`
    const program = `fetch('${url}').then(async (reply) => console.log(await reply.text()))`
    const [command = '', ...enter] = home.enter
    const { stdout } = await promisify(execFile)(command, [...enter, process.execPath, '-e', program])
    return linksIn(stdout).map((link) => nameOf(Number(new URL(link).port)))
  }

  it('without it, both probes and this server get through', async () => {
    for (const provider of [a, b]) {
      const names = { name: `box in AS${provider.asn}` }
      const invited = await panel().call<{ id: number; join: string }>(`${probesPath}/invite`, names)
      provider.probe = invited.id
      expect(await look(provider, '--join', invited.join)).toContain('2 good, 0 failed')
    }
    await round()
    for (const who of [undefined, a, b]) expect(await column(who)).toEqual(allGood)
  })

  it('the probe of that provider alone finds it, and Health names this probe', async () => {
    drops('add', a, one.port)
    for (const _ of [1, 2]) {
      const [inA, inB] = await round(a, b)
      expect([inA, inB]).toEqual([
        expect.stringContaining('1 good, 1 failed'),
        expect.stringContaining('2 good, 0 failed'),
      ])
    }
    expect(await column(a)).toEqual(['one failed port', 'two good'])
    for (const who of [undefined, b]) expect(await column(who)).toEqual(allGood)
    // Health looks by itself.
    const found = [`entries.blocked-advice note`, `entries.probe-${a.probe}-${one.id}-1 warn`]
    await expect.poll(async () => aboutEntries(await health())).toEqual(found)
    const finding = (await health()).findings.find(({ id }) => id.startsWith('entries.probe'))
    expect(finding).toMatchObject({ subject: { kind: 'inbound', id: String(one.id) } })
    expect(finding?.sentence).toMatch(new RegExp(`AS${a.asn}.*could not be reached within`))
    for (const provider of [a, b]) expect(await listed(provider)).toEqual(['one', 'two'])
  })

  it.each([
    ['sink', ['two', 'one']],
    ['hide', ['two']],
  ])('%s: its callers get another list, those of the other provider do not', async (how, list) => {
    await save({ subBlockedEntries: how })
    expect(await listed(a)).toEqual(list)
    expect(await listed(b)).toEqual(['one', 'two'])
    const after = await panel().call<Health>('/panel/api/health/check')
    expect(aboutEntries(after)).toEqual([`entries.probe-${a.probe}-${one.id}-1 warn`])
  })

  it('when it stops, the entry is back after two good rounds', async () => {
    drops('del', a, one.port)
    await round(a)
    expect(await column(a)).toEqual(allGood)
    expect(await listed(a)).toEqual(['two'])
    await round(a)
    expect(await listed(a)).toEqual(['one', 'two'])
    expect(aboutEntries(await panel().call<Health>('/panel/api/health/check'))).toEqual([])
  })

  it('a probe that cannot fetch the test page either is offline, and blames no entry', async () => {
    for (const port of [pagePort, one.port]) drops('add', b, port)
    expect((await round(b)).join()).toMatch(/blames no entry\.\s.* 1 good, 0 failed/)
    expect(await column(b)).toEqual(allGood)
    const { eyes } = await panel().read<Entries>('/panel/api/health/entries')
    expect(eyes.map(({ id, state }) => [id, state])).toEqual([
      ['', 'looking'],
      [eyeOf(a), 'looking'],
      [eyeOf(b), 'offline'],
    ])
    const after = await panel().call<Health>('/panel/api/health/check')
    expect(aboutEntries(after)).toEqual([`entries.probe-${b.probe} note`])
    expect(await listed(b)).toEqual(['one', 'two'])
  })
})

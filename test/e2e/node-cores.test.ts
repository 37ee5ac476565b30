import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Inbound } from '#contract/inbound.ts'
import type { CoreNotes, NodeCores, PlannedNode } from '#contract/node-cores-api.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { coreBinary } from '#test/core-binary.ts'
import { ourPanel, threeXui } from '#test/far-node.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { createNodeNet, type Host } from '#test/fixtures/node-net.ts'
import { digest, sha256 as hashOf, reply } from '#test/fixtures/release-site.ts'
import { freePort } from '#test/free-port.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { until } from '#test/until.ts'
import { cacheVersion, installVersion, scriptOf } from './core/versions.ts'

// A centre updates the cores of its nodes: real panels, and the real core behind scripts that say other versions.

const [older, newer, refused, centres, asking] = ['26.7.28', '26.8.1', '26.8.2', '26.8.3', '26.9.9']
const archive = Buffer.from('the archive of a release')

/** The release site: which versions there are, and the hash of each archive. */
const releases: Egress = {
  safeFetch: async (url) =>
    reply(
      url.endsWith('.dgst')
        ? digest(archive)
        : JSON.stringify(
            [older, newer, refused, centres, asking].map((version) => ({ tag_name: `v${version}` })),
          ),
    ),
  safeDownload: () => Promise.reject(new Error('not asked')),
  checkUrl: async () => {},
}

type Node = Awaited<ReturnType<typeof ourPanel>>
let cache: string
let t: TestPanel
let me: Visitor
let subPort: number
const nodes: Node[] = []
const hosts: Record<string, Host> = {}
/** Calls that a node was asked to install with. */
const installs: string[] = []

const cores = (path = '') => `/panel/api/nodes/cores/${path}`
const state = async () => (await me.get<NodeCores | null>(cores())).obj
const plan = async (version: string) => (await me.get<PlannedNode[]>(cores(`plan/v${version}`))).obj
const start = (version: string, ids: number[], sha256: string[]) =>
  me.post<NodeCores>(cores('start'), { version, ids, sha256 })
const ended = async () => {
  await until('the update has ended', async () => (await state())?.endedAt !== 0)
  return (await state())?.nodes.map(({ name, from, state }) => `${name} ${from} ${state}`)
}
const versionOn = async (node: Node) =>
  (await node.get<{ xray: { version: string; state: string } }>('server/status')).xray

const now = async () => (await me.get<CoreNotes[]>(cores('now'))).obj

/** Each of these clients fetches the subscription with an app. */
async function seen(...pairs: readonly (readonly [email: string, app: string])[]) {
  const get = subscriberOf(subPort)
  for (const [email, app] of pairs)
    expect((await get(`/sub/sub-${email}`, { 'user-agent': app })).status, email).toBe(200)
  await t.panel.subscriptions.flush()
}

const addNode = async (name: string, token: string) => {
  const node = { name, address: `${name}.example.com`, port: 443, apiToken: token }
  expect(await me.post('/panel/api/nodes/add', node), name).toMatchObject({ success: true })
}

async function sluiceNode(name: string, runs: string) {
  const node = await ourPanel({ egress: releases }, (config) =>
    installVersion(managedPath(config.binFolder), runs, scriptOf(coreBinary ?? '', runs)),
  )
  await until(`the core of ${name} runs`, async () => (await versionOn(node)).state === 'running')
  nodes.push(node)
  hosts[`${name}.example.com`] = (path, options) => {
    if (path.includes('installXray')) installs.push(`${name} ${path.split('/').at(-1)}`)
    return node.host(path, options)
  }
  await addNode(name, node.token)
}

describe.runIf(coreBinary !== undefined)('the cores of nodes, updated from the centre', () => {
  beforeAll(async () => {
    const real = coreBinary ?? ''
    vi.stubEnv('SLUICE_CORE_BIN', '')
    vi.stubEnv('PATH', '/nowhere')
    cache = mkdtempSync(join(tmpdir(), 'sluice-node-cores-'))
    vi.stubEnv('XDG_CACHE_HOME', cache)
    cacheVersion(cache, newer, scriptOf(real, newer))
    const refuses = { refuses: 'beta-only', saying: 'a field that is gone' }
    cacheVersion(cache, refused, scriptOf(real, refused, refuses))
    for (const version of [centres, asking]) cacheVersion(cache, version, scriptOf(real, version))
    const net = createNodeNet(hosts)
    subPort = await freePort()
    const ports = { SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(subPort) }
    t = await testPanel(ports, { egress: net.egress })
    installVersion(managedPath(t.config.binFolder), centres, scriptOf(real, centres), hashOf(archive))
    await t.panel.start()
    me = await t.login()
    await sluiceNode('alpha', older)
    await sluiceNode('beta', '26.7.29')
    await sluiceNode('gamma', older)
    const other = await threeXui()
    hosts['other.example.com'] = async (path, options) => {
      const { status, text } = await other.host(path, options)
      return { status, text: text.replace(/("xray":\{[^}]*"version":")[^"]*/, '$126.4.1') }
    }
    await addNode('other', other.token)
    // What the second version refuses: an outbound of this node alone.
    const [, beta] = nodes
    const written = JSON.parse((await beta?.post('xray/', {}))?.obj as string).xraySetting
    written.outbounds.push({ tag: 'beta-only', protocol: 'freedom' })
    const saved = await beta?.post('xray/update', { xraySetting: JSON.stringify(written) })
    expect(saved).toMatchObject({ success: true })
  })
  afterAll(async () => {
    await t?.stop()
    for (const node of nodes) await node.stop()
    vi.unstubAllEnvs()
    if (cache) rmSync(cache, { recursive: true, force: true })
  })

  it('plans what each node would fetch, and says who cannot', async () => {
    const planned = await plan(newer)
    expect(planned.map(({ name, from, state, asset }) => [name, from, state, asset])).toEqual([
      ['alpha', older, 'ready', expect.stringMatching(/^Xray-linux-.*\.zip$/)],
      ['beta', '26.7.29', 'ready', expect.stringMatching(/^Xray-linux-.*\.zip$/)],
      ['gamma', older, 'ready', expect.stringMatching(/^Xray-linux-.*\.zip$/)],
      ['other', expect.any(String), 'unable', ''],
    ])
    expect(planned[3]?.reason).toBe('other runs a panel of another kind. Update its core there.')
    expect(installs).toEqual([])
  })

  it('begins nothing with an archive that nobody compared, a node that cannot, or a version that is none', async () => {
    expect(await start(newer, [1], [])).toMatchObject({
      success: false,
      msg: expect.stringContaining('Compare it with the page of the release'),
    })
    expect(await start(newer, [1, 4], [])).toMatchObject({ success: false })
    expect(await start(newer, [77], [])).toMatchObject({ success: false })
    expect(await start('newest', [1], [])).toMatchObject({ success: false })
    expect(await start('99.9.9', [1], [])).toMatchObject({
      success: false,
      msg: expect.stringContaining('not a version among'),
    })
    expect([installs, await state()]).toEqual([[], null])
  })

  it('stops at the node whose pre-flight fails, says why, and leaves the others', async () => {
    const { sha256 = '' } = (await plan(refused))[0] ?? {}
    expect(await start(refused, [1, 2, 3], [sha256])).toMatchObject({ success: true })
    expect(await start(refused, [3], [sha256])).toMatchObject({
      success: false,
      msg: expect.stringContaining('is running'),
    })
    expect(await ended()).toEqual([`alpha ${older} done`, 'beta 26.7.29 failed', `gamma ${older} left`])
    expect((await state())?.nodes[1]?.reason).toMatch(/Outbound beta-only .*a field that is gone/)
    expect(installs).toEqual([`alpha v${refused}`, `beta v${refused}`])
    expect(await Promise.all(nodes.map(versionOn))).toMatchObject([
      { version: refused, state: 'running' },
      { version: '26.7.29', state: 'running' },
      { version: older, state: 'running' },
    ])
    await until('the failure is told', async () =>
      JSON.stringify(await me.get('/panel/api/notices/list')).includes('node.core-failed'),
    )
    const { obj: audit } = await me.get('/panel/api/audit?page=1&pageSize=50')
    expect(JSON.stringify(audit)).toContain('alpha, beta, gamma')
  })

  it('updates the rest with a version that works there; who has it already is not asked', async () => {
    installs.length = 0
    const { sha256 = '' } = (await plan(newer))[0] ?? {}
    expect(await start(newer, [1, 2, 3], [sha256])).toMatchObject({ success: true })
    expect(await ended()).toEqual([`alpha ${refused} done`, 'beta 26.7.29 done', `gamma ${older} done`])
    expect(await Promise.all(nodes.map(versionOn))).toMatchObject(
      nodes.map(() => ({ version: newer, state: 'running' })),
    )
    expect(await start(newer, [1, 2, 3], [sha256])).toMatchObject({
      success: false,
      msg: 'All of these nodes have this version already.',
    })
    expect(installs).toHaveLength(3)
  })

  it('a node that says it has installed a version, and reports another one, has failed', async () => {
    const honest = hosts['gamma.example.com'] as Host
    hosts['gamma.example.com'] = async (path, options) =>
      path.includes('installXray')
        ? { status: 200, text: JSON.stringify({ success: true, msg: '', obj: null }) }
        : honest(path, options)
    const { sha256 = '' } = (await plan(refused))[2] ?? {}
    expect(await start(refused, [3], [sha256])).toMatchObject({ success: true })
    expect(await ended()).toEqual([`gamma ${newer} failed`])
    expect((await state())?.nodes[0]?.reason).toBe(
      `gamma says that it installed Xray ${refused}, but it reports ${newer}. Look at its core there.`,
    )
    hosts['gamma.example.com'] = honest
  })

  it('stops after the node whose turn it is', async () => {
    const { sha256 = '' } = (await plan(refused))[0] ?? {}
    expect(await start(refused, [1, 3], [sha256])).toMatchObject({ success: true })
    expect(await me.post<NodeCores>(cores('stop'))).toMatchObject({ success: true, obj: { stopping: true } })
    const [first, second] = (await ended()) ?? []
    expect([`alpha ${newer} done`, `alpha ${newer} left`]).toContain(first)
    expect(second).toBe(`gamma ${newer} left`)
  })

  it('lets nodes follow the version of the centre, in the window that the operator chose, and not before', async () => {
    const last = (await state())?.id ?? 0
    const time = (inMs: number) => new Date(Date.now() + inMs).toISOString().slice(11, 16)
    const follow = async (settings: object) =>
      expect(await me.post('/panel/setting/update', { timeLocation: 'UTC', ...settings })).toMatchObject({
        success: true,
      })
    const hour = 3_600_000
    await follow({ nodeCoresFollow: true, nodeCoresFrom: time(2 * hour), nodeCoresTo: time(3 * hour) })
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    expect((await state())?.id).toBe(last)

    await follow({ nodeCoresFrom: time(-hour), nodeCoresTo: time(hour) })
    await until('the nodes follow', async () => (await state())?.id !== last)
    expect(await state()).toMatchObject({ version: centres, cause: 'window' })
    expect((await ended())?.map((line) => line.split(' ').at(-1))).toEqual(['done', 'done', 'done'])
    expect(await Promise.all(nodes.map(versionOn))).toMatchObject(
      nodes.map(() => ({ version: centres, state: 'running' })),
    )
  })

  it('says what clients of each node would lose, by the apps that were seen here', async () => {
    expect(await me.post('/panel/setting/update', { nodeCoresFollow: false })).toMatchObject({
      success: true,
    })
    const cell = { protocol: 'vless', network: 'tcp', security: 'reality' } as const
    const { id: _, tag: __, ...source } = cellInbound(cell, { port: await freePort() })
    const body = { ...source, remark: 'Main', nodeId: 1 }
    const { obj: inbound } = await me.post<Inbound>('/panel/api/inbounds/add', body)
    for (const email of ['ann', 'bob', 'eve']) {
      const client = { email, subId: `sub-${email}` }
      const added = await me.post('/panel/api/clients/add', { client, inboundIds: [inbound.id] })
      expect(added).toMatchObject({ success: true })
    }
    await seen(
      ['ann', 'SFA/1.14.1 (sing-box 1.14.1)'],
      ['bob', 'ClashMetaForAndroid/2.11.32'],
      ['eve', 'v2rayNG/2.3.5'],
    )
    const [alpha, beta] = await plan(asking)
    expect(beta?.losses).toEqual([])
    expect(alpha?.losses).toMatchObject([
      { blocks: true, clients: 1, text: expect.stringMatching(/would fail on Main: 1 \(ann\)\..*sing-box/) },
      { blocks: false, clients: 1, text: expect.stringMatching(/on Main must update .*: 1 \(bob\)/) },
    ])
    expect((await now()).filter(({ isTooOld }) => !isTooOld)).toEqual([])
  })

  it('begins nothing where clients would lose an entry before that was said yes to', async () => {
    installs.length = 0
    const { sha256 = '' } = (await plan(asking))[0] ?? {}
    const refusal = await start(asking, [2, 1], [sha256])
    expect(refusal).toMatchObject({ success: false, field: 'force' })
    expect(refusal.msg).toMatch(/lose entries on alpha: .*\(ann\).*send force/)
    expect(installs).toEqual([])
    const body = { version: asking, ids: [1], sha256: [sha256], force: true }
    expect(await me.post(cores('start'), body)).toMatchObject({ success: true })
    expect(await ended()).toEqual([`alpha ${centres} done`])
    await until('the version is heard of', async () => (await now()).some(({ id }) => id === 1))
    expect((await now()).find(({ id }) => id === 1)).toMatchObject({
      version: asking,
      isTooOld: false,
      losses: [{ clients: 1, text: expect.stringMatching(/cannot connect to Main today: 1 \(ann\)/) }],
    })
  })

  it('names a node whose core is too old', async () => {
    expect((await now()).find(({ id }) => id === 4)).toMatchObject({
      version: '26.4.1',
      isTooOld: true,
      losses: [{ text: expect.stringMatching(/^other runs Xray 26\.4\.1, and 26\.4\.25 is the oldest/) }],
    })
  })
})

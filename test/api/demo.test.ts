import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Entries } from '#contract/entries-api.ts'
import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import type { Probe } from '#contract/probes-api.ts'
import type { Status } from '#contract/status.ts'
import type { Envelope } from '#contract/wire.ts'
import { createPanel, type Panel } from '#server/app/panel.ts'
import { demoProbes } from '#server/demo/probes.ts'
import { demoConfig, localWritesOnly, openDemo } from '#server/demo/room.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Handler } from '#server/platform/http/mount.ts'
import { silentLog } from '#server/platform/log.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'

// `run --demo` without its process: the data is made, and a panel serves it on loopback.

let folder: string
let panel: Panel
let stopNodes: () => Promise<void>
let url: string
let session: Record<string, string>
const printed: string[] = []
const elsewhere = { 'x-forwarded-for': '203.0.113.200' }

async function send(
  path: string,
  { body, from = {} }: { body?: object; from?: Record<string, string> } = {},
) {
  const reply = await fetch(url + path, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { 'content-type': 'application/json', ...session, ...from },
  })
  return (await reply.json()) as Envelope & { code?: string }
}
const get = async <T>(path: string): Promise<T> => (await send(path)).obj as T

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'))
  const [port, subPort] = [await freePort(), await freePort()]
  // A database that the operator has elsewhere is not touched.
  const env = { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: 'postgres://127.0.0.1:1/none' }
  const ports = { SLUICE_PORT: String(port), SLUICE_SUB_PORT: String(subPort) }
  const config = demoConfig(readConfig({ SLUICE_DB_FOLDER: folder, ...env, ...ports }, {}))
  const print = (line: string) => void printed.push(line)
  const demo = await openDemo(config, { log: silentLog, print })
  stopNodes = demo.stop
  panel = await createPanel(demo.config, { log: silentLog, now: Date.now, print: () => {}, ...demo.panel })
  await panel.start()
  url = `http://127.0.0.1:${port}/`
  session = {}
  const { username, password } = demo.config.admin
  const login = await fetch(`${url}login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  session = { cookie }
  session = { cookie, 'x-csrf-token': await get<string>('csrf-token') }
})
afterAll(async () => {
  await panel?.stop()
  await stopNodes?.()
  rmSync(folder, { recursive: true, force: true })
})

it('has clients, inbounds, nodes and a history, in a folder of its own', async () => {
  expect(readdirSync(folder)).toEqual(['demo'])
  const { total } = await get<{ total: number }>('panel/api/clients/list/paged?page=1&pageSize=1')
  const inbounds = await get<Inbound[]>('panel/api/inbounds/list/slim')
  expect([total, inbounds.length]).toEqual([200, 6])
  const nodes = await get<Node[]>('panel/api/nodes/list')
  expect(nodes.map(({ name, inboundCount, clientCount }) => [name, inboundCount, clientCount])).toEqual([
    ['Frankfurt', 1, 100],
    ['Helsinki', 1, 100],
  ])
  const { points } = await get<{ points: unknown[] }>('panel/api/history/all/clients?step=1d')
  expect(points.length).toBeGreaterThan(20)
})

it('has probes that look too: one of them sees an inbound blocked that everybody else reaches', async () => {
  const probes = await get<Probe[]>('panel/api/health/probes')
  expect(probes.map(({ name, state, version }) => [name, state, version])).toEqual(
    demoProbes.map(({ name }) => [name, 'looking', 'demo']),
  )
  const { eyes, entries } = await get<Entries>('panel/api/health/entries')
  expect(eyes.map(({ name, provider }) => [name, provider])).toEqual([
    ['', ''],
    ...demoProbes.map(({ name, provider }) => [name, provider]),
  ])
  const seen = (port: number) =>
    eyes.map(({ id }) => entries.find((one) => one.port === port && one.eye === id)?.state)
  expect([seen(9443), seen(9444), seen(9388)]).toEqual([
    ['good', 'failed', 'good'],
    ['good', 'good', 'good'],
    ['failed', 'failed', 'failed'],
  ])
  for (const { days } of entries.filter(({ port }) => port === 9444)) expect(days.length).toBeGreaterThan(20)
})

it('has a password of its own, which is printed', () => {
  expect(printed.at(-1)).toMatch(/^Username: demo {3}Password: [\w-]{12}$/)
})

it('moves: bytes are counted, and clients and nodes are online', async () => {
  const sum = async () =>
    (await get<Inbound[]>('panel/api/inbounds/list/slim')).reduce((all, { down }) => all + down, 0)
  const before = await sum()
  await until('bytes are counted', async () => (await sum()) > before)
  expect((await get<Status>('panel/api/server/status')).xray).toMatchObject({
    state: 'running',
    version: 'demo',
  })
  await until('clients are online', async () => (await get<string[]>('panel/api/clients/onlines')).length > 3)
  await until('nodes are online, with clients that move bytes', async () =>
    (await get<Node[]>('panel/api/nodes/list')).every(
      ({ status, onlineCount, trafficDown }) => status === 'online' && onlineCount > 0 && trafficDown > 0,
    ),
  )
  const byNode = await get<Record<string, string[]>>('panel/api/clients/onlinesByNode')
  for (const names of Object.values(byNode)) expect(names).toEqual([...new Set(names)])
})

it('says on every page that it is a demo', async () => {
  for (const path of ['', 'panel/clients'])
    expect(await (await fetch(url + path, { headers: session })).text()).toContain('window.SLUICE_DEMO=true')
})

it('shows everything to other addresses, and is changed only from this machine', async () => {
  const comment = { body: { email: 'visitor', comment: 'hello' } }
  const add = { body: { client: { email: 'visitor' }, inboundIds: [1] } }
  for (const [path, asked] of Object.entries({
    'panel/api/clients/add': add,
    'panel/api/clients/update/anna': comment,
    'panel/api/clients/del/anna': { body: {} },
    'panel/setting/apiTokens/create': { body: { name: 'visitor' } },
    'panel/api/server/restartXrayService': { body: {} },
  }))
    expect([path, (await send(path, { ...asked, from: elsewhere })).code]).toEqual([path, 'demo.read-only'])
  expect(await send('panel/xray/', { body: {}, from: elsewhere })).toMatchObject({ success: true })
  expect(await send('panel/api/clients/get/anna', { from: elsewhere })).toMatchObject({ success: true })
  expect(await send('panel/api/clients/add', add)).toMatchObject({ success: true })
})

it('refuses every other route that writes', () => {
  const handler: Handler<never> = () => null as never
  const from = (headers: object, remoteAddress: string) =>
    ({ request: { raw: { headers, socket: { remoteAddress } } } }) as never
  const refused = panel.listeners().http.table.filter(({ endpoint }) => {
    if (!endpoint) return false
    const guarded = localWritesOnly(endpoint, handler)
    expect(() => guarded(from({}, '::ffff:127.0.0.1'))).not.toThrow()
    const far = [from({}, '198.51.100.7'), from({ 'x-real-ip': '198.51.100.7' }, '127.0.0.1')].map((call) => {
      try {
        guarded(call)
        return false
      } catch {
        return true
      }
    })
    expect(far[0]).toBe(far[1])
    return far[0]
  })
  const open = panel.listeners().http.table.filter((route) => route.endpoint && !refused.includes(route))
  const writing = open.filter(
    ({ method, path }) => method !== 'GET' && !open.some((o) => o.method === 'GET' && o.path === path),
  )
  expect([...new Set(writing.map(({ path }) => path.replace('/panel/api/', '/panel/')))].sort()).toEqual([
    '/getTwoFactorEnable',
    '/login',
    '/logout',
    '/panel/clients/bulkPreview',
    '/panel/clients/figures',
    '/panel/core/preview',
    '/panel/hosts/review',
    '/panel/inbounds/review/:id',
    '/panel/plans/preview/:id',
    '/panel/server/logs/:count',
    '/panel/server/xraylogs/:count',
    '/panel/setting/review',
    '/panel/setting/subPreview',
    '/panel/xray/',
    '/panel/xray/balancerStatus',
    '/panel/xray/geodata/validate',
  ])
  expect(refused.length).toBeGreaterThan(100)
})

it('calls nobody but its own nodes', async () => {
  const test = { body: { name: 'x', address: 'example.org', port: 443, apiToken: 'x', scheme: 'https' } }
  expect(JSON.stringify(await send('panel/api/nodes/test', test))).toContain('demo')
})

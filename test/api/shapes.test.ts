import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { admin, type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { deadlineMs } from '#test/until.ts'
import { deviations, lacks, type Shape } from './shapes/check.ts'
import { everyKind } from './shapes/inbounds.ts'

// Realistic rows are created through the API, every route is called, and each field that 3x-ui was observed
// to send must be there with its type; extra fields are allowed.
const facts = readFileSync(new URL('shapes.json', import.meta.url), 'utf8')
const { routes, types } = JSON.parse(facts) as Record<'routes' | 'types', Record<string, Shape>> // our own file

let t: TestPanel
let me: Visitor
/** Whole replies by route. */
const replies = new Map<string, { obj: unknown }[]>()

async function say<T>(route: string, url: string, body?: object): Promise<T> {
  const method = route.startsWith('GET') ? 'GET' : 'POST'
  const res = await me.call(method, url, body ? { payload: body } : {})
  const reply = res.json<{ success: boolean; obj: T }>()
  expect([url, res.statusCode, reply.success, reply.success || reply]).toEqual([url, 200, true, true])
  replies.set(route, [...(replies.get(route) ?? []), reply])
  return reply.obj
}
const objs = (route: string) => (replies.get(route) ?? []).map((reply) => reply.obj)
const rows = (route: string) => objs(route).flat()

interface Row {
  id: number
  subId: string
  settings: { clients?: unknown[] }
  clientStats: unknown[]
  fallbackParent?: unknown
}

async function inbounds(): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const { name, body } of everyKind(selfSigned(['a.example.com'], []))) {
    const port = await freePort()
    ids[name] = (
      await say<Row>('POST panel/api/inbounds/add', '/panel/api/inbounds/add', { ...body, port })
    ).id
  }
  return ids
}

async function clients(ids: Record<string, number>) {
  const some = (...names: string[]) => names.map((name) => ids[name])
  const all = some('master', 'reality', 'ws', 'trojan', 'shadowsocks', 'hysteria')
  const path = '/panel/api/clients'
  const ann = {
    email: 'ann',
    reverse: { tag: 'back' },
    flow: 'xtls-rprx-vision',
    comment: 'c',
    subId: 'ann-sub',
  }
  await say(`POST panel/api/clients/add`, `${path}/add`, { client: ann, inboundIds: all })
  await say(`POST panel/api/clients/add`, `${path}/add`, { client: { email: 'bob' }, inboundIds: all })
  await say(`POST panel/api/clients/:key/detach`, `${path}/bob/detach`, { inboundIds: some('ws') })
  await say(`POST panel/api/clients/:key/attach`, `${path}/bob/attach`, { inboundIds: some('ws') })
  await say(`POST panel/api/clients/update/:key`, `${path}/update/bob`, { email: 'bob', comment: 'changed' })
  await say(`POST panel/api/clients/updateTraffic/:key`, `${path}/updateTraffic/bob`, {
    upload: 1,
    download: 2,
  })
}

async function readAll(ids: Record<string, number>) {
  const fallbacks = `/panel/api/inbounds/${ids.master}/fallbacks`
  const row = { childId: ids.ws, name: '', alpn: '', path: '/ws', xver: 0, sortOrder: 1 }
  await say('POST panel/api/inbounds/:id/fallbacks', fallbacks, { fallbacks: [row] })
  await say('GET panel/api/inbounds/:id/fallbacks', fallbacks)
  await say('GET panel/api/inbounds/list', '/panel/api/inbounds/list')
  await say('GET panel/api/inbounds/options', '/panel/api/inbounds/options')
  for (const id of Object.values(ids))
    await say('GET panel/api/inbounds/get/:id', `/panel/api/inbounds/get/${id}`)
  await say('GET panel/api/clients/list', '/panel/api/clients/list')
  for (const email of ['ann', 'bob']) {
    for (const what of ['get', 'links', 'traffic'])
      await say(`GET panel/api/clients/${what}/:key`, `/panel/api/clients/${what}/${email}`)
  }
  await say('GET panel/api/clients/subLinks/:key', '/panel/api/clients/subLinks/ann-sub')
  for (const what of ['onlines', 'lastOnline'])
    await say(`POST panel/api/clients/${what}`, `/panel/api/clients/${what}`)
  await say('POST panel/api/clients/ips/:key', '/panel/api/clients/ips/ann')
}

async function changeAll(ids: Record<string, number>) {
  for (const { obj } of replies.get('GET panel/api/inbounds/get/:id') ?? []) {
    const inbound = obj as Row // read from our own panel above
    await say('POST panel/api/inbounds/update/:id', `/panel/api/inbounds/update/${inbound.id}`, inbound)
  }
  const known = objs('GET panel/api/inbounds/get/:id') as Row[] // read from our own panel above
  await say('POST panel/api/inbounds/setEnable/:id', `/panel/api/inbounds/setEnable/${ids.ws}`, {
    enable: false,
  })
  await say('POST panel/api/inbounds/:id/resetTraffic', `/panel/api/inbounds/${ids.ws}/resetTraffic`)
  await say('POST panel/api/inbounds/resetAllTraffics', '/panel/api/inbounds/resetAllTraffics')
  for (const name of ['ws', 'trojan', 'hysteria']) {
    const data = JSON.stringify(known.find((row) => row.id === ids[name]))
    await say('POST panel/api/inbounds/del/:id', `/panel/api/inbounds/del/${ids[name]}`)
    await say('POST panel/api/inbounds/import', '/panel/api/inbounds/import', { data })
  }
  for (const what of ['clearIps', 'resetTraffic', 'del'])
    await say(`POST panel/api/clients/${what}/:key`, `/panel/api/clients/${what}/bob`)
  for (const what of ['resetAllTraffics', 'delDepleted'])
    await say(`POST panel/api/clients/${what}`, `/panel/api/clients/${what}`)
}

async function settings() {
  const root = 'panel/setting'
  const all = await say<object>(`POST ${root}/all`, `/${root}/all`)
  await say(`POST ${root}/update`, `/${root}/update`, all)
  await say(`POST ${root}/defaultSettings`, `/${root}/defaultSettings`)
  await say(`GET ${root}/getDefaultJsonConfig`, `/${root}/getDefaultJsonConfig`)
  const { id } = await say<Row>(`POST ${root}/apiTokens/create`, `/${root}/apiTokens/create`, { name: 'a' })
  await say(`GET ${root}/apiTokens`, `/${root}/apiTokens`)
  await say(`POST ${root}/apiTokens/setEnabled/:id`, `/${root}/apiTokens/setEnabled/${id}`, {
    enabled: false,
  })
  await say(`POST ${root}/apiTokens/delete/:id`, `/${root}/apiTokens/delete/${id}`)
}

async function session() {
  for (const path of ['csrf-token', 'panel/csrf-token']) await say(`GET ${path}`, `/${path}`)
  await say('POST getTwoFactorEnable', '/getTwoFactorEnable')
  await say('POST login', '/login', admin)
  const { username, password } = admin
  const user = { oldUsername: username, oldPassword: password, newUsername: username, newPassword: password }
  const front = t.panel.listeners()
  await say('POST panel/setting/restartPanel', '/panel/setting/restartPanel')
  await vi.waitFor(() => expect(t.panel.listeners()).not.toBe(front), deadlineMs)
  await say('POST panel/setting/updateUser', '/panel/setting/updateUser', user)
}

async function server() {
  const reads = { status: 'status', 'cpuHistory/:id': 'cpuHistory/2', 'history/mem/:id': 'history/mem/2' }
  for (const [route, path] of Object.entries(reads)) {
    const look = async () => {
      const { obj } = await me.get<unknown>(`/panel/api/server/${path}`)
      expect(Array.isArray(obj) ? obj.length > 0 : obj !== null).toBe(true)
    }
    await vi.waitFor(look, deadlineMs)
    await say(`GET panel/api/server/${route}`, `/panel/api/server/${path}`)
  }
}

beforeAll(async () => {
  t = await testPanel({ SLUICE_PORT: String(await freePort()), SLUICE_SUB_PORT: String(await freePort()) })
  await t.panel.start() // the host is sampled from then on
  me = await t.login()
  const ids = await inbounds()
  await clients(ids)
  await readAll(ids)
  await server()
  await changeAll(ids)
  await settings()
  await session()
  me = await t.login() // new credentials have ended the session
})
afterAll(() => t.stop())

/** Lists that are empty here: nobody is online without a core. */
const empty = [
  'GET panel/api/clients/links/:key',
  'GET panel/api/clients/subLinks/:key',
  'POST panel/api/clients/onlines',
]

describe('every field that 3x-ui sends', () => {
  it.each(Object.keys(routes))('%s', (route) => {
    const { 'obj[]': _, ...list } = routes[route] ?? {}
    const shape = empty.includes(route) && rows(route).length === 0 ? list : routes[route]
    expect(deviations(shape ?? {}, replies.get(route) ?? [])).toEqual([])
  })
})

describe('every key that a generated client requires', () => {
  const inboundRows = () => rows('GET panel/api/inbounds/list') as Row[] // read from our own panel above
  const from: Record<string, () => unknown[]> = {
    AllSettingView: () => objs('POST panel/setting/all'),
    ApiTokenView: () => [
      ...rows('GET panel/setting/apiTokens'),
      ...objs('POST panel/setting/apiTokens/create'),
    ],
    Client: () => inboundRows().flatMap((row) => row.settings.clients ?? []),
    ClientRecord: () => [
      ...rows('GET panel/api/clients/list'),
      ...(objs('GET panel/api/clients/get/:key') as { client: unknown }[]).map((obj) => obj.client),
    ],
    ClientTraffic: () => [
      ...inboundRows().flatMap((row) => row.clientStats),
      ...(rows('GET panel/api/clients/list') as { traffic: unknown }[]).map((row) => row.traffic),
      ...objs('GET panel/api/clients/traffic/:key'),
    ],
    FallbackParentInfo: () => inboundRows().flatMap((row) => row.fallbackParent ?? []),
    Inbound: () => [
      ...inboundRows(),
      ...['add', 'update/:id', 'import'].flatMap((what) => objs(`POST panel/api/inbounds/${what}`)),
      ...objs('GET panel/api/inbounds/get/:id'),
    ],
    InboundFallback: () => rows('GET panel/api/inbounds/:id/fallbacks'),
    InboundOption: () => rows('GET panel/api/inbounds/options'),
  }

  it.each(Object.keys(from))('%s', (name) => {
    expect(lacks(types[name] ?? {}, from[name]?.() ?? [])).toEqual([])
  })

  it('Host, HostGroup', async () => {
    const [inbound] = (await me.get<Row[]>('/panel/api/inbounds/list')).obj
    const body = { inboundIds: [inbound?.id], hosts: ['a.example.com', 'b.example.com'], remark: 'r' }
    const made = await me.post<unknown[]>('/panel/api/hosts/add', body)
    expect(lacks(types.Host ?? {}, made.obj)).toEqual([])
    expect(lacks(types.HostGroup ?? {}, (await me.get<unknown[]>('/panel/api/hosts/list')).obj)).toEqual([])
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { centreHeader } from '#contract/fleet-scope.ts'
import type { Envelope } from '#contract/wire.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { nodeCommand } from '#server/cli/node.ts'
import { type TestPanel, testPanel } from '#test/panel.ts'

/** Everything that a join string opens. A new route is not among them. */
const allowed = [
  'GET /panel/api/clients/get/:email',
  'GET /panel/api/fleet/report',
  'GET /panel/api/inbounds/:id/fallbacks',
  'GET /panel/api/inbounds/list',
  'GET /panel/api/server/descendants',
  'GET /panel/api/server/getWebCertFiles',
  'GET /panel/api/server/status',
  'GET /panel/api/server/xrayRelease/:version',
  'POST /panel/api/clients/:email/attach',
  'POST /panel/api/clients/:email/detach',
  'POST /panel/api/clients/add',
  'POST /panel/api/clients/clientIpsByGuid',
  'POST /panel/api/clients/del/:email',
  'POST /panel/api/clients/kick/:email',
  'POST /panel/api/clients/onlines',
  'POST /panel/api/clients/update/:email',
  'POST /panel/api/fleet/apply',
  'POST /panel/api/fleet/checks',
  'POST /panel/api/fleet/eye',
  'POST /panel/api/fleet/leave',
  'POST /panel/api/fleet/look',
  'POST /panel/api/inbounds/:id/fallbacks',
  'POST /panel/api/inbounds/add',
  'POST /panel/api/inbounds/del/:id',
  'POST /panel/api/inbounds/update/:id',
  'POST /panel/api/server/installXray/:version',
  'POST /panel/api/server/setUpdateChannel',
  'POST /panel/api/server/updatePanel',
]
const leave = 'POST /panel/api/fleet/leave'
const [centre, other] = ['c'.repeat(43), 'd'.repeat(43)]

let t: TestPanel
let token: string
beforeAll(async () => {
  t = await testPanel()
  await nodeCommand(
    t.config,
    ['invite', '--address', '10.0.0.1'],
    (join) => {
      token = readJoinString(join).token
    },
    () => {},
  )
})
afterAll(() => t.stop())

const ask = async (method: string, path: string, from?: string) => {
  const headers = { authorization: `Bearer ${token}`, ...(from && { [centreHeader]: from }) }
  const url = path.replace(/:\w+/g, '1').replace('*', 'x')
  return (await t.inject({ method: method as 'GET', url, headers })).statusCode // the table's methods are inject's
}

it('is of no use to a caller who does not say which centre it is', async () => {
  for (const from of [undefined, '', 'short', 'x'.repeat(44)])
    expect(await ask('GET', '/panel/api/server/status', from)).toBe(404)
})

it('opens what a centre needs, and no other route', async () => {
  const served: string[] = []
  for (const { method, path, guard } of t.panel.listeners().http.table) {
    if (guard === 'open' || `${method} ${path}` === leave) continue
    const status = await ask(method, path, centre)
    if (status === 200) served.push(`${method} ${path}`)
    else expect([307, 401, 404], `${method} ${path}`).toContain(status)
  }
  expect(served.sort()).toEqual(allowed.filter((route) => route !== leave))
})

it('installs no core that was not tried, and none that somebody left here', async () => {
  const headers = { authorization: `Bearer ${token}`, [centreHeader]: centre }
  for (const [version, payload] of [
    ['v26.7.28', { force: 'true' }],
    ['file', { sha256: 'a'.repeat(64) }],
  ] as const) {
    const url = `/panel/api/server/installXray/${version}`
    const answer = (await t.inject({ method: 'POST', url, headers, payload })).json<Envelope<null>>()
    expect(answer).toMatchObject({ success: false, msg: expect.stringContaining('on the node itself') })
  }
})

it('says nothing of itself, makes no token and ends no session', async () => {
  const me = await t.login()
  const { obj } = await me.get<{ name: string; scope: string }[]>('/panel/setting/apiTokens')
  expect(obj.map(({ name, scope }) => [name, scope])).toEqual([['node invite', 'fleet']])
  for (const path of ['getDb', 'status/../getDb', 'STATUS'])
    expect(await ask('GET', `/panel/api/server/${path}`, centre)).toBe(404)
  expect(await ask('HEAD', '/panel/api/inbounds/list', centre)).toBe(404)
})

it('belongs to the first centre that used it', async () => {
  expect(await ask('GET', '/panel/api/server/status', other)).toBe(404)
  expect(await ask('GET', '/panel/api/server/status')).toBe(404)
  expect(await ask('GET', '/panel/api/server/status', centre)).toBe(200)
})

it('is gone when its centre leaves; a token for the whole API stays', async () => {
  expect(await ask('POST', '/panel/api/fleet/leave', other)).toBe(404)
  expect(await ask('POST', '/panel/api/fleet/leave', centre)).toBe(200)
  expect(await ask('GET', '/panel/api/server/status', centre)).toBe(404)

  const me = await t.login()
  const made = await me.post<{ token: string; scope: string }>('/panel/setting/apiTokens/create', {
    name: 'mine',
  })
  expect(made.obj.scope).toBe('admin')
  token = made.obj.token
  expect(await ask('POST', '/panel/api/fleet/leave')).toBe(200)
  expect(await ask('GET', '/panel/api/setting/all')).toBe(200)
})

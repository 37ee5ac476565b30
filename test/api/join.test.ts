import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Node, ProbeResult } from '#contract/node.ts'
import { readJoinString } from '#domain/fleet/join-string.ts'
import { nodeCommand } from '#server/cli/node.ts'
import { createFakeNode } from '#test/fixtures/fake-node.ts'
import { createNodeNet } from '#test/fixtures/node-net.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let far: TestPanel
let me: Visitor
let net: ReturnType<typeof createNodeNet>
const seen: (string | undefined)[] = []

beforeAll(async () => {
  far = await testPanel({ SLUICE_LISTEN: '0.0.0.0', SLUICE_PORT: '4443', SLUICE_BASE_PATH: '/mypanel/' })
  net = createNodeNet({
    // It does not listen, so it has no status of its own; who may ask is its own answer.
    'far.example.com': async (path, { method = 'GET', headers, tls }) => {
      seen.push(tls?.pinnedCertSha256)
      const url = path.replace('server/status', 'inbounds/list')
      const res = await far.inject({ method: method as 'GET', url, headers: headers ?? {} })
      const status = createFakeNode('far').call('server/status', undefined) as { obj: object }
      const isStatus = res.statusCode === 200 && url !== path
      return {
        status: res.statusCode,
        text: isStatus ? JSON.stringify({ ...status, obj: { ...status.obj, fleet: 2 } }) : res.body,
      }
    },
  })
  t = await testPanel({}, { egress: net.egress })
  me = await t.login()
})
afterAll(async () => {
  await t.stop()
  await far.stop()
})

const tokens = () => far.panel.db.read.selectFrom('api_tokens').select(['id', 'name']).orderBy('id').execute()
const remove = (id: number) =>
  far.panel.db.write((tx) => tx.deleteFrom('api_tokens').where('id', '=', id).execute())

/** What the command prints. */
async function invite(...flags: string[]) {
  const out: string[] = []
  const notes: string[] = []
  await nodeCommand(
    far.config,
    ['invite', ...flags],
    (line) => out.push(line),
    (line) => notes.push(line),
  )
  return { out, notes: notes.join('\n') }
}

it('invites with one line that the centre takes in one field', async () => {
  const { out, notes } = await invite('--address', 'far.example.com')
  expect(out).toHaveLength(1)
  const [join = ''] = out
  const { url, pin, token } = readJoinString(join)
  expect(url).toBe('https://far.example.com:4443/mypanel/')
  expect(pin).toMatch(/^[0-9a-f]{64}$/)
  expect(notes).toContain('"node invite"')
  expect(notes).not.toContain(token)

  const tested = await me.post<ProbeResult>('/panel/api/nodes/test', { join })
  expect(tested.obj).toMatchObject({ status: 'online', error: '' })
  const added = await me.post<Node>('/panel/api/nodes/add', { join })
  expect(added.obj).toMatchObject({
    ...{ name: 'far.example.com', status: 'online', scheme: 'https', address: 'far.example.com', port: 4443 },
    ...{ basePath: '/mypanel/', tlsVerifyMode: 'pin', pinnedCertSha256: pin, allowPrivateAddress: false },
  })
  expect(JSON.stringify(added)).not.toContain(token)
  expect(new Set(seen)).toEqual(new Set([pin]))
  expect(await me.post('/panel/api/nodes/add', { join })).toMatchObject({ code: 'node.same-as-another' })

  // The string is this panel's now, and it ends with the node.
  const stranger = await testPanel({}, { egress: net.egress })
  const tried = await (await stranger.login()).post<ProbeResult>('/panel/api/nodes/test', { join })
  expect(tried.obj.errorCoded?.code).toBe('node.token-refused')
  await stranger.stop()
  expect(await tokens()).toHaveLength(1)
  await me.post(`/panel/api/nodes/del/${added.obj.id}`)
  expect(await tokens()).toHaveLength(0)
})

it('says that a token goes on working at a node that is away', async () => {
  const { out } = await invite('--address', 'far.example.com')
  const added = await me.post<Node>('/panel/api/nodes/add', { join: out[0] })
  const said = vi.spyOn(t.panel.hub, 'publish')
  net.down.add('far.example.com')
  expect(await me.post(`/panel/api/nodes/del/${added.obj.id}`)).toMatchObject({ success: true })
  net.down.delete('far.example.com')
  expect(JSON.stringify(said.mock.calls)).toContain('"node.token-left"')
  said.mockRestore()
  for (const { id } of await tokens()) await remove(id)
})

it('ends the old token when another one takes its place and works', async () => {
  const { out: first } = await invite('--address', 'far.example.com')
  const { obj: node } = await me.post<Node>('/panel/api/nodes/add', { join: first[0] })
  const [old] = await tokens()
  const { out: second } = await invite('--address', 'far.example.com')
  const said = vi.spyOn(t.panel.hub, 'publish')
  const told = () => JSON.stringify(said.mock.calls).includes('"node.token-left"')
  const update = (body: object) => me.post(`/panel/api/nodes/update/${node.id}`, { name: node.name, ...body })
  // What is not the token leaves it alone.
  expect(await update({ remark: 'moved' })).toMatchObject({ success: true })
  expect(await tokens()).toHaveLength(2)

  expect(await update({ join: second[0] })).toMatchObject({ success: true })
  const left = await tokens()
  expect(left).toHaveLength(1)
  expect(left[0]?.id).not.toBe(old?.id)
  expect(told()).toBe(false)
  expect(await me.get(`/panel/api/nodes/get/${node.id}`)).toMatchObject({ obj: { status: 'online' } })

  // A token that does not work is perhaps a mistake: the old one stays, and the operator is told.
  expect(await update({ apiToken: 'x'.repeat(48) })).toMatchObject({ success: true })
  expect(await tokens()).toHaveLength(1)
  expect(told()).toBe(true)

  // A panel that never answered to a token may not be the one that made it.
  said.mockClear()
  await update({ clearApiToken: true })
  expect(told()).toBe(true)
  await update({ join: second[0] })
  said.mockClear()
  await update({ clearApiToken: true })
  expect(await tokens()).toHaveLength(0)
  expect(told()).toBe(false)
  said.mockRestore()
  await me.post(`/panel/api/nodes/del/${node.id}`)
})

it('makes a token of its own for each invitation, which can be taken back', async () => {
  const first = readJoinString((await invite('--address', 'far.example.com')).out[0] ?? '')
  const second = (await invite('--address', 'far.example.com', '--no-pin')).out[0] ?? ''
  expect(readJoinString(second)).toMatchObject({ url: first.url, pin: '' })
  const list = await tokens()
  expect(list.map(({ name }) => name)).toEqual(['node invite', 'node invite 2'])
  await remove(list[1]?.id ?? 0)
  const { obj: tested } = await me.post<ProbeResult>('/panel/api/nodes/test', { join: second })
  expect(tested.errorCoded?.code).toBe('node.token-refused')
})

it('names the address that others use, and says what stands in the way', async () => {
  const url = async (...flags: string[]) => readJoinString((await invite(...flags)).out[0] ?? '').url
  expect(await url('--address', '2001:db8::1')).toBe('https://[2001:db8::1]:4443/mypanel/')
  expect(await url('--address', 'far.example.com:8443')).toBe('https://far.example.com:8443/mypanel/')
  expect(await url('--address', 'https://far.example.com/hidden')).toBe('https://far.example.com:443/hidden/')
  expect((await invite('--address', '10.1.2.3')).notes).toContain('private addresses must be allowed')
  await expect(invite('--address', 'a b')).rejects.toMatchObject({ code: 'cli.invite-address' })
  await expect(nodeCommand(far.config, ['list'], () => {})).rejects.toMatchObject({
    code: 'cli.unknown-node-command',
  })
})

it('refuses a damaged string, and stores nothing', async () => {
  const join = (await invite('--address', 'far.example.com')).out[0] ?? ''
  const broken = await me.post('/panel/api/nodes/add', { join: join.slice(0, -3) })
  expect(broken).toMatchObject({ success: false, code: 'join.damaged', field: 'join' })
  expect(await me.post('/panel/api/nodes/test', { join: 'hello' })).toMatchObject({ code: 'join.not-one' })
  expect((await me.get<Node[]>('/panel/api/nodes/list')).obj).toEqual([])
})

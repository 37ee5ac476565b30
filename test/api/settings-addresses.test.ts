import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { createWorld } from '#test/fixtures/loopback-net.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  const world = createWorld({ 'in.example': [['93.184.215.14']], 'home.example': [['192.168.1.4']] }, () => 1)
  t = await testPanel({}, { egress: createEgress({ lookup: world.lookup, dial: world.dial }) })
  me = await t.login()
})
afterAll(() => t.stop())

interface Reply {
  notes: { code: string; params: { key: string } }[]
}
const save = (values: object) => me.post<Reply | null>('/panel/setting/update', values)

it.each([
  ['http://127.0.0.1:9/in', '127.0.0.1'],
  ['https://10.0.0.7/in', '10.0.0.7'],
  ['https://home.example/in', 'home.example'],
])('a save of %s, to which nothing is ever sent, says so', async (externalTrafficInformURI, host) => {
  const reply = await save({ externalTrafficInformURI })
  expect(reply).toMatchObject({
    success: true,
    obj: { notes: [{ code: 'setting.never-called', params: { key: 'externalTrafficInformURI' } }] },
  })
  expect(reply.msg).toContain('nothing will be sent to this address')
  expect(reply.msg).toContain(host)
})

it('says nothing of a public address, of one that is allowed, and of a name that is not found today', async () => {
  for (const uri of ['https://in.example/in', 'https://nowhere.example/in', ''])
    expect(await save({ externalTrafficInformURI: uri })).toMatchObject({ success: true, obj: null })
  expect(await save({ updateUrl: 'http://10.0.0.7/list', updateAllowPrivate: true })).toMatchObject({
    obj: null,
  })
  expect((await save({ updateAllowPrivate: false })).msg).toContain('updateUrl is saved, but nothing')
  expect(await save({ webPort: 2054 })).toMatchObject({ success: true, obj: null })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { addInbound, clients, recordOf } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const update = (body: object) => me.post('/panel/setting/update', body)

it('counters of an unknown client: a success whose message says that nothing was done', async () => {
  const said = { success: true, msg: 'There is no client ghost: nothing was changed.', obj: null }
  expect(await me.post(`${clients}/updateTraffic/ghost`, { upload: 1, download: 2 })).toEqual(said)
})

it('a reset of an unknown client is refused', async () => {
  const msg = 'There is no client with the email ghost (record not found).'
  expect(await me.post(`${clients}/resetTraffic/ghost`)).toMatchObject({ success: false, msg, obj: null })
})

it('a client that is added again is attached, and the message names what differs', async () => {
  const [one, two, three] = [
    await addInbound(me),
    await addInbound(me),
    await addInbound(me, { protocol: 'trojan' }),
  ]
  const client = {
    email: 'ann',
    subId: 'ann-sub',
    totalGB: 100,
    comment: 'first',
    limitIp: 2,
    password: 'p1',
  }
  const add = (more: object, id: number) =>
    me.post(`${clients}/add`, { client: { ...client, ...more }, inboundIds: [id] })
  const fresh = await add({}, one.id)
  expect(fresh).toMatchObject({ success: true, msg: expect.not.stringContaining('stayed') })
  const same = await add({ id: '', flow: '', enable: true }, two.id)
  expect(same).toEqual(fresh)
  const other = await add({ totalGB: 200, comment: 'second', password: 'p2', limitIp: 2 }, three.id)
  expect(other).toMatchObject({ success: true, obj: null })
  expect(other.msg).toBe(
    'The client was there already: it is attached, and its password, totalGB, comment stayed as stored. Use update to change them.',
  )
  expect(await recordOf(me, 'ann')).toMatchObject({ totalGB: 100, comment: 'first', password: 'p1' })
})

it('a setting without effect is named once, when it changes', async () => {
  const plain = await update({ subTitle: 'Mine' })
  expect(plain).toMatchObject({ success: true, msg: 'The parameters have been changed.' })
  const idle = { panelOutbound: 'x', subThemeDir: '/x' }
  const first = await update({ ...idle, subTitle: 'Ours' })
  expect(first).toMatchObject({ success: true, obj: null })
  for (const key of Object.keys(idle)) expect(first.msg).toContain(key)
  expect(first.msg).not.toContain('subTitle')
  expect(await update({ ...idle, subTitle: 'Theirs' })).toEqual(plain)
})

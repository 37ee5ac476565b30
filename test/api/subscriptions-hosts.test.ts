import { afterAll, beforeAll, expect, it } from 'vitest'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
})
afterAll(() => t.stop())

it('an address hidden from links is missing in every place that lists them', async () => {
  const { id } = await addInbound(me, { remark: 'chosen' })
  await addClient(me, { email: 'gus', subId: 'gus-sub' }, [id])
  const host = (name: string, excludeFromSubTypes: string[]) =>
    me.post('/panel/api/hosts/add', { hosts: [name], inboundIds: [id], remark: name, excludeFromSubTypes })
  await host('links.example', ['json'])
  await host('files.example', ['raw'])
  await me.post('/panel/setting/update', { subJsonEnable: true })
  const listed = [
    linksIn((await get('/sub/gus-sub')).body).join(),
    (await get('/sub/gus-sub?html=1')).body,
    JSON.stringify(await me.get(`${clients}/subLinks/gus-sub`)),
  ]
  for (const text of listed) {
    expect(text).toContain('links.example')
    expect(text).not.toContain('files.example')
  }
  const json = (await get('/json/gus-sub')).body
  expect(json).toContain('files.example')
  expect(json).not.toContain('links.example')
  const copied = JSON.stringify(await me.get(`${clients}/links/gus`))
  expect(copied).toMatch(/links\.example.*files\.example/) // the operator can copy any of them
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Device } from '#contract/devices-api.ts'
import type { SettingsUpdate } from '#contract/settings.ts'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { type Subscriber, subscriberOf } from '#test/subscriber.ts'

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  const { id } = await addInbound(me, { port: 31_301 })
  for (const [email, limitHwid] of [
    ['own', 2],
    ['other', 2],
    ['free', 0],
  ] as const)
    await addClient(me, { email, subId: `${email}-sub`, limitHwid }, [id])
  await fetched('other', 'c')
})
afterAll(() => t.stop())

const set = async (patch: SettingsUpdate) =>
  expect(await me.post('/panel/setting/update', patch)).toMatchObject({ success: true })
const list = async (email: string) => (await me.post<Device[]>(`${clients}/hwids/${email}`)).obj
const fetched = (email: string, name: string) =>
  get(`/sub/${email}-sub`, { 'x-hwid': `device ${name}`, 'x-device-model': `Phone ${name}` })

describe('a person', () => {
  const page = async () => (await get('/sub/own-sub', { accept: 'text/html' })).body
  const forget = (id: number | string) => get(`/sub/own-sub?forget=${id}`, {}, 'POST')

  it('sees and forgets its devices on its page, so many a day', async () => {
    await set({ subHwidForgets: 1 })
    await fetched('own', 'a')
    await fetched('own', 'b')
    const [a, b] = await list('own')
    const shown = await page()
    for (const said of ['Phone a', 'Phone b', '2 of 2', `?forget=${a?.id}`]) expect(shown).toContain(said)
    const done = await forget(a?.id ?? 0)
    expect([done.status, done.headers.location]).toEqual([303, '?html=1'])
    expect((await list('own')).map(({ id }) => id)).toEqual([b?.id])
    expect(await page()).not.toContain('?forget=')
    await forget(b?.id ?? 0)
    expect(await list('own')).toHaveLength(1)
  })

  it('forgets nothing of others, nothing blocked, and nothing where the operator said so', async () => {
    await set({ subHwidForgets: 9 })
    const [other] = await list('other')
    const [mine] = await list('own')
    await me.post(`${clients}/hwids/own/${mine?.id}/block`)
    for (const id of [other?.id ?? 0, mine?.id ?? 0, 'x', '', '1.5']) await forget(id)
    expect([(await list('own')).length, (await list('other')).length]).toEqual([1, 1])
    await me.post(`${clients}/hwids/own/${mine?.id}/unblock`)
    await set({ subHwidForgets: 0 })
    await forget(mine?.id ?? 0)
    expect(await list('own')).toHaveLength(1)
    expect((await get('/sub/free-sub?forget=1', {}, 'POST')).status).toBe(404)
    expect((await get('/sub/unknown?forget=1', {}, 'POST')).status).toBe(404)
  })

  it('whose devices nobody counts sees none', async () => {
    expect((await get('/sub/free-sub', { accept: 'text/html' })).body).not.toContain('Phone a')
    expect(await page()).toContain('Phone')
  })

  it('gets no servers from its page where a device id is demanded', async () => {
    expect(await page()).toContain('vless://')
    await set({ subHwidRequired: true })
    expect(await page()).not.toContain('vless://')
    expect((await get('/sub/own-sub?qr=0')).status).toBe(404)
    await set({ subHwidRequired: false })
  })
})

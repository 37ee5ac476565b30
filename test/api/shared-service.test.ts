import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addClient, addInbound, clients } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

const [quota, end, later] = [10 * 2 ** 30, 4_000_000_000_000, 4_100_000_000_000]

let t: ServedPanel
let me: Visitor
let get: Subscriber
beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  const { id } = await addInbound(me)
  await groupCall('create', { name: 'family', totalGB: quota, expiryTime: end })
  await addClient(me, { email: 'ann', subId: 'ann-sub', group: 'family', expiryTime: later }, [id])
  await addClient(me, { email: 'bob', subId: 'bob-sub', group: 'family', totalGB: 2 ** 30 }, [id])
})
afterAll(() => t.stop())

const groupCall = async (call: string, body: object) =>
  expect(await me.post(`${clients}/groups/${call}`, body)).toMatchObject({ success: true })
const use = async (email: string, upload: number, download: number) =>
  expect(await me.post(`${clients}/updateTraffic/${email}`, { upload, download })).toMatchObject({
    success: true,
  })
const told = async (id: string) => (await get(`/sub/${id}`)).headers['subscription-userinfo']
const page = async (id: string) =>
  (await get(`/sub/${id}?html=1`, { 'accept-language': 'en', accept: 'text/html' })).body

describe('a member of a group with a shared quota and end', () => {
  it('is told what ends it: the group’s quota and end, or its own quota if less of that is left', async () => {
    await use('ann', 100, 200)
    await use('bob', 10, 5)
    expect(await told('ann-sub')).toBe(`upload=100; download=215; total=${quota}; expire=${end / 1_000}`)
    expect(await told('bob-sub')).toBe(`upload=10; download=5; total=${2 ** 30}; expire=${end / 1_000}`)
  })

  it('sees at once what another member used, also in a remembered answer', async () => {
    for (let n = 0; n < 3; n++) await told('ann-sub')
    await use('bob', 0, 40)
    expect(await told('ann-sub')).toBe(`upload=100; download=240; total=${quota}; expire=${end / 1_000}`)
  })

  it('has what is left in the names of its links and in the entry for apps that read no header', async () => {
    await me.post('/panel/setting/update', { subShowInfo: true, subInfoNodeEnable: true })
    const links = linksIn((await get('/sub/ann-sub', { 'user-agent': 'v2rayN/7.0' })).body)
    expect(links.map((link) => decodeURIComponent(link.split('#')[1] ?? ''))).toEqual([
      expect.stringMatching(/^📊 10\.00GB ⏳ \d+D/),
      expect.stringMatching(/10\.00GB📊-\d+D.*⏳$/),
    ])
    await me.post('/panel/setting/update', { subShowInfo: false, subInfoNodeEnable: false })
  })

  it('sees on its page that it shares, and what is its own', async () => {
    await use('bob', 0, 4 * 2 ** 30)
    await use('ann', 2 ** 30, 0)
    const body = await page('ann-sub')
    for (const said of ['50%', '5 GB left', 'You share this quota with others. You used 1 GB of it.'])
      expect(body).toContain(said)
  })

  it('sees on its page whose speed holds, and what happens at the end', async () => {
    await groupCall('update', {
      name: 'family',
      speedDown: 16_000_000,
      whenEnded: 'slow',
      slowSpeed: 2_000_000,
    })
    await me.post(`${clients}/update/ann`, { email: 'ann', speedUp: 4_000_000 })
    const body = await page('ann-sub')
    const said = [
      '↓ 16 Mbit/s · ↑ 4 Mbit/s',
      '↓ Set for your group',
      '↑ Set for you<',
      'You stay connected at 2 Mbit/s',
    ]
    for (const text of said) expect(body).toContain(text)
    await groupCall('update', { name: 'family', speedDown: 0, whenEnded: 'cut' })
    expect(await page('ann-sub')).toContain('↓ No limit · ↑ 4 Mbit/s')
    expect(await page('ann-sub')).toContain('Your connection stops')
  })

  it('has ended with the group, and its page says why', async () => {
    await use('bob', 0, quota)
    expect(linksIn((await get('/sub/ann-sub')).body)).toEqual([])
    expect(await page('ann-sub')).toContain('Out of data')
    await groupCall('update', { name: 'family', totalGB: 0, expiryTime: 1_000 })
    expect(await told('ann-sub')).toBe(`upload=${2 ** 30}; download=0; total=0; expire=1`)
    expect(await page('ann-sub')).toContain('Expired')
  })
})

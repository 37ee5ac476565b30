import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SettingsUpdate } from '#contract/settings.ts'
import type { PreviewFormat, SubPreview } from '#contract/settings-api.ts'
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
  const { id } = await addInbound(me, { remark: 'one' })
  await addClient(me, { email: 'ann', subId: 'ann-sub' }, [id])
  await addClient(me, { email: 'off', subId: 'off-sub', enable: false }, [id])
  await addClient(me, { email: 'loose', subId: 'loose-sub' }, [id])
  await me.post(`${clients}/loose/detach`, { inboundIds: [id] })
})
afterAll(() => t.stop())

const ask = (email: string, format: PreviewFormat, settings?: SettingsUpdate, headers = {}) =>
  me
    .call('POST', '/panel/setting/subPreview', {
      payload: { email, format, ...(settings && { settings }) },
      headers: { host: 'sub.example', ...headers },
    })
    .then((res) => res.json<{ success: boolean; msg: string; field?: string; obj: SubPreview }>())

describe('the preview of a subscription', () => {
  it('is what an app gets, in every format', async () => {
    const raw = (await ask('ann', 'raw')).obj
    const served = await get('/sub/ann-sub')
    expect(raw.text.trim().split('\n')).toEqual(linksIn(served.body))
    expect(raw).toMatchObject({ served: true, encoded: true, withheld: false, unsaved: [] })
    expect(raw.url).toBe(`http://sub.example:${t.subPort}/sub/ann-sub`)
    expect(raw.headers['Subscription-Userinfo']).toBe(served.headers['subscription-userinfo'])
    const clash = (await ask('ann', 'clash')).obj
    expect(clash.text).toBe((await get('/clash/ann-sub')).body)
    // Shown although disabled: people look at it before they enable it.
    for (const format of ['json', 'singbox'] as const) {
      const { served: isServed, url, text } = (await ask('ann', format)).obj
      expect([isServed, url, text.includes('one')]).toEqual([false, '', true])
    }
  })

  it('uses unsaved values, and stores nothing', async () => {
    const unsaved = { subJsonEnable: true, remarkTemplate: 'try it', subTitle: 'Mine', webPort: 0 }
    const json = (await ask('ann', 'json', unsaved)).obj
    expect(json.unsaved.toSorted()).toEqual(['remarkTemplate', 'subJsonEnable', 'subTitle'])
    expect(json.text).toContain('try it')
    expect(json.url).toContain('/json/ann-sub')
    expect(json.headers['Profile-Title']).toBe(`base64:${btoa('Mine')}`)
    expect((await ask('ann', 'json')).obj.text).not.toContain('try it')
    const stored = await me.post<Record<string, unknown>>('/panel/setting/all')
    expect(stored.obj).toMatchObject({ subJsonEnable: false, remarkTemplate: '', subTitle: '' })
    expect(linksIn((await get('/sub/ann-sub')).body).join()).not.toContain('try')
  })

  it("has the page in the viewer's language, with nothing that runs or loads", async () => {
    const unsaved = { subTitle: 'A <b>name</b>', subAnnounce: 'Hello & welcome', subClashEnable: true }
    const { text } = (await ask('ann', 'page', unsaved, { 'accept-language': 'fa' })).obj
    expect(text).toContain('<html lang="fa" dir="rtl">')
    expect(text).toContain('A &lt;b&gt;name&lt;/b&gt;')
    expect(text).toContain('Hello &amp; welcome')
    expect(text).not.toMatch(/<script|\?qr=|<img/)
  })

  it('says why nothing is served, and refuses as a save would', async () => {
    expect((await ask('off', 'raw')).obj).toMatchObject({ text: '', withheld: true })
    expect(await ask('loose', 'raw')).toMatchObject({ success: false, field: 'email' })
    expect(await ask('nobody', 'raw')).toMatchObject({ success: false })
    expect(await ask('ann', 'raw', { subPath: 'no slash?' })).toMatchObject({
      success: false,
      field: 'subPath',
    })
    expect(await ask('ann', 'yaml' as PreviewFormat)).toMatchObject({ success: false, field: 'format' })
  })
})

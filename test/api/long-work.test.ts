import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { admin } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { until } from '#test/until.ts'
import { logIn, type Visitor } from '#test/visitor.ts'

// Fetching a list of outbounds stands for all work that may take long; an install of a core is mounted the same way.
describe('work that takes long', () => {
  let t: ServedPanel
  let me: Visitor
  let path: string
  let url: string
  let fetches = 0
  let finish = () => {}

  beforeAll(async () => {
    const safeFetch: Egress['safeFetch'] = async () => {
      fetches++
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      const text = 'trojan://p@t.example:443#one'
      return {
        status: 200,
        headers: new Map(),
        bytes: new TextEncoder().encode(text),
        text: () => text,
        json: async () => text,
      }
    }
    const closed = () => Promise.reject(new Refusal('other.said', { reason: 'no' }))
    t = await servedPanel({}, { egress: { safeFetch, safeDownload: closed, checkUrl: async () => {} } })
    url = `http://127.0.0.1:${t.port}`
    me = await logIn(url, admin)
    const list = { remark: 'far', url: 'https://list.example/abc', tagPrefix: 'far-' }
    const { obj } = await me.post<OutboundSub>('/panel/api/xray/outbound-subs', list)
    path = `/panel/api/xray/outbound-subs/${obj.id}/refresh`
  })
  afterAll(() => t?.stop())

  /** As a proxy does that has waited long enough. */
  async function askAndGo(): Promise<void> {
    const before = fetches
    const gone = new AbortController()
    const headers = { cookie: me.cookie, 'x-csrf-token': me.csrf, 'content-type': 'application/json' }
    const lost = fetch(url + path, { method: 'POST', headers, body: '{}', signal: gone.signal }).catch(
      () => {},
    )
    await until('the list is fetched', () => fetches > before)
    gone.abort()
    await lost
  }

  it('goes on without its caller, and whoever asks again joins it', async () => {
    await askAndGo()
    const again = me.post<{ tag: string }[]>(path)
    await me.get('/panel/api/server/status') // it came after the other request
    finish()
    expect((await again).obj).toMatchObject([{ tag: 'far-one' }])
    expect(fetches).toBe(1)
  })

  it('has a result that is kept until somebody receives it', async () => {
    const updated = async () =>
      (await me.get<OutboundSub[]>('/panel/api/xray/outbound-subs')).obj[0]?.lastUpdated ?? 0
    const before = await updated()
    await askAndGo()
    finish()
    await until('the list is stored', async () => (await updated()) > before)
    expect((await me.post<{ tag: string }[]>(path)).obj).toMatchObject([{ tag: 'far-one' }])
    expect(fetches).toBe(2)
  })

  it.runIf(process.env.SLUICE_LONG === '1')('is answered after more than half a minute', async () => {
    const began = performance.now()
    const answer = me.post<{ tag: string }[]>(path)
    await until('the list is fetched', () => fetches === 3)
    setTimeout(() => finish(), 34_000)
    expect((await answer).success).toBe(true)
    expect(performance.now() - began).toBeGreaterThan(33_000)
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { OldIdentity } from '#domain/move-in/arrival.ts'
import { marzbanJwt, marzbanToken, pasarguardHmac, pasarguardToken } from '#test/fixtures/old-tokens.ts'
import { addClient, addInbound, clients, recordOf } from '#test/inbounds.ts'
import type { Visitor } from '#test/panel.ts'
import { type ServedPanel, servedPanel } from '#test/served.ts'
import { linksIn, type Subscriber, subscriberOf } from '#test/subscriber.ts'

// Subscription URLs of another panel, on a panel that took over its clients.

const secret = '6f1c0e3b5a7d92848c6b1f0a3e5d7c9b2a4f6e8d0c1b3a5978695a4b3c2d1e0f'
const other = 'a'.repeat(64)
const made = 1_700_000_000
const later = made + 1_000

let t: ServedPanel
let me: Visitor
let get: Subscriber
let inbound: number

const identity = (id: number, name: string, revokedAt = 0): OldIdentity => ({
  id,
  name,
  createdAt: made * 1000,
  revokedAt,
})

async function know(
  kind: 'marzban' | 'pasarguard',
  key: string,
  path: string,
  known: Record<string, OldIdentity>,
) {
  const list = await Promise.all(
    Object.entries(known).map(async ([email, identity]) => {
      const client = await recordOf(me, email)
      return { clientId: client?.id ?? 0, subId: client?.subId ?? '', identity }
    }),
  )
  const arriving = { sources: [{ kind, secret: key, path }], clients: list }
  const { db, subscriptions } = t.panel
  const changed = await db.write((tx) => subscriptions.storeOldSubscriptions(tx, arriving))
  if (changed) subscriptions.onChange({ kind: 'old-subscriptions-changed' })
  return changed
}

beforeAll(async () => {
  t = await servedPanel()
  me = await t.login()
  get = subscriberOf(t.subPort)
  inbound = (await addInbound(me)).id
  for (const email of ['ann', 'bob', 'eve', 'zoe', 'loose'])
    await addClient(me, { email, subId: `${email}-sub` }, [inbound])
  await me.post(`${clients}/loose/detach`, { inboundIds: [inbound] })
})
afterAll(() => t.stop())

const uuidOf = async (email: string) => (await recordOf(me, email))?.uuid ?? 'none'
const status = async (path: string) => (await get(path)).status

describe('before another panel moved in', () => {
  it('its URLs are unknown', async () => {
    expect(await status(`/sub/${marzbanToken(secret, 'ann', later)}`)).toBe(404)
    expect(await status(`/old/${marzbanToken(secret, 'ann', later)}`)).toBe(404)
  })
})

describe('an old URL', () => {
  beforeAll(async () => {
    const known = {
      ann: identity(7, 'Ann_1'),
      bob: identity(8, 'bob', (later + 5) * 1000),
      loose: identity(9, 'loose'),
    }
    expect(await know('marzban', secret, '/sub/', known)).toBe(true)
    expect(await know('marzban', secret, '/sub/', known)).toBe(false)
    expect(await know('pasarguard', other, '/deep/path/', { zoe: identity(42, 'zoe') })).toBe(true)
  })

  it('answers with the links of its client, in every spelling', async () => {
    const token = marzbanToken(secret, 'Ann_1', later)
    const urls = [
      `/sub/${token}`,
      `/sub/${token}/`,
      `/sub/${token}?x=1`,
      `/sub/${marzbanToken(secret, 'ann_1', later)}`,
      `/sub/${marzbanToken(secret, 'Ann_1', made)}`,
      `/sub/${marzbanJwt(secret, 'Ann_1', later)}`,
      `/sub/${token}/v2ray`,
    ]
    for (const url of urls) {
      const { status, body, headers } = await get(url)
      expect(status, url).toBe(200)
      expect(linksIn(body)).toEqual([expect.stringContaining(`vless://${await uuidOf('ann')}@sub.example:`)])
      expect(headers['profile-web-page-url']).toBe('http://sub.example/sub/ann-sub')
    }
  })

  it('answers again from memory, and with what changed since', async () => {
    const token = marzbanToken(secret, 'Ann_1', later)
    const before = await get(`/sub/${token}`)
    expect(await get(`/sub/${token}`)).toMatchObject({ status: 200, body: before.body })
    expect((await get(`/sub/${token}`, { 'if-none-match': before.headers.etag ?? '' })).status).toBe(304)
    await me.post(`${clients}/update/ann`, { email: 'ann', totalGB: 5_000 })
    expect((await get(`/sub/${token}`)).headers['subscription-userinfo']).toContain('total=5000')
  })

  it('below another path than ours answers there and not here', async () => {
    const tokens = [
      pasarguardToken(other, { version: 'v2', id: 42, seconds: later }, 'base64url'),
      pasarguardToken(other, { version: 'v3', id: 42, seconds: later }, 'hex'),
      pasarguardHmac(other, 42, later),
      marzbanToken(other, 'zoe', later),
      marzbanJwt(other, 'zoe', later),
    ]
    for (const token of tokens) {
      const { status: found, body } = await get(`/deep/path/${token}`)
      expect(found).toBe(200)
      expect(linksIn(body)[0]).toContain(await uuidOf('zoe'))
      expect(await status(`/sub/${token}`)).toBe(404)
    }
    expect(await status('/deep/path/zoe-sub')).toBe(404)
  })

  it('gives the formats that the other panel had below the token', async () => {
    const token = marzbanToken(secret, 'Ann_1', later)
    const kind = async (form: string) => (await get(`/sub/${token}/${form}`)).headers['content-type']
    for (const form of ['clash', 'clash-meta', 'clash_meta/']) expect(await kind(form)).toContain('yaml')
    for (const form of ['sing-box', 'sing_box', 'v2ray-json', 'xray'])
      expect(await kind(form)).toContain('json')
    const asBrowser = await get(`/sub/${token}/links`, { accept: 'text/html', 'user-agent': 'clash-verge' })
    expect(linksIn(asBrowser.body)).toHaveLength(1)
    for (const form of ['info', 'usage', 'wireguard', 'nonsense', 'clash/more'])
      expect(await status(`/sub/${token}/${form}`)).toBe(404)
  })

  it('shows the page to a browser', async () => {
    const page = await get(`/sub/${marzbanToken(secret, 'Ann_1', later)}`, { accept: 'text/html' })
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('/sub/ann-sub')
  })

  it('is unknown if it was tampered with, signed by another, or is for nobody', async () => {
    const token = marzbanToken(secret, 'Ann_1', later)
    const last = token.endsWith('A') ? 'B' : 'A'
    const wrong = [
      token.slice(0, -1) + last,
      marzbanToken(other, 'Ann_1', later),
      marzbanToken(secret, 'nobody', later),
      marzbanToken(secret, 'ann', later),
      pasarguardHmac(secret, 7, later),
      pasarguardToken(secret, { version: 'v2', id: 7, seconds: later }, 'base64url'),
    ]
    for (const one of wrong) expect(await get(`/sub/${one}`)).toMatchObject({ status: 404, body: '' })
  })

  it('is unknown if it is older than its user, or than a revocation', async () => {
    expect(await status(`/sub/${marzbanToken(secret, 'Ann_1', made - 1)}`)).toBe(404)
    expect(await status(`/sub/${marzbanToken(secret, 'bob', later)}`)).toBe(404)
    expect(await status(`/sub/${marzbanToken(secret, 'bob', later + 5)}`)).toBe(200)
  })

  it('is unknown for a client without an inbound, as its own is', async () => {
    expect(await status('/sub/loose-sub')).toBe(404)
    expect(await status(`/sub/${marzbanToken(secret, 'loose', later)}`)).toBe(404)
  })

  it('does not take back a revocation that a later import does not know', async () => {
    expect(await know('marzban', secret, '/sub/', { bob: identity(8, 'bob') })).toBe(false)
    expect(await status(`/sub/${marzbanToken(secret, 'bob', later)}`)).toBe(404)
  })

  it('outlives a new name, and ends with the client or with a new subscription id', async () => {
    const old = { eve: identity(11, 'eve') }
    expect(await know('marzban', secret, '/sub/', old)).toBe(true)
    const url = `/sub/${marzbanToken(secret, 'eve', later)}`
    expect(await status(url)).toBe(200)
    expect(await me.post(`${clients}/update/eve`, { email: 'eva' })).toMatchObject({ success: true })
    expect(await status(url)).toBe(200)
    await me.post(`${clients}/update/eva`, { email: 'eva', subId: 'fresh' })
    expect(await status('/sub/fresh')).toBe(200)
    expect(await status(url)).toBe(404)
    await me.post(`${clients}/update/eva`, { email: 'eva', subId: 'eve-sub' })
    expect(await status(url)).toBe(200)
    expect(await me.post(`${clients}/del/eva`)).toMatchObject({ success: true })
    expect(await status(url)).toBe(404)
  })

  it('gives way to a client whose own id is the same text', async () => {
    const token = marzbanToken(secret, 'Ann_1', later + 77)
    await addClient(me, { email: 'same', subId: token }, [inbound])
    expect(linksIn((await get(`/sub/${token}`)).body)[0]).toContain(await uuidOf('same'))
  })
})

it('guesses below an old path are limited as those below ours', async () => {
  const seen = new Set<number>()
  for (let i = 0; i < 80; i++) seen.add(await status(`/deep/path/${marzbanToken('x', `guess${i}`, later)}`))
  expect(seen).toEqual(new Set([404, 429]))
})

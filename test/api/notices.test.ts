import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertView, DeliveryView, OutletView, WebhookView } from '#contract/notices-api.ts'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import type { Message } from '#server/notices/outlet.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import {
  alertsOfEveryKind,
  type Mailbox,
  type Receiver,
  startMailServer,
  startReceiver,
} from '#test/fixtures/outlets.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { createRandom } from '#test/random.ts'

const root = '/panel/api/notices'
const secret = 'a-secret-of-the-shop'
const seed = Number(process.env.SLUICE_SEED ?? Date.now() % 1_000_000)
const random = createRandom(seed)

let t: TestPanel
let me: Visitor
let shop: Receiver
let mailbox: Mailbox
let hook: WebhookView
let isMoody = false
const chat: Message[] = []
let chatSays: () => void = () => {}

const moods = [200, 200, 200, 500, 404, 429, 'hang up', 'forget'] as const
const mood = () => (isMoody ? random.pick(moods) : 200)
const settings = (patch: object) => me.post('/panel/setting/update', patch)
const deliver = () => t.panel.notices.jobs[0]?.run(new AbortController().signal)
const deliveries = async (query = '') => (await me.get<DeliveryView[]>(`${root}/deliveries?${query}`)).obj

beforeAll(async () => {
  t = await testPanel({}, { egress: createEgress() })
  me = await t.login()
  await settings({ sessionMaxAge: 43_200 }) // the clock is moved by days
  me = await t.login()
  shop = await startReceiver(secret, mood)
  mailbox = await startMailServer({ disabledCommands: ['STARTTLS'] })
  t.panel.notices.plugTelegram(() => ({
    name: 'telegram',
    most: 10,
    async send(message) {
      chatSays()
      chat.push(message)
    },
  }))
  const all = choosableKinds.join(',')
  const saved = await settings({
    ...{ noticeHomeEvents: all, tgEnabledEvents: all, smtpEnabledEvents: all },
    ...{ tgCpu: 90, tgMemory: 90, smtpCpu: 90, smtpMemory: 90, smtpEnable: true, smtpHost: '127.0.0.1' },
    ...{ smtpPort: mailbox.port, smtpFrom: 'panel@example.com', smtpTo: 'me@example.com, you@example.com' },
    ...{ smtpEncryptionType: 'none', smtpAllowPrivateAddress: true },
  })
  expect(saved).toMatchObject({ success: true, msg: expect.not.stringContaining('without an effect: smtp') })
  const made = await me.post<WebhookView>(`${root}/webhooks/add`, {
    ...{ name: 'shop', url: shop.url, events: choosableKinds, secret, allowPrivateAddress: true },
  })
  expect(made).toMatchObject({ success: true })
  hook = made.obj
})
afterAll(async () => {
  await t.stop()
  await Promise.all([shop.stop(), mailbox.stop()])
})

/** Bounded by the test's own limit. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((next) => setTimeout(next, 20))
}
const nothingWaits = async () => (await deliveries('state=waiting&limit=1')).length === 0

describe('an alert of every kind', () => {
  it(`reaches every outlet once by its id, in order, although the shop fails at random (seed ${seed})`, async () => {
    const alerts = alertsOfEveryKind()
    isMoody = true
    chatSays = () => {
      if (random.chance(0.5)) throw new NotTaken(new Error('Too Many Requests'), { retryAfterMs: 20 })
    }
    mailbox.refusals.push({ code: 451, text: 'Try again later' })
    for (const alert of alerts) t.panel.notices.tell(alert)
    await t.panel.notices.settled()
    await deliver()
    await until(async () => {
      t.advance(60_000) // past the next attempt
      await deliver()
      return nothingWaits()
    })
    isMoody = false
    chatSays = () => {}
    const kinds = alerts.map(({ kind }) => kind)
    expect(shop.complaints).toEqual([])
    expect(shop.unique().map(({ event }) => event)).toEqual(kinds)
    expect(shop.attempts()).toBeGreaterThan(kinds.length)
    const ids = shop.unique().map(({ id }) => id)
    expect(mailbox.mails.flatMap((mail) => mail.ids)).toEqual(ids)
    expect(chat.flatMap((message) => message.alerts.map(({ id }) => id))).toEqual(ids)
    const home = (await me.get<{ alerts: AlertView[]; unread: number }>(`${root}/list?limit=200`)).obj
    expect(home.alerts.map(({ uid }) => uid).reverse()).toEqual(ids)
    expect(home.unread).toBe(kinds.length)
    for (const state of await deliveries('limit=200'))
      expect(state).toMatchObject({ state: 'delivered', retryAt: 0 })
    const states = (await me.get<OutletView[]>(`${root}/outlets`)).obj
    expect(states.map(({ name, on, delivered }) => [name, on, delivered])).toEqual([
      ['email', true, kinds.length],
      ['telegram', true, kinds.length],
      [`webhook:${hook.id}`, true, kinds.length],
    ])
  }, 60_000)

  it('is plain text in a mail, whatever a name contains', () => {
    const raw = mailbox.mails.map((mail) => mail.raw).join('\n')
    expect(raw).toMatch(/Content-Type: text\/plain/)
    expect(raw).not.toMatch(/Content-Type: text\/html/)
    expect(mailbox.mails[0]?.to).toEqual(['me@example.com', 'you@example.com'])
    expect(mailbox.mails[0]?.messageId).toMatch(/^<[\da-f-]{36}@sluice>$/)
  })

  it('is read on Home by everybody at once', async () => {
    const { alerts } = (await me.get<{ alerts: AlertView[] }>(`${root}/list?limit=2`)).obj
    await me.post(`${root}/read`, { upTo: alerts[1]?.id })
    expect((await me.get<{ unread: number }>(`${root}/list`)).obj.unread).toBe(1)
    await me.post(`${root}/read`, {})
    expect((await me.get<{ unread: number }>(`${root}/list`)).obj.unread).toBe(0)
  })
})

describe('what the panel does', () => {
  const kindsNow = () => shop.unique().map(({ event }) => event)

  it('is told: a login, a failed one, a token, a backup', async () => {
    const before = kindsNow().length
    await t.login()
    await t.inject({ method: 'POST', url: '/login', payload: { username: 'root', password: 'wrong' } })
    await me.post('/panel/setting/apiTokens/create', { name: 'script' })
    expect(await me.post('/panel/api/backups/create', {})).toMatchObject({ success: true })
    await deliver()
    await until(nothingWaits)
    expect(kindsNow().slice(before)).toEqual([
      'login.success',
      'login.failed',
      'token.created',
      'backup.done',
    ])
    expect(shop.unique().at(-2)).toMatchObject({ data: { name: 'script', by: 'root' }, level: 'warning' })
    expect(JSON.stringify(shop.unique())).not.toContain('wrong')
  })

  it('is sent again on request, with the same id', async () => {
    const [last] = await deliveries(`outlet=webhook:${hook.id}&limit=1`)
    const before = shop.taken.length
    expect(await me.post(`${root}/deliveries/${last?.id}/replay`)).toMatchObject({ success: true })
    await deliver()
    await until(nothingWaits)
    expect(shop.taken.slice(before).map(({ id }) => id)).toEqual([last?.uid])
    expect(await me.post(`${root}/deliveries/99999999/replay`)).toMatchObject({
      success: false,
      code: 'notice.delivery-missing',
    })
  })
})

describe('a receiver that is away', () => {
  it('holds up its own outlet only, is shown with the reason, and is given up after three days', async () => {
    const url = 'http://127.0.0.1:9/'
    const body = { name: 'away', url, events: ['node.up'], allowPrivateAddress: true }
    const away = (await me.post<WebhookView>(`${root}/webhooks/add`, body)).obj
    expect(away.secret).toMatch(/^whsec_/)
    t.panel.notices.tell({ kind: 'node.up', params: { node: 'one' } })
    await t.panel.notices.settled()
    await deliver()
    const mine = `outlet=webhook:${away.id}`
    await until(async () => ((await deliveries(mine))[0]?.tries ?? 0) > 0)
    await until(async () => (await deliveries('state=waiting')).length === 1)
    expect((await deliveries(mine))[0]).toMatchObject({
      ...{ state: 'waiting', tries: 1, error: expect.stringContaining('127.0.0.1') },
      errorCoded: { code: 'egress.connection-refused' },
      retryAt: expect.any(Number),
    })
    t.advance(3 * 86_400_000 + 1_000)
    await deliver()
    await until(nothingWaits)
    expect((await deliveries(mine))[0]).toMatchObject({
      state: 'failed',
      errorCoded: { code: 'notice.too-old' },
    })
    expect(await me.post(`${root}/webhooks/del/${away.id}`)).toMatchObject({ success: true })
    expect(await deliveries(mine)).toEqual([])
  })

  it('that was turned off gets nothing of what waited', async () => {
    await settings({ smtpDigest: 'daily' })
    t.panel.notices.tell({ kind: 'node.up', params: { node: 'two' } })
    await t.panel.notices.settled()
    await deliver()
    await until(async () => (await deliveries('outlet=email&state=waiting')).length === 1)
    await until(async () => (await deliveries('state=waiting')).length === 1)
    await settings({ smtpEnable: false })
    await deliver()
    t.advance(60_000)
    await deliver()
    await until(async () => (await deliveries('outlet=email&state=failed')).length === 1)
    await settings({ smtpEnable: true })
  })
})

describe('a digest', () => {
  it('waits for its time, is one message, and an error takes along what waits before it', async () => {
    await settings({ smtpDigest: 'daily', noticeDigestAt: '09:00' })
    const before = mailbox.mails.length
    const { tell, settled } = t.panel.notices
    for (const node of ['a', 'b']) tell({ kind: 'node.up', params: { node } })
    await settled()
    await deliver()
    await until(async () => (await deliveries('outlet=email&state=waiting')).length === 2)
    tell(
      { kind: 'node.down', params: { node: 'c', reason: 'It is gone.' } },
      { kind: 'node.up', params: { node: 'd' } },
    )
    await settled()
    await deliver()
    await until(() => mailbox.mails.length > before)
    const [mail] = mailbox.mails.slice(before)
    expect(mail?.ids).toHaveLength(3)
    expect(mail?.raw).toMatch(/Subject: Sluice: A node is back \(\+2\)/)
    t.advance(86_400_000)
    await deliver()
    await until(() => mailbox.mails.length > before + 1)
    expect(mailbox.mails.at(-1)?.ids).toHaveLength(1)
    await settings({ smtpDigest: 'off' })
  })
})

describe('a test', () => {
  it('goes past the queue and shows the answer', async () => {
    for (const outlet of ['home', 'email', 'telegram', `webhook:${hook.id}`])
      expect(await me.post(`${root}/test/${outlet}`), outlet).toMatchObject({ success: true })
    expect(shop.taken.at(-1)).toMatchObject({ event: 'notice.test', data: { by: 'root' } })
    expect(chat.at(-1)?.alerts[0].kind).toBe('notice.test')
    expect(await me.post(`${root}/test/pigeon`)).toMatchObject({
      success: false,
      code: 'notice.outlet-unknown',
    })
    expect(await me.post(`${root}/test/webhook:77`)).toMatchObject({
      success: false,
      code: 'notice.outlet-not-ready',
    })
    mailbox.refusals.push({ code: 550, text: 'We do not know you' })
    const refused = await me.post('/panel/api/setting/testSmtp')
    expect(refused).toMatchObject({ success: false, code: 'notice.mail-refused' })
    expect(refused.msg).toContain('We do not know you')
    expect(await me.post('/panel/setting/testSmtp', {})).toMatchObject({ success: true })
  })

  it('of unsaved settings names what is missing or wrong', async () => {
    const test = (patch: object) => me.post('/panel/api/setting/testSmtp', patch)
    expect(await test({ smtpTo: '' })).toMatchObject({ code: 'notice.mail-incomplete', field: 'smtpTo' })
    expect(await test({ smtpTo: 'nobody' })).toMatchObject({ code: 'notice.mail-address', field: 'smtpTo' })
    expect(await test({ smtpAllowPrivateAddress: false })).toMatchObject({
      code: 'egress.not-public-literal',
    })
    expect(await test({ smtpEncryptionType: 'starttls' })).toMatchObject({ code: 'notice.mail-no-tls' })
    const login = await test({ smtpUsername: 'ann', smtpPassword: 'a wrong one' })
    expect(login).toMatchObject({ success: false, code: 'notice.mail-login' })
    expect(JSON.stringify(login)).not.toContain('a wrong one')
    expect(await test({ smtpUsername: 'ann', smtpPassword: 'right' })).toMatchObject({ success: true })
    expect(mailbox.mails.at(-1)?.user).toBe('ann')
  })
})

describe('webhooks', () => {
  const body = { name: 'n', url: 'https://example.com/', events: ['node.up'], allowPrivateAddress: true }
  it.each([
    [{ ...body, name: '' }, 'name'],
    [{ ...body, url: 'ftp://example.com' }, 'url'],
    [{ ...body, url: 'http://user:pass@127.0.0.1/' }, 'url'],
    [{ ...body, url: 'http://127.0.0.1/', allowPrivateAddress: false }, 'url'],
    [{ ...body, url: 'http://127.0.0.1/', events: ['nonsense'] }, 'events'],
    [{ ...body, url: 'http://127.0.0.1/', secret: 'short' }, 'secret'],
  ])('refuse %j by the name of the field', async (bad, field) => {
    const reply = await me.post(`${root}/webhooks/add`, bad)
    expect(reply).toMatchObject({ success: false })
    expect(JSON.stringify(reply)).toContain(field)
  })

  it('never show a secret again, and keep it where none is sent', async () => {
    const url = shop.url
    const changed = { name: 'shop', url, events: choosableKinds, allowPrivateAddress: true }
    const after = await me.post<WebhookView>(`${root}/webhooks/update/${hook.id}`, changed)
    expect(after.obj).toMatchObject({ hasSecret: true, secret: '' })
    expect(JSON.stringify(await me.get(`${root}/webhooks`))).not.toContain(secret)
    const { obj: trail } = await me.get('/panel/api/audit?limit=50')
    expect(JSON.stringify(trail)).toContain('webhook.update')
    expect(JSON.stringify(trail)).not.toContain(secret)
    expect(await me.post(`${root}/test/webhook:${hook.id}`)).toMatchObject({ success: true })
    expect(shop.complaints).toEqual([])
  })
})

describe('the list of events of 3x-ui', () => {
  it('and its older switch for logins follow each other', async () => {
    const read = async () =>
      (await me.get<{ tgEnabledEvents: string; tgBotLoginNotify: boolean }>('/panel/setting/all')).obj
    await settings({ tgEnabledEvents: 'login.attempt,cpu.high' })
    await settings({ tgBotLoginNotify: false })
    expect(await read()).toMatchObject({ tgEnabledEvents: 'cpu.high', tgBotLoginNotify: false })
    await settings({ tgEnabledEvents: 'xray.crash,login.failed' })
    expect(await read()).toMatchObject({ tgEnabledEvents: 'xray.crash,login.failed', tgBotLoginNotify: true })
  })
})

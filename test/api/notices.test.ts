import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlertView, OutletView, WebhookView } from '#contract/notices-api.ts'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import type { Message } from '#server/notices/outlets.ts'
import { alertsOfEveryKind } from '#test/fixtures/outlets.ts'
import { type NoticeStage, noticeStage, noticesRoot as root } from '#test/notice-stage.ts'
import { createRandom } from '#test/random.ts'
import { seed } from '#test/seed.ts'
import { until } from '#test/until.ts'

const random = createRandom(seed)
let isMoody = false
let chatSays: (message: Message) => void = () => {}
const moods = [200, 200, 200, 500, 404, 429, 'hang up', 'forget'] as const

let s: NoticeStage
let { t, me, shop, mailbox, chat, hook, settings, deliver, deliveries, nothingWaits } = {} as NoticeStage // set below
beforeAll(async () => {
  s = await noticeStage({
    shop: () => (isMoody ? random.pick(moods) : 200),
    chat: (message) => chatSays(message),
  })
  ;({ t, me, shop, mailbox, chat, hook, settings, deliver, deliveries, nothingWaits } = s)
})
afterAll(() => s.stop())

/** The time of day in twelve hours: tests move the clock, and a digest must not become due meanwhile. */
const farFromNow = () =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(
    t.now() + 12 * 3_600_000,
  )

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
    await until('nothing waits', async () => {
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
  })

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
    await until('nothing waits', nothingWaits)
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
    await until('nothing waits', nothingWaits)
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
    await until('it was tried', async () => ((await deliveries(mine))[0]?.tries ?? 0) > 0)
    await until('one delivery waits', async () => (await deliveries('state=waiting')).length === 1)
    expect((await deliveries(mine))[0]).toMatchObject({
      ...{ state: 'waiting', tries: 1, error: expect.stringContaining('127.0.0.1') },
      errorCoded: { code: 'egress.connection-refused' },
      retryAt: expect.any(Number),
    })
    t.advance(3 * 86_400_000 + 1_000)
    await deliver()
    await until('nothing waits', nothingWaits)
    expect((await deliveries(mine))[0]).toMatchObject({
      state: 'failed',
      errorCoded: { code: 'notice.too-old' },
    })
    expect(await me.post(`${root}/webhooks/del/${away.id}`)).toMatchObject({ success: true })
    expect(await deliveries(mine)).toEqual([])
  })

  it('that was turned off gets nothing of what waited', async () => {
    await settings({ smtpDigest: 'daily', noticeDigestAt: farFromNow() })
    t.panel.notices.tell({ kind: 'node.up', params: { node: 'two' } })
    await t.panel.notices.settled()
    await deliver()
    await until('the mail waits', async () => (await deliveries('outlet=email&state=waiting')).length === 1)
    await until('one delivery waits', async () => (await deliveries('state=waiting')).length === 1)
    await settings({ smtpEnable: false })
    await deliver()
    t.advance(60_000)
    await deliver()
    await until('no mail waits', async () => (await deliveries('outlet=email&state=waiting')).length === 0)
    expect((await deliveries('outlet=email&state=failed'))[0]).toMatchObject({
      errorCoded: { code: 'notice.outlet-off' },
    })
    await settings({ smtpEnable: true, smtpDigest: 'off' })
  })
})

it('a message whose answer was lost is sent again as it was, without what came since', async () => {
  const tries: string[] = []
  chatSays = (message) => {
    tries.push(`${message.id} ${message.alerts.length}`)
    if (tries.length === 1) throw new Error('the answer was lost')
  }
  const { tell, settled } = t.panel.notices
  tell({ kind: 'node.up', params: { node: 'x' } })
  await settled()
  await deliver()
  await until('the first try', () => tries.length === 1)
  tell({ kind: 'node.up', params: { node: 'y' } })
  await settled()
  await until('nothing waits', async () => {
    t.advance(60_000)
    await deliver()
    return nothingWaits()
  })
  chatSays = () => {}
  expect(tries).toHaveLength(3)
  expect(tries[1]).toBe(tries[0])
  expect(tries[2]).toMatch(/ 1$/)
})

describe('a digest', () => {
  it('waits for its time, is one message, and an error takes along what waits before it', async () => {
    await settings({ smtpDigest: 'daily', noticeDigestAt: farFromNow() })
    const before = mailbox.mails.length
    const { tell, settled } = t.panel.notices
    for (const node of ['a', 'b']) tell({ kind: 'node.up', params: { node } })
    await settled()
    await deliver()
    await until('two mails wait', async () => (await deliveries('outlet=email&state=waiting')).length === 2)
    tell(
      { kind: 'node.down', params: { node: 'c', reason: 'It is gone.' } },
      { kind: 'node.up', params: { node: 'd' } },
    )
    await settled()
    await deliver()
    await until('a mail comes', () => mailbox.mails.length > before)
    const [mail] = mailbox.mails.slice(before)
    expect(mail?.ids).toHaveLength(3)
    expect(mail?.raw).toMatch(/Subject: Sluice: A node is back online \(\+2\)/)
    t.advance(86_400_000)
    await deliver()
    await until('another mail comes', () => mailbox.mails.length > before + 1)
    expect(mailbox.mails.at(-1)?.ids).toHaveLength(1)
    await settings({ smtpDigest: 'off' })
  })
})

import { afterEach, expect, it, vi } from 'vitest'
import type { BotState } from '#contract/telegram-api.ts'
import { type BotPanel, boss, botPanel, deputy } from '#test/telegram.ts'
import { deadlineMs } from '#test/until.ts'

let b: BotPanel | undefined
afterEach(async () => {
  await b?.stop()
  b = undefined
})

const long = { timeout: deadlineMs, interval: 20 }
const stateOf = async ({ me }: BotPanel) => (await me.get<BotState>('/panel/api/telegram/state')).obj
const running = (bot: BotPanel) =>
  vi.waitFor(async () => expect(await stateOf(bot)).toMatchObject({ state: 'running' }), long)

it('a wrong token is said once and tried rarely; the right one starts the bot at once', async () => {
  b = await botPanel({ tgBotToken: '123456:another-token' })
  const told: unknown[] = []
  b.t.panel.hub.publish = ((kind: string, body: { code?: string }) => {
    if (kind === 'notification') told.push(body.code)
  }) as typeof b.t.panel.hub.publish
  await b.beat().catch(() => {}) // it may fail already
  const { me } = b
  await vi.waitFor(
    async () =>
      expect((await me.get('/panel/api/telegram/state')).obj).toMatchObject({
        state: 'failed',
        reasonCoded: { code: 'telegram.token-refused' },
      }),
    long,
  )
  await expect(b.beat()).rejects.toMatchObject({ code: 'telegram.token-refused' })
  await expect(b.beat()).rejects.toMatchObject({ code: 'telegram.token-refused' })
  expect(told).toEqual(['telegram.failed'])
  expect(JSON.stringify(await stateOf(b))).not.toContain('another-token')
  await me.post('/panel/setting/update', { tgBotToken: '123456:a-token-of-the-fake_bot' })
  await running(b)
})

it('dropped connections and servers that fail are tried again, and nothing is done twice', async () => {
  b = await botPanel()
  await b.beat()
  await running(b)
  for (const fault of ['drop', { status: 502 }] as const) b.fake.fail('getUpdates', fault)
  b.fake.fail('sendMessage', 'drop')
  for (let i = 0; i < 5; i++) b.fake.say(boss, '/id')
  const { fake } = b
  await vi.waitFor(() => expect(fake.chat(boss)).toHaveLength(5), long)
  expect((await stateOf(b)).state).toBe('running')
})

it('waits as long as Telegram asks, on the poll and on a message, and loses nothing', async () => {
  b = await botPanel()
  b.fake.fail('setMyCommands', { status: 429, retryAfter: 1 })
  await b.beat()
  await running(b)
  b.fake.fail('getUpdates', { status: 429, retryAfter: 1 })
  b.fake.fail('sendMessage', { status: 429, retryAfter: 1 })
  b.fake.say(boss, '/id')
  b.fake.say(deputy, '/id')
  const { fake } = b
  await vi.waitFor(() => expect([fake.chat(boss).length, fake.chat(deputy).length]).toEqual([1, 1]), long)
  expect(fake.commands.size).toBe(8)
})

it('a restarted panel goes on after the last update, and its buttons still work', async () => {
  b = await botPanel()
  await b.beat()
  await b.say(boss, '/start')
  const seen = b.fake.chat(boss).length
  b.fake.forgetOffsets()
  await b.t.reopen()
  await b.beat()
  await running(b)
  const { fake } = b
  await vi.waitFor(() => expect(fake.offsets()[0]).toBeGreaterThan(1000), long)
  expect(fake.chat(boss)).toHaveLength(seen)
  expect((await b.tap(boss, 'Status')).text).toContain('Clients: 0')
})

it('two bots on one token: the state says so', async () => {
  b = await botPanel()
  b.fake.fail('getUpdates', { status: 409 })
  await b.beat()
  const { me } = b
  await vi.waitFor(
    async () =>
      expect((await me.get('/panel/api/telegram/state')).obj).toMatchObject({
        reasonCoded: { code: 'telegram.other-reader' },
      }),
    long,
  )
})

it('a person who blocked the bot does not stop a report or a test for the others', async () => {
  b = await botPanel()
  b.fake.fail('sendMessage', { status: 403 })
  const reply = await b.me.post('/panel/api/setting/testTgBot', {})
  expect(reply).toMatchObject({ success: false, code: 'telegram.not-delivered', params: { chat: boss } })
  expect(b.fake.last(deputy)?.text).toContain('This is a test')
})

it('notices reach every administrator once, in the language of the bot, also when one try fails half-way', async () => {
  b = await botPanel({ tgEnabledEvents: 'token.created', tgLang: 'es-ES' })
  b.fake.fail('sendMessage', { status: 500 })
  await b.me.post('/panel/setting/apiTokens/create', { name: 'a<b' })
  const { t, fake } = b
  const look = () => t.panel.notices.jobs[0]?.run(new AbortController().signal)
  await vi.waitFor(async () => {
    t.advance(60_000)
    await look()
    expect([fake.chat(boss).length, fake.chat(deputy).length]).toEqual([1, 1])
  }, long)
  expect(fake.last(deputy)?.text).toContain('a&lt;b')
  expect(fake.last(deputy)?.text).toContain('<b>')
  t.advance(60_000)
  await look()
  expect(fake.chat(boss)).toHaveLength(1)
})

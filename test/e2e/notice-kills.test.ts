import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeliveryView } from '#contract/notices-api.ts'
import { botToken, type FakeTelegram, fakeTelegram } from '#test/fixtures/fake-telegram.ts'
import type { Site } from '#test/fixtures/loopback-net.ts'
import { type Mailbox, type Receiver, startMailServer, startReceiver } from '#test/fixtures/outlets.ts'
import { freePort } from '#test/free-port.ts'
import { admin, type Program, startProgram } from '#test/program.ts'
import { createRandom } from '#test/random.ts'
import { seed } from '#test/seed.ts'
import { until } from '#test/until.ts'
import { logIn, type Visitor } from '#test/visitor.ts'
import { proxyTo } from './core/proxy-to.ts'
import { postgresStorage, type Storage, sqliteStorage } from './durability/storage.ts'

const long = process.env.SLUICE_LONG === '1'
const rounds = long ? 20 : 2
const random = createRandom(seed)
const events = ['token.created', 'login.success', 'client.expired']
const secret = 'a-secret-of-the-shop'
const chat = 77
/** So often Telegram takes a message and its answer is lost. */
const lostAnswers = 2
/** The traffic tick runs five seconds after the start: every third kill is near it. */
const nearTickMs = 4_800

let folder: string
let program: Program | undefined
let storage: Storage
let shops: Receiver[]
let mailbox: Mailbox
let telegram: FakeTelegram
let way: Site
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-notice-kills-'))
  // One request in eight fails.
  const moods = [...Array.from({ length: 21 }, () => 200), 500, 'hang up', 'forget'] as const
  shops = [await startReceiver(secret, () => random.pick(moods)), await startReceiver(secret)]
  mailbox = await startMailServer({ disabledCommands: ['STARTTLS'] })
  telegram = await fakeTelegram()
  way = await proxyTo(telegram.port)
})
afterEach(async () => {
  await program?.kill('SIGKILL')
  await Promise.all([...shops, mailbox, way, telegram].map((one) => one.stop()))
  await storage.drop()
  rmSync(folder, { recursive: true, force: true })
})

const pause = (ms: number) => new Promise((go) => setTimeout(go, ms))

async function begun(port: number): Promise<Visitor> {
  program = await startProgram({ folder, port, env: storage.env })
  await program.ready
  return logIn(program.url, admin)
}

async function turnedOn(me: Visitor): Promise<void> {
  const mail = {
    smtpEnable: true,
    smtpHost: '127.0.0.1',
    smtpPort: mailbox.port,
    smtpAllowPrivateAddress: true,
  }
  const saved = await me.post('/panel/setting/update', {
    ...mail,
    ...{ smtpFrom: 'panel@example.com', smtpTo: 'me@example.com', smtpEncryptionType: 'none' },
    smtpEnabledEvents: events.join(','),
    ...{ tgBotEnable: true, tgBotToken: botToken, tgBotChatId: String(chat) },
    ...{ tgBotAPIServer: 'http://bot.example', tgBotProxy: `http://127.0.0.1:${way.port}` },
    tgEnabledEvents: events.join(','),
  })
  expect(saved.success, saved.msg).toBe(true)
  for (const { url } of shops) {
    const hook = { name: 'shop', url, events, secret, allowPrivateAddress: true }
    const made = await me.post('/panel/api/notices/webhooks/add', hook)
    expect(made.success, made.msg).toBe(true)
  }
}

/** Causes events until it is killed: an acknowledged one must arrive. */
async function work(me: Visitor, round: number): Promise<string[]> {
  const acknowledged: string[] = []
  const expiryTime = Date.now() + 500
  const clients = Array.from({ length: 10 }, (_, i) => ({
    client: { email: `client-${round}-${i}`, expiryTime },
    inboundIds: [],
  }))
  try {
    await me.post('/panel/api/clients/bulkCreate', clients)
    for (let i = 0; i < 1_000; i++) {
      const name = `token-${round}-${i}`
      const { success } = await me.post('/panel/setting/apiTokens/create', { name })
      if (success) acknowledged.push(name)
      await pause(60)
    }
  } catch {
    // it was killed
  }
  return acknowledged
}

/** Clients that a tick will end, and events that were not handed to the outlets yet. */
const unfinished = `select email as name from client_traffics where email like 'client-%' and enable = true
  union all select uid as name from alerts where routed = false limit 1`

const firstArrivals = (ids: readonly string[]): string[] => [...new Set(ids)]

const alertsOf = (texts: readonly string[]): string[] => texts.flatMap((text) => text.split('\n\n'))
const hasName = (text: string): boolean => /(token|client)-\d+-\d+/.test(text)

/**
 * People cannot drop doubles, so there must be few: the message that was under way at a kill, or whose answer was lost,
 * comes again as it was, right behind the first. A message about a login alone names nothing: two logins read the same.
 */
function expectChat(count: number, tokens: readonly string[], expired: readonly string[]): string {
  const texts = telegram.chat(chat).map(({ text }) => text)
  const once = texts.filter((text, i) => text !== texts[i - 1] || !hasName(text))
  const doubles = texts.length - once.length
  expect(doubles).toBeLessThanOrEqual(rounds + lostAnswers)
  expect(alertsOf(texts).length).toBeGreaterThan(count)
  const alerts = alertsOf(once)
  const named = (pattern: RegExp) => alerts.flatMap((text) => pattern.exec(text)?.[0] ?? [])
  expect(named(/token-\d+-\d+/)).toEqual(tokens)
  expect(named(/client-\d+-\d+/)).toEqual(expired)
  const logins = alerts.filter((text) => !hasName(text)).length
  const moreLogins = logins - (count - tokens.length - expired.length)
  expect(moreLogins).toBeGreaterThanOrEqual(0)
  expect(moreLogins).toBeLessThanOrEqual(rounds + lostAnswers - doubles)
  return `${texts.length} messages, ${doubles + moreLogins} of them twice`
}

async function kills(): Promise<void> {
  const port = await freePort()
  let me = await begun(port)
  await turnedOn(me)
  const acknowledged: string[] = []
  for (let lost = 0; lost < lostAnswers; lost++) telegram.fail('sendMessage', 'lost')
  for (let round = 0; round < rounds; round++) {
    const working = work(me, round)
    await pause(round % 3 === 1 ? nearTickMs + random.below(800) : 200 + random.below(1_500))
    await program?.kill('SIGKILL')
    acknowledged.push(...(await working))
    expect(await storage.integrity()).toBe('ok')
    me = await begun(port)
  }
  // The clients of the last round end with the next tick.
  await until(
    'everything is delivered',
    async () => {
      const open = await storage.rows(unfinished)
      const { obj } = await me.get<DeliveryView[]>('/panel/api/notices/deliveries?state=waiting&limit=1')
      return obj.length === 0 && open.length === 0
    },
    240_000,
  )
  const alerts = await storage.rows(
    `select uid, kind, params from alerts where kind in ('${events.join("','")}') order by id`,
  )
  const ids = alerts.map(({ uid }) => String(uid))
  for (const shop of shops) {
    expect(shop.complaints).toEqual([])
    expect(firstArrivals(shop.taken.map(({ id }) => id))).toEqual(ids)
  }
  const mails = [...new Map(mailbox.mails.map((mail) => [mail.messageId, mail])).values()]
  expect(mails.flatMap((mail) => mail.ids)).toEqual(ids)
  const named = (kind: string, field: string) =>
    (shops[1]?.unique() ?? []).filter(({ event }) => event === kind).map(({ data }) => String(data[field]))
  const tokens = named('token.created', 'name')
  expect(tokens).toEqual(firstArrivals(tokens))
  expect(tokens).toEqual(expect.arrayContaining(acknowledged))
  const expired = named('client.expired', 'email')
  const off = await storage.rows(
    "select email from client_traffics where email like 'client-%' order by email",
  )
  expect(expired.toSorted()).toEqual(off.map(({ email }) => String(email)).toSorted())
  const inChat = expectChat(ids.length, tokens, expired)
  const doubles = shops.map((shop) => shop.taken.length - shop.unique().length)
  console.log(
    `${rounds} kills, seed ${seed}: ${ids.length} events; ${doubles.join(' and ')} doubles dropped by their id; ${mails.length} mails; in Telegram ${inChat}`,
  )
}

describe('kill -9 while notices are sent', () => {
  const timeout = 20 * 60_000
  it(`every event arrives once by its id and in order, over ${rounds} kills on SQLite`, {
    timeout,
  }, async () => {
    storage = sqliteStorage(folder)
    await kills()
    expect(await storage.integrity()).toBe('ok')
  })
  it.skipIf(!long || !process.env.SLUICE_TEST_PG_DSN)(
    `every event arrives once by its id and in order, over ${rounds} kills on PostgreSQL, in the long run only`,
    { timeout },
    async () => {
      storage = await postgresStorage()
      await kills()
      expect(await storage.integrity()).toBe('ok')
    },
  )
})

import { expect, it } from 'vitest'
import { noPlanLimits } from '#domain/limits/fields.ts'
import { coded, Refusal } from '#domain/refusal.ts'
import { defaults } from '#domain/settings/stored.ts'
import { languageCodes, languageOf } from '#domain/words/languages.ts'
import { silentLog } from '../platform/log.ts'
import { configOf } from './config.ts'
import {
  emptyDraft,
  expiryOf,
  extended,
  renewed,
  telegramIdOf,
  toggled,
  wholeNumberOf,
  withPlan,
  withText,
} from './conversations/add-client.ts'
import { commandIn } from './dialogue.ts'
import { failureOf, forLog } from './failures.ts'
import { chosen, keypadView } from './menus/client.ts'
import { blockedView } from './menus/home.ts'
import { alertText } from './outlet.ts'
import { mayPress } from './screen.ts'
import { translatorFor } from './translator.ts'
import { createInbox, pauseAfter } from './updates.ts'

const day = 86_400_000
const now = 1_800_000_000_000

it('reads its settings in every spelling', () => {
  const given = { ...defaults, tgBotToken: ' 12:abc ', tgBotChatId: ' 5, -7,5,, 9', tgLang: 'fa-IR' }
  expect(configOf(given)).toEqual({
    token: '12:abc',
    botId: 12,
    admins: new Set([5, 9]),
    chats: [5, -7, 9],
    apiRoot: 'https://api.telegram.org',
    proxy: '',
    language: 'fa',
  })
  expect(configOf({ ...given, tgBotAPIServer: 'https://a.example/bot/' })).toMatchObject({
    apiRoot: 'https://a.example/bot',
  })
  expect(configOf(defaults)).toMatchObject({ code: 'telegram.token-missing' })
  for (const token of ['abc', '12:a/b', '12:a b', '12:../x'])
    expect(configOf({ ...given, tgBotToken: token })).toMatchObject({ code: 'telegram.token-shape' })
})

it('knows a language by its tag, and none by another one', () => {
  expect(['en-US', 'zh_TW', 'ZH', 'ar', 'xx', ''].map(languageOf)).toEqual([
    'en',
    'zh',
    'zh',
    'ar',
    undefined,
    undefined,
  ])
  const { h, t } = translatorFor('en')
  expect(h('clientGone', { email: '<b>' })).toBe('Client &lt;b&gt; was not found.')
  expect(t('pageOf', { page: 1, pages: 2000 })).toBe('Page 1 of 2,000')
})

it('says in its language why something failed, and nothing of errors that are no sentences', async () => {
  const inner = coded('address.loopback')
  const refused = new Refusal('egress.not-public-literal', { address: '127.0.0.1', kind: inner })
  expect(translatorFor('en').why(refused)).toContain('127.0.0.1 is a loopback address')
  for (const language of languageCodes.filter((one) => one !== 'en')) {
    const said = translatorFor(language).why(refused)
    expect(said).toContain('127.0.0.1')
    expect(said).not.toMatch(/loopback address|public addresses|[{}]/)
    expect(translatorFor(language).why(new Error('secret'))).not.toMatch(/secret|panel\.failed/)
  }
  // A code of a newer panel has no text here.
  expect(translatorFor('fa').why(Refusal.of({ code: 'of.tomorrow', params: {} }))).toBe('of.tomorrow')
})

it('tells apart what to do after a failure', () => {
  const answered = (code: number, more = {}) =>
    Object.assign(new Error('x'), { error_code: code, description: 'd', ...more })
  expect(failureOf(answered(401)).kind).toBe('token')
  expect(failureOf(answered(409)).kind).toBe('conflict')
  expect(failureOf(answered(429, { parameters: { retry_after: 7 } }))).toMatchObject({
    kind: 'wait',
    ms: 7_000,
  })
  expect(failureOf(answered(429))).toMatchObject({ kind: 'wait', ms: 1_000 })
  expect(failureOf(answered(403)).kind).toBe('refused')
  expect(failureOf(answered(502)).kind).toBe('away')
  expect(failureOf(new Error('reset')).kind).toBe('away')
  const away = failureOf(new Error('reset'))
  expect([1, 2, 3, 7, 99].map((n) => pauseAfter(away, n))).toEqual([1_000, 2_000, 4_000, 60_000, 60_000])
})

it('reads commands with a name, a bot and the rest', () => {
  expect(commandIn('/usage@My_Bot  ann  b')).toEqual({ name: 'usage', bot: 'my_bot', rest: 'ann  b' })
  expect(commandIn('/start')).toEqual({ name: 'start', bot: '', rest: '' })
  expect(commandIn('hello /start')).toBeUndefined()
})

it('a draft takes texts that fit, and says why others do not', () => {
  expect(withText(emptyDraft, 'email', { text: ' ann ' })).toEqual({ draft: { ...emptyDraft, email: 'ann' } })
  expect(withText(emptyDraft, 'email', { text: 'a b' })).toHaveProperty('refused')
  expect(withText(emptyDraft, 'telegram', { text: '12' })).toEqual({ draft: { ...emptyDraft, tgId: 12 } })
  expect(withText(emptyDraft, 'telegram', { text: 'x' })).toEqual({ wrong: 'notTelegramId' })
  expect(telegramIdOf({ text: 'x', person: 5 })).toBe(5)
  expect(['12', ' ۱۲ ', '٣', '1.5', '-1', '1234567', ''].map(wholeNumberOf)).toEqual([
    12,
    12,
    3,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(toggled(toggled(emptyDraft, 3), 3)).toEqual(emptyDraft)
  const plan = {
    id: 1,
    name: 'Gold',
    totalGB: 5,
    days: 30,
    delayedStart: true,
    limitIp: 2,
    reset: 0,
    group: 'g',
    inboundIds: [1, 9],
    ...noPlanLimits,
  }
  expect(withPlan(emptyDraft, plan, new Set([1]))).toMatchObject({
    quota: 5,
    days: 30,
    ips: 2,
    inboundIds: [1],
    plan: 'Gold',
  })
})

it('days are added to a running date, begin anew after the end, and wait for the first use where there is none', () => {
  expect(extended(now + day, 7, now)).toBe(now + 8 * day)
  expect(extended(now - day, 7, now)).toBe(now + 7 * day)
  expect(extended(0, 30, now)).toBe(-2_592_000_000)
  expect(extended(-day, 30, now)).toBe(-31 * day)
  expect(extended(now, 0, now)).toBe(0)
  expect(renewed(now + day, { days: 30 }, now)).toBe(now + 31 * day)
  expect(renewed(0, { days: 0 }, now)).toBe(0)
  expect(expiryOf({ ...emptyDraft, days: 2 }, now)).toBe(now + 2 * day)
  expect(expiryOf({ ...emptyDraft, days: 2, fromFirstUse: true }, now)).toBe(-2 * day)
})

it('a chosen number asks about a client first, and goes into a draft at once', () => {
  expect(chosen('ips', 3, { email: 'ann' })).toMatchObject({
    at: 'sure',
    act: { do: 'amount', what: 'ips', count: 3 },
  })
  expect(chosen('quota', 2, { draft: emptyDraft })).toEqual({
    at: 'draft',
    draft: { ...emptyDraft, quota: 2 ** 31 },
  })
  const { rows } = keypadView('days', { email: 'ann' }, '12', translatorFor('en'))
  expect(rows.flat().map(({ text }) => text)).toContain('✅ 12 days')
})

it('people other than administrators press only what is for everybody', () => {
  expect(mayPress({ act: { do: 'qr', email: 'a' }, go: { at: 'own', email: 'a' } }, false)).toBe(true)
  expect(mayPress({ act: { do: 'qr', email: 'a' }, go: { at: 'client', email: 'a' } }, false)).toBe(false)
  expect(mayPress({ act: { do: 'delete', email: 'a' }, go: { at: 'mine' } }, false)).toBe(false)
  expect(mayPress({ act: { do: 'delete', email: 'a' } }, true)).toBe(true)
})

it('updates of one chat are worked on in order, of several side by side, and too many are dropped', async () => {
  const done: string[] = []
  const inbox = createInbox(
    { ...silentLog, warn: () => void done.push('failed') },
    { parallel: 2, mostPerChat: 3 },
  )
  const open: (() => void)[] = []
  const work = (name: string) => async () => {
    await new Promise<void>((resolve) => open.push(resolve))
    done.push(name)
    if (name === 'a1') throw new Error('x')
  }
  expect(['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => inbox.add(1, work(name)))).toEqual([
    true,
    true,
    true,
    true,
    false,
  ])
  inbox.add(2, work('b1'))
  inbox.add(3, work('c1'))
  for (let i = 0; i < 20; i++) {
    open.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await inbox.empty()
  expect(done.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4'])
  expect(done.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'failed'])
})

it('lists addresses that a limit turned away, with names as they are', () => {
  const { text } = blockedView(
    [{ email: 'a<b', addresses: '1.2.3.4, 5.6.7.8', at: now }],
    translatorFor('en'),
    'UTC',
  )
  expect(text).toContain('<code>a&lt;b</code> 1.2.3.4, 5.6.7.8 (Jan 15, 2027')
  expect(blockedView([], translatorFor('en'), 'UTC').text).toContain('No IPs are blocked.')
})

it('the log gets the reason of a failed call, not the message that was sent', () => {
  const answered = { error_code: 403, description: 'Forbidden', payload: { text: 'vless://secret' } }
  expect(forLog(Object.assign(new Error('x'), answered))).toEqual({ reason: 'Telegram answered: Forbidden.' })
  const wrapped = Object.assign(new Error('x'), { name: 'HttpError', error: new Error('reset') })
  expect(forLog(wrapped)).toEqual({ reason: 'reset' })
  const bug = new Error('bug')
  expect(forLog(bug)).toEqual({ err: bug })
})

it('a reason that a node gave is no link', () => {
  const params = { node: 'far', reason: 'see https://evil.example or /start' }
  const text = alertText({ alerts: [{ kind: 'node.down', params, id: 'a', at: now }] }, 'en', 'UTC')
  expect(text).toContain('https[:]//evil[.]example or [/]start')
})

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { addClient, addInbound, recordOf } from '#test/inbounds.ts'
import { type BotPanel, boss, botPanel, buttonIn, deputy, menuOf } from '#test/telegram.ts'
import { deadlineMs } from '#test/until.ts'

const group = -500
const owner = 77
const stranger = 99

let b: BotPanel
beforeAll(async () => {
  b = await botPanel({ tgBotChatId: `${boss},${deputy},${group}` })
  await addInbound(b.me, { remark: 'in' })
  await addClient(b.me, { email: 'ann', tgId: owner }, [1])
  await addClient(b.me, { email: 'bob', tgId: 1234 }, [1])
  await b.beat()
})
afterAll(() => b.stop())

const outOfDate = 'This button no longer works. Send /start for a new menu.'
const usage = async (email: string) =>
  (await b.me.get<{ up: number }>(`/panel/api/clients/traffic/${email}`)).obj.up

it('a button that is replayed from another chat, by another person or with other data does nothing', async () => {
  await b.say(boss, '/usage ann')
  await b.tap(boss, 'Delete')
  const { id, buttons } = menuOf(b.fake, boss)
  const yes = buttonIn({ ...menuOf(b.fake, boss), buttons }, 'Yes')
  // A number without a meaning of its own: nothing of the client or of the act is in it.
  for (const { data } of buttons.flat()) expect(data).toMatch(/^[\w-]{8}\.\d+$/)
  expect(await b.press(deputy, id, yes)).toBe(outOfDate)
  expect(await b.press(stranger, id, yes)).toBe(outOfDate)
  expect(await b.press(boss, id + 1, yes)).toBe(outOfDate)
  expect(await b.press(deputy, id, yes, { chat: boss })).toBe(outOfDate)
  expect(await b.press(boss, id, yes, { chat: group })).toBe(outOfDate)
  const [nonce = ''] = yes.split('.')
  for (const data of [`${nonce}.99`, `${nonce}.-1`, `${nonce}.`, '.0', 'x', '', 'reset_all_traffics'])
    expect(await b.press(boss, id, data)).toBe(outOfDate)
  expect(await recordOf(b.me, 'ann')).toBeDefined()
})

it('a button that is pressed twice does it once', async () => {
  await addClient(b.me, { email: 'twice', totalGB: 1, expiryTime: Date.now() + 86_400_000 }, [1])
  const before = (await recordOf(b.me, 'twice'))?.expiryTime ?? 0
  await b.say(boss, '/usage twice')
  await b.tap(boss, 'Expiry')
  await b.tap(boss, '+10')
  const menu = menuOf(b.fake, boss)
  const yes = buttonIn(menu, 'Yes')
  const answers = await Promise.all([1, 2, 3].map(() => b.press(boss, menu.id, yes)))
  expect(answers.filter((said) => said === outOfDate)).toHaveLength(2)
  expect((await recordOf(b.me, 'twice'))?.expiryTime).toBe(before + 10 * 86_400_000)
})

it('a person gets nothing of the clients of others, whatever is pressed or typed', async () => {
  await b.say(owner, '/start')
  const own = menuOf(b.fake, owner)
  await b.say(boss, '/usage bob')
  const foreign = menuOf(b.fake, boss)
  for (const { data } of foreign.buttons.flat()) {
    b.t.advance(30_000) // people are answered a few times a minute only
    await b.press(owner, foreign.id, data)
    await b.press(owner, own.id, data)
    await b.press(stranger, foreign.id, data, { chat: stranger })
  }
  for (const text of ['/usage bob', '/inbound in', 'bob', '/status', '/clearall']) {
    b.t.advance(30_000)
    await b.say(owner, text)
  }
  b.me = await b.t.login()
  const read = [...b.fake.chat(owner), ...b.fake.chat(stranger)].map(({ text }) => text).join('\n')
  expect(read).not.toMatch(/vless:|sub\/|Traffic limit/)
  expect(read.replaceAll('Client <code>bob</code> was not found', '')).not.toContain('bob')
})

it('whoever is no administrator any more cannot use the buttons of before', async () => {
  await b.say(deputy, '/usage ann')
  const menu = menuOf(b.fake, deputy)
  await b.me.post('/panel/setting/update', { tgBotChatId: `${boss},${group}` })
  expect(await b.press(deputy, menu.id, buttonIn(menu, 'Delete'))).toBe(outOfDate)
  expect(await b.press(deputy, menu.id, buttonIn(menu, 'QR codes'))).toBe(outOfDate)
  await b.me.post('/panel/setting/update', { tgBotChatId: `${boss},${deputy},${group}` })
})

it('two administrators add at once, each with a draft of their own', async () => {
  for (const person of [boss, deputy]) {
    await b.say(person, '/start')
    await b.tap(person, 'Add a client')
    await b.tap(person, 'in ·')
    await b.tap(person, 'Continue')
    await b.tap(person, 'Name')
  }
  await b.say(boss, 'of-boss')
  await b.say(deputy, 'of-deputy')
  await b.tap(boss, 'Traffic')
  await b.tap(boss, '10')
  await Promise.all([b.tap(boss, '✅ Add'), b.tap(deputy, '✅ Add')])
  expect((await recordOf(b.me, 'of-boss'))?.totalGB).toBe(10 * 2 ** 30)
  expect((await recordOf(b.me, 'of-deputy'))?.totalGB).toBe(0)
})

it('an email that is taken keeps the draft and says so', async () => {
  await b.say(boss, '/start')
  await b.tap(boss, 'Add a client')
  await b.tap(boss, 'in ·')
  await b.tap(boss, 'Continue')
  await b.tap(boss, 'Name')
  await b.say(boss, 'ann')
  const refused = await b.tap(boss, '✅ Add')
  expect(refused.text).toMatch(/⚠️ .*ann/)
  await b.tap(boss, 'Cancel')
})

it('a conversation that is left half-way is harmless, and forgotten after a while', async () => {
  await b.say(boss, '/start')
  await b.tap(boss, 'Add a client')
  await b.tap(boss, 'in ·')
  await b.tap(boss, 'Continue')
  const draft = menuOf(b.fake, boss)
  await b.tap(boss, 'Name')
  expect((await b.say(boss, '/id')).text).toContain('11') // a command is no answer to the question
  b.t.advance(31 * 60_000)
  expect((await b.say(boss, 'zoe')).text).toContain('No matching clients') // too late: a search
  expect(await b.press(boss, draft.id, buttonIn(draft, '✅ Add'))).toBe(outOfDate)
  expect(await recordOf(b.me, 'zoe')).toBeUndefined()
})

it('long and strange texts break nothing', async () => {
  const texts = [
    'x'.repeat(5_000),
    '<b>'.repeat(1_700),
    '\u0000\ud800',
    '/'.repeat(5_000),
    `/usage ${'é<'.repeat(2_500)}`,
  ]
  for (const text of texts) {
    expect((await b.say(boss, text)).text.length).toBeGreaterThan(0)
    b.t.advance(60_001)
    expect((await b.say(stranger, text)).text.length).toBeGreaterThan(0)
  }
  b.t.advance(60_001)
  b.me = await b.t.login()
})

it('markup in names and comments is shown as it is', async () => {
  const evil = '<b>&amp;</b><a href="x">'
  await addInbound(b.me, { remark: evil })
  await addClient(b.me, { email: 'a&b;c', comment: evil.repeat(100), group: 'g' }, [1, 2])
  const card = await b.say(boss, '/usage a&b;c')
  expect(card.text).toContain('&lt;b&gt;&amp;amp;&lt;/b&gt;')
  expect(card.text).toContain('<code>a&amp;b;c</code>')
  await b.tap(boss, 'Links')
  await b.say(boss, '/inbound <b>')
  expect((await b.say(boss, '/inbound nothing<')).text).toContain('nothing&lt;')
})

it('in a group only its administrators are heard', async () => {
  const before = b.fake.chat(group).length
  b.fake.say(owner, '/start', { chat: group })
  b.fake.say(boss, '/start', { chat: -501 })
  expect((await b.say(boss, '/id', { chat: group })).text).toContain('11')
  expect(b.fake.chat(group)).toHaveLength(before + 1)
  expect(b.fake.chat(-501)).toHaveLength(0)
  b.fake.say(boss, '/id@other_bot', { chat: group })
  expect((await b.say(boss, '/status@fake_bot', { chat: group })).text).toContain('Clients')
})

it('somebody who floods the bot is not answered for a minute', async () => {
  b.t.advance(60_001)
  for (let i = 0; i < 60; i++) b.fake.say(555, '/start')
  await b.say(boss, '/id')
  await vi.waitFor(() => expect(b.fake.chat(555).length).toBe(20), deadlineMs)
  b.t.advance(60_001)
  expect((await b.say(555, '/id')).text).toContain('555')
  b.me = await b.t.login()
})

it('resets of everything are asked about first', async () => {
  await b.me.post('/panel/api/clients/updateTraffic/ann', { upload: 5, download: 5 })
  await b.say(boss, '/clearall')
  expect(await usage('ann')).toBe(5)
  await b.tap(boss, 'Yes')
  expect(await usage('ann')).toBe(0)
})

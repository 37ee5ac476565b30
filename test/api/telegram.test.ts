import { Decrypter } from 'age-encryption'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AuditEntry } from '#contract/audit-api.ts'
import { addClient, addInbound, recordOf } from '#test/inbounds.ts'
import { type BotPanel, boss, botPanel, botSettings, deputy } from '#test/telegram.ts'
import { deadlineMs } from '#test/until.ts'

let b: BotPanel
beforeAll(async () => {
  b = await botPanel()
  await addInbound(b.me, { remark: 'first <b>' })
  await addInbound(b.me, { remark: 'second', protocol: 'trojan' })
  await b.beat()
  await vi.waitFor(() => expect(b.fake.offsets().length).toBeGreaterThan(0), deadlineMs)
})
afterAll(() => b.stop())

const labels = (buttons: { text: string }[][]) => buttons.flat().map(({ text }) => text)

it('says that it runs, under which name, and registers its commands in every language', async () => {
  await vi.waitFor(
    async () =>
      expect((await b.me.get('/panel/api/telegram/state')).obj).toMatchObject({
        state: 'running',
        username: 'fake_bot',
        reason: '',
      }),
    deadlineMs,
  )
  expect([...b.fake.commands.keys()].toSorted()).toEqual(['', 'ar', 'en', 'es', 'fa', 'ru', 'tr', 'zh'])
  const names = (b.fake.commands.get('fa') ?? []).map((line) => line.split(' ')[0])
  expect(names).toEqual(['start', 'help', 'status', 'id', 'usage', 'inbound', 'restart', 'clearall'])
})

it('adds a client in a conversation, and sends its links and QR codes', async () => {
  await b.say(boss, '/start')
  await b.tap(boss, 'Add a client')
  await b.tap(boss, 'first <b>')
  const both = await b.tap(boss, 'second')
  expect(labels(both.buttons)).toEqual(expect.arrayContaining([expect.stringMatching(/^✅ first/)]))
  await b.tap(boss, 'Continue')
  await b.tap(boss, 'Name')
  const wrong = await b.say(boss, 'not a name')
  expect(wrong.text).toContain('Remove spaces')
  expect((await b.say(boss, 'ann')).text).toContain('<code>ann</code>')
  await b.tap(boss, 'Traffic')
  await b.tap(boss, '50')
  await b.tap(boss, 'Expiry')
  await b.tap(boss, '30')
  await b.tap(boss, 'From first use')
  await b.tap(boss, 'IP limit')
  await b.tap(boss, 'Another number')
  await b.tap(boss, '2')
  await b.tap(boss, '✅')
  await b.tap(boss, 'Telegram user')
  await b.say(boss, '', { contact: { phone_number: '1', first_name: 'x', user_id: 77 } })
  await b.tap(boss, 'Comment')
  const draft = await b.say(boss, 'a friend & <i>more</i>')
  expect(draft.text).toContain('a friend &amp; &lt;i&gt;more&lt;/i&gt;')
  await b.tap(boss, '✅ Add')
  expect(await recordOf(b.me, 'ann')).toMatchObject({
    enable: true,
    totalGB: 50 * 2 ** 30,
    expiryTime: -30 * 86_400_000,
    limitIp: 2,
    tgId: 77,
    comment: 'a friend & <i>more</i>',
  })
  const files = b.fake.chat(boss).flatMap(({ file }) => file ?? [])
  expect(files.map(({ name }) => name)).toEqual(['sub.png', 'ann.png', 'ann-2.png'])
  const image = PNG.sync.read(files[0]?.bytes ?? Buffer.of())
  expect(image.width).toBeGreaterThanOrEqual(320)
  expect(b.fake.chat(boss).some(({ text }) => text.includes('<code>vless://'))).toBe(true)
})

it('says with a subscription whether anybody can reach its address', async () => {
  const about = /only on the server itself/
  const ofAnn = () => b.fake.chat(boss).filter(({ text }) => text.includes('Subscription of <code>ann'))
  expect(ofAnn().map(({ text, file }) => [file?.name, about.test(text)])).toEqual([
    [undefined, true],
    ['sub.png', true],
  ])
  await b.me.post('/panel/setting/update', { subURI: 'https://vpn.example.org/s/' })
  await b.say(boss, '/usage ann')
  await b.tap(boss, 'Subscription')
  await b.tap(boss, 'QR codes')
  const later = () => ofAnn().slice(2)
  await expect.poll(() => later().map(({ text }) => about.test(text))).toEqual([false, false])
  expect(later()[0]?.text).toContain('https://vpn.example.org/s/')
  await b.me.post('/panel/setting/update', { subURI: '' })
})

it('is in the audit trail as the bot, with the Telegram ID of who pressed', async () => {
  const { obj } = await b.me.get<{ items: AuditEntry[] }>('/panel/api/audit')
  const added = obj.items.find(({ action }) => action === 'client.add')
  expect(added).toMatchObject({ actorKind: 'bot', actor: String(boss), object: 'ann' })
})

it('changes a client from its card, each step confirmed', async () => {
  await addClient(b.me, { email: 'bob', totalGB: 1 }, [1])
  await b.say(boss, '/usage bob')
  await b.tap(boss, 'Disable')
  expect((await recordOf(b.me, 'bob'))?.enable).toBe(true)
  await b.tap(boss, 'Yes')
  expect((await recordOf(b.me, 'bob'))?.enable).toBe(false)
  await b.tap(boss, 'Enable')
  await b.tap(boss, 'Yes')
  await b.tap(boss, 'Traffic limit')
  await b.tap(boss, 'unlimited')
  await b.tap(boss, 'Yes')
  await b.tap(boss, 'Expiry')
  await b.tap(boss, '+7')
  await b.tap(boss, 'Yes')
  expect(await recordOf(b.me, 'bob')).toMatchObject({ enable: true, totalGB: 0, expiryTime: -7 * 86_400_000 })
  await b.me.post('/panel/api/plans/add', { name: 'Gold', totalGB: 2 ** 30, days: 30 })
  await b.tap(boss, 'Renew')
  await b.tap(boss, 'Gold')
  const before = Date.now()
  await b.tap(boss, 'Yes')
  const renewed = await recordOf(b.me, 'bob')
  expect(renewed?.totalGB).toBe(2 ** 30)
  expect(renewed?.expiryTime).toBeGreaterThanOrEqual(before + 30 * 86_400_000)
  await b.tap(boss, 'Delete')
  const gone = await b.tap(boss, 'Yes')
  expect(gone.text).toContain('Clients: 1')
  expect(await recordOf(b.me, 'bob')).toBeUndefined()
})

it('speaks another language from the next message on, for that chat alone', async () => {
  await b.say(boss, '/start')
  await b.tap(boss, 'Language')
  expect(labels((await b.tap(boss, 'فارسی')).buttons)).toContain('وضعیت')
  expect((await b.say(boss, '/help')).text).toContain('فهرست دستورها')
  await b.say(boss, 'an')
  await b.tap(boss, 'ann')
  await b.tap(boss, 'صفر کردن ترافیک')
  expect((await b.tap(boss, 'بله')).text).toContain('ann')
  expect((await b.say(deputy, '/help')).text).toContain('List the commands')
  await b.say(boss, '/start')
  await b.tap(boss, 'زبان')
  await b.tap(boss, 'English')
})

it('shows a person its own clients, and nobody else anything', async () => {
  const card = await b.say(77, '/start')
  expect(card.text).toContain('<code>ann</code>')
  expect(labels(card.buttons)).toEqual(['Refresh', 'Subscription', 'Links', 'QR codes', '‹ Back'])
  expect((await b.say(77, '/usage bob')).text).toContain('was not found')
  expect((await b.say(78, '/usage ann')).text).toContain('was not found')
  for (const text of ['/start', 'ann', '/usage'])
    expect((await b.say(78, text)).text).toContain('<code>78</code>')
  for (const text of ['/restart', '/clearall', '/inbound first'])
    expect((await b.say(78, text)).text).toContain('Unknown command')
})

it('shows lists page by page', async () => {
  const many = Array.from({ length: 20 }, (_, i) => ({ client: { email: `many${i + 10}` }, inboundIds: [1] }))
  await b.me.post('/panel/api/clients/bulkCreate', many)
  const found = await b.say(boss, 'many')
  expect(found.text).toContain('Page 1 of 3')
  expect(labels(found.buttons).filter((text) => text.includes('many'))).toHaveLength(8)
  await b.tap(boss, 'Next')
  const last = await b.tap(boss, 'Next')
  expect(labels(last.buttons).filter((text) => text.includes('many'))).toHaveLength(4)
})

it('sends a backup as files', async () => {
  await b.say(boss, '/start')
  const before = b.fake.messages.length
  await b.tap(boss, 'Backup')
  const files = b.fake.messages.slice(before).flatMap(({ file }) => file ?? [])
  expect(files.map(({ name }) => name)).toEqual(['x-ui.db', 'config.json'])
  expect(files[0]?.bytes.subarray(0, 15).toString()).toBe('SQLite format 3')
  const reply = await b.me.call('POST', '/panel/api/backuptotgbot')
  expect([reply.statusCode, reply.body]).toEqual([200, ''])
  expect(b.fake.last(deputy)?.file?.name).toBe('config.json')
})

it('sends backups to administrators only, never to a group, and encrypted where there is a passphrase', async () => {
  const group = -100_500
  const filesIn = (chat: number) => b.fake.chat(chat).flatMap(({ file }) => file ?? [])
  const passphrase = 'a passphrase of the test'
  await b.me.post('/panel/setting/update', {
    ...{ tgBotChatId: `${boss},${group}`, tgBotBackup: true, backupPassphrase: passphrase },
    tgRunTime: '@every 1h',
  })
  await b.beat()
  const before = filesIn(boss).length
  await b.me.call('POST', '/panel/api/backuptotgbot')
  b.t.advance(3_600_001)
  b.me = await b.t.login()
  await b.beat()
  await vi.waitFor(() => expect(filesIn(boss).length).toBe(before + 2), deadlineMs)
  await vi.waitFor(() => expect(b.fake.last(group)?.text).toContain('Report for'), deadlineMs)
  expect(filesIn(group)).toEqual([])
  for (const { name, bytes } of filesIn(boss).slice(before)) {
    expect(name).toMatch(/^sluice-.*\.zip\.age$/)
    expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n')
    const decrypter = new Decrypter()
    decrypter.addPassphrase(passphrase)
    const opened = Buffer.from(await decrypter.decrypt(new Uint8Array(bytes)))
    expect(opened.subarray(0, 2).toString()).toBe('PK')
  }
  await b.me.post('/panel/setting/update', {
    ...{ tgBotChatId: `${boss}, ${deputy}`, tgBotBackup: false, clearBackupPassphrase: true },
  })
  await b.beat()
})

it('reports on its schedule, to administrators and to owners whose access ends', async () => {
  await b.me.post('/panel/setting/update', { tgRunTime: '@every 1h' })
  await b.me.post('/panel/api/clients/update/ann', { expiryTime: Date.now() + 3_600_000 * 3 })
  await b.me.post('/panel/api/clients/groups/create', { name: 'family', totalGB: 2 ** 30 })
  const { obj: all } = await b.me.get<{ id: number }[]>('/panel/api/inbounds/list')
  for (const [email, tgId] of [
    ['gus', 78],
    ['hal', 79],
  ] as const)
    await addClient(b.me, { email, tgId, group: 'family' }, [all[0]?.id ?? 0])
  const spent = { upload: 0, download: 2 ** 30 }
  expect(await b.me.post('/panel/api/clients/updateTraffic/gus', spent)).toMatchObject({ success: true })
  await b.beat()
  b.t.advance(3_600_001)
  b.me = await b.t.login()
  await b.beat()
  expect(b.fake.last(boss)?.text).toContain('Report for')
  expect(b.fake.last(boss)?.text).toContain('<code>ann</code>')
  expect(b.fake.last(77)?.text).toContain('expires soon')
  // It has used nothing itself: what ended is its group's.
  expect(b.fake.last(79)?.text).toContain('Shared with the group family: 0 kB left')
  const count = b.fake.messages.length
  await b.beat()
  expect(b.fake.messages.length).toBe(count)
})

it('stops and starts with the settings, at once', async () => {
  const set = (more: object) => b.me.post('/panel/setting/update', more)
  await set({ tgBotEnable: false })
  expect((await b.me.get('/panel/api/telegram/state')).obj).toMatchObject({ state: 'off' })
  b.fake.say(deputy, '/id')
  b.fake.forgetOffsets()
  await set({ tgBotEnable: true, tgLang: 'ru-RU' })
  await vi.waitFor(() => expect(b.fake.last(deputy)?.text).toContain('Ваш Telegram ID'), deadlineMs)
})

it('sends a test with what is typed, and says what is wrong', async () => {
  const test = (body: object) => b.me.post('/panel/setting/testTgBot', body)
  expect(await test({})).toMatchObject({ success: true, msg: 'The test message has been sent.' })
  expect(b.fake.last(boss)?.text).toContain('Это проверка')
  expect(await test({ tgBotToken: '1:wrong' })).toMatchObject({ code: 'telegram.token-refused' })
  expect(await test({ tgBotToken: 'no token' })).toMatchObject({ code: 'telegram.token-shape' })
  const { tgBotToken } = botSettings
  expect(await test({ tgBotToken, tgBotAPIServer: 'http://127.0.0.1:1' })).toMatchObject({
    code: 'egress.not-public-literal',
  })
  // The stored token goes to the stored server only.
  for (const elsewhere of [
    { tgBotAPIServer: 'http://other.example' },
    { tgBotProxy: 'socks5://127.0.0.1:9' },
  ])
    expect(await test(elsewhere)).toMatchObject({ code: 'secret.other-server', field: 'tgBotToken' })
})

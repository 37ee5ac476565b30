import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { WebhookView } from '#contract/notices-api.ts'
import { choosableKinds } from '#domain/alerts/texts.ts'
import {
  type NoticeStage,
  noticeStage,
  noticesRoot as root,
  shopSecret as secret,
} from '#test/notice-stage.ts'

let s: NoticeStage
let { me, shop, mailbox, chat, hook, settings } = {} as NoticeStage // set below
beforeAll(async () => {
  s = await noticeStage()
  ;({ me, shop, mailbox, chat, hook, settings } = s)
})
afterAll(() => s.stop())

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
    await me.post('/panel/setting/update', { smtpUsername: 'ann', smtpPassword: 'right' })
    expect(await test({})).toMatchObject({ success: true })
    // The stored password goes to the stored server only, and never with less encryption.
    for (const elsewhere of [{ smtpHost: 'other.example' }, { smtpPort: 9 }, { smtpEncryptionType: 'tls' }])
      expect(await test(elsewhere)).toMatchObject({ code: 'secret.other-server', field: 'smtpPassword' })
    await me.post('/panel/setting/update', { smtpUsername: '', clearSmtpPassword: true })
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

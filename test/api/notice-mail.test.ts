import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import { createMail, type MailSettings } from '#server/notices/email.ts'
import type { Message } from '#server/notices/outlets.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { type Mailbox, startMailServer } from '#test/fixtures/outlets.ts'
import { settingsOf } from '#test/settings.ts'
import { deadlineMs } from '#test/until.ts'

const { cert, key } = selfSigned(['localhost'], ['127.0.0.1'])
const systemRoots = getCACertificates('default')
let starttls: Mailbox
let tls: Mailbox
beforeAll(async () => {
  starttls = await startMailServer({ cert, key, authOptional: false })
  tls = await startMailServer({ cert, key, secure: true })
})
afterEach(() => setDefaultCACertificates(systemRoots))
afterAll(() => Promise.all([starttls.stop(), tls.stop()]))

const settings: MailSettings = {
  ...{
    smtpHost: 'localhost',
    smtpPort: 0,
    smtpUsername: 'ann',
    smtpPassword: 'right',
    smtpFrom: '',
    smtpFromName: '',
  },
  ...{
    smtpTo: 'me@example.com',
    smtpEncryptionType: 'starttls',
    smtpLang: 'fa-IR',
    smtpAllowPrivateAddress: true,
  },
}
const message: Message = {
  id: 'a',
  alerts: [
    {
      kind: 'node.up',
      params: { node: '<script>\r\nBcc: x@example.com' },
      id: 'a',
      at: Date.UTC(2026, 1, 2),
    },
    {
      kind: 'node.down',
      params: { node: 'far', reason: 'see https://evil.example' },
      id: 'b',
      at: Date.UTC(2026, 1, 2),
    },
  ],
}
function send(more: Partial<MailSettings>, signal = AbortSignal.timeout(deadlineMs)): Promise<void> {
  const given = { ...settings, smtpFrom: 'panel@example.com', timeLocation: 'UTC', ...more }
  return createMail({
    egress: createEgress(),
    settings: settingsOf(() => given),
  }).outlet.send(message, signal)
}

describe.each([
  ['starttls', () => starttls],
  ['tls', () => tls],
])('a mail over %s', (smtpEncryptionType, box) => {
  it('goes only to a server with a certificate that the system trusts', async () => {
    const { port: smtpPort, mails } = box()
    await expect(send({ smtpEncryptionType, smtpPort })).rejects.toMatchObject({
      code: 'egress.certificate-self-signed',
    })
    expect(mails).toEqual([])
    setDefaultCACertificates([...systemRoots, cert])
    await send({ smtpEncryptionType, smtpPort })
    expect(mails).toMatchObject([{ secure: true, user: 'ann', to: ['me@example.com'] }])
  })
})

describe('a mail', () => {
  it('is in the language of its setting, and nothing in a name becomes a header', async () => {
    setDefaultCACertificates([...systemRoots, cert])
    await send({ smtpPort: starttls.port })
    const raw = starttls.mails.at(-1)?.raw ?? ''
    const [head = ''] = raw.split('\r\n\r\n')
    expect(head).not.toMatch(/^bcc/im)
    expect(head).toMatch(/^Subject: =\?UTF-8\?/m)
    expect(head).toMatch(/^Auto-Submitted: auto-generated/m)
    const body = Buffer.from(raw.slice(raw.indexOf('\r\n\r\n')), 'base64').toString()
    expect(body).toContain('https[:]//evil[.]example')
  })

  it('is refused for good by what it says, for now by anything else', async () => {
    setDefaultCACertificates([...systemRoots, cert])
    starttls.refusals.push({ code: 554, text: 'Spam' }, { code: 451, text: 'Later' })
    const refusal = await send({ smtpPort: starttls.port }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(NotTaken)
    expect(refusal).toMatchObject({ final: true, cause: { code: 'notice.mail-refused' } })
    await expect(send({ smtpPort: starttls.port })).rejects.toMatchObject({ code: 'notice.mail-refused' })
  })

  it('does not leave for a private address unless the operator allowed it, and stops when told to', async () => {
    await expect(send({ smtpPort: tls.port, smtpAllowPrivateAddress: false })).rejects.toMatchObject({
      code: 'egress.not-public-name',
    })
    await expect(send({ smtpPort: tls.port }, AbortSignal.abort())).rejects.toThrow()
  })
})

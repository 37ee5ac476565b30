import type { Settings } from '#contract/settings.ts'
import { measuresIn } from '#domain/alerts/measures.ts'
import { NotTaken } from '#domain/alerts/not-taken.ts'
import { sayElsewhere } from '#domain/alerts/texts.ts'
import { Refusal } from '#domain/refusal.ts'
import { languageOf } from '#domain/words/languages.ts'
import { asRefusal } from '../platform/egress/failures.ts'
import { zoneOf } from '../platform/system-time-zone.ts'
import { wordsIn } from '../platform/words.ts'
import type { Base } from '../settings/base-services.ts'
import type { Message, Outlet } from './outlets.ts'

export type MailSettings = Pick<
  Settings,
  | 'smtpHost'
  | 'smtpPort'
  | 'smtpUsername'
  | 'smtpPassword'
  | 'smtpFrom'
  | 'smtpFromName'
  | 'smtpTo'
  | 'smtpEncryptionType'
  | 'smtpLang'
  | 'smtpAllowPrivateAddress'
>

type Deps = Pick<Base, 'egress' | 'settings'>

export const mailName = 'email'
const mostAlerts = 50
const greetingMs = 15_000
const silenceMs = 30_000

/** Every address of the list, or a refusal that names the bad one. */
function addressesIn(list: string, field: string): string[] {
  const addresses = list.split(/[,;\s]+/).filter((one) => one !== '')
  for (const address of addresses)
    if (!/^[^\s@<>"',;:]{1,64}@[^\s@<>"',;:]{1,253}$/.test(address))
      throw new Refusal('notice.mail-address', { address: address.slice(0, 100) }, field)
  return addresses
}

/** What a mail needs; refuses what is missing. */
export function envelopeOf(given: MailSettings): { host: string; from: string; to: string[] } {
  const from = given.smtpFrom || given.smtpUsername
  const missing = { smtpHost: given.smtpHost, smtpFrom: from, smtpTo: given.smtpTo }
  for (const [field, value] of Object.entries(missing))
    if (value.trim() === '') throw new Refusal('notice.mail-incomplete', { missing: field }, field)
  const [sender] = addressesIn(from, 'smtpFrom')
  return { host: given.smtpHost, from: sender ?? '', to: addressesIn(given.smtpTo, 'smtpTo') }
}

export const isMailReady = (given: MailSettings & Pick<Settings, 'smtpEnable'>): boolean =>
  given.smtpEnable &&
  given.smtpHost !== '' &&
  given.smtpTo !== '' &&
  (given.smtpFrom || given.smtpUsername) !== ''

/** nodemailer's own fields. `originalCode` is of the system, where `code` is nodemailer's. */
type Failure = Partial<Record<'code' | 'originalCode' | 'responseCode' | 'response', unknown>>

/** The server's own words, without what looks like a secret. */
const answerOf = ({ response }: Failure, fallback: string): string =>
  (typeof response === 'string' && response !== '' ? response : fallback).replace(/\s+/g, ' ').slice(0, 300)

function asSentence(error: unknown, host: string): Refusal {
  if (error instanceof Refusal) return error
  if (!(error instanceof Error)) return new Refusal('notice.mail-no-answer', { host })
  const failure = error as Error & Failure // each read with care
  const answer = answerOf(failure, error.message)
  if (failure.code === 'EAUTH') return new Refusal('notice.mail-login', { host, answer })
  const lacksTls = failure.code === 'ETLS' && /STARTTLS/.test(error.message + answer)
  if (lacksTls && failure.responseCode !== undefined) return new Refusal('notice.mail-no-tls', { host })
  if (typeof failure.responseCode === 'number') return new Refusal('notice.mail-refused', { host, answer })
  if (failure.code === 'ETIMEDOUT' || failure.code === 'ECONNECTION')
    return new Refusal('notice.mail-no-answer', { host })
  const known = asRefusal(Object.assign(new Error(), { code: failure.originalCode ?? failure.code }), host)
  return known.code === 'egress.failed' ? new Refusal('notice.mail-refused', { host, answer }) : known
}

/** A message that the server refuses after it has read it is refused again: the next ones should not wait for it. */
const isFinal = (error: unknown): boolean => {
  const { code, responseCode } = (error ?? {}) as Failure // read with care below
  return code === 'EMESSAGE' && typeof responseCode === 'number' && responseCode >= 500
}

/** Plain text: nothing that a client's name contains can become markup. */
function wordsOf({ alerts }: Message, language: string, zone: string): { subject: string; text: string } {
  const texts = wordsIn(languageOf(language) ?? 'en', 'alerts')
  const measures = measuresIn(language, zone)
  const said = alerts.map(({ kind, params, at }) => ({ ...sayElsewhere(texts, kind, params, measures), at }))
  const more = said.length > 1 ? ` (+${said.length - 1})` : ''
  return {
    subject: `Sluice: ${said[0]?.title ?? ''}${more}`,
    text: said.map(({ title, message, at }) => `${title}\n${message}\n${measures.time(at)}`).join('\n\n'),
  }
}

export function createMail({ egress, settings }: Deps) {
  async function send(message: Message, signal: AbortSignal, given: MailSettings): Promise<void> {
    const { host, from, to } = envelopeOf(given)
    if (!egress.connect) throw new Refusal('egress.no-network', { host })
    const connection = await egress.connect(host, given.smtpPort, {
      allowPrivateAddress: given.smtpAllowPrivateAddress,
      signal,
    })
    const abort = () => connection.destroy()
    signal.addEventListener('abort', abort, { once: true })
    try {
      const { createTransport } = await import('nodemailer') // loaded on demand to save memory
      const transport = createTransport({
        connection,
        host,
        port: given.smtpPort,
        secure: given.smtpEncryptionType === 'tls',
        requireTLS: given.smtpEncryptionType === 'starttls',
        ignoreTLS: given.smtpEncryptionType === 'none',
        tls: { minVersion: 'TLSv1.2' },
        greetingTimeout: greetingMs,
        socketTimeout: silenceMs,
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(given.smtpUsername !== '' && { auth: { user: given.smtpUsername, pass: given.smtpPassword } }),
      })
      await transport.sendMail({
        from: { name: given.smtpFromName || 'Sluice', address: from },
        to: to.map((address) => ({ name: '', address })),
        // The same in every attempt, so that a mailbox can drop doubles.
        messageId: `<${message.id}@sluice>`,
        date: new Date(message.alerts[0].at),
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Sluice-Ids': message.alerts.map(({ id }) => id).join(' '),
        },
        ...wordsOf(message, given.smtpLang, zoneOf(settings.current())),
      })
      transport.close()
    } catch (error) {
      const why = asSentence(error, host)
      throw isFinal(error) ? new NotTaken(why, { final: true }) : why
    } finally {
      signal.removeEventListener('abort', abort)
      connection.destroy()
    }
  }

  const outlet: Outlet = {
    name: mailName,
    most: mostAlerts,
    send: (message, signal) => send(message, signal, settings.current()),
  }
  return { outlet, send }
}

export type Mail = ReturnType<typeof createMail>

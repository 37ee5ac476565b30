import type { AlertKind, AlertLevel, AlertParams } from '#contract/alerts.ts'
import english from '#locales/en/alerts.json' with { type: 'json' }
import { format } from '../words/format.ts'
import type { Texts } from '../words/keys.ts'

export type AlertText = Record<'title' | 'message', string>

/** Titles and messages of every kind in one language. A test checks their arguments against the kind's parameters. */
export type AlertTexts = Texts<'alerts'> & Record<`${AlertKind}.${keyof AlertText}`, string>

/** How serious a kind is. An error is sent at once, in quiet hours and with a digest too. */
export const alertLevel: Record<AlertKind, AlertLevel> = {
  'client.expiring': 'warning',
  'client.running-out': 'warning',
  'client.expired': 'info',
  'client.depleted': 'info',
  'client.quota-used': 'info',
  'client.first-use': 'info',
  'client.ip-limit': 'warning',
  'client.device-limit': 'warning',
  'group.ended': 'warning',
  'node.down': 'error',
  'node.up': 'success',
  'core.crashed': 'error',
  'core.hung': 'error',
  'core.updated': 'success',
  'node.core-failed': 'error',
  'core.rolled-back': 'error',
  'login.success': 'info',
  'login.failed': 'warning',
  'token.created': 'warning',
  'backup.done': 'success',
  'backup.failed': 'error',
  'backup.overdue': 'warning',
  'certificate.expiring': 'warning',
  'certificate.failed': 'error',
  'cpu.high': 'warning',
  'memory.high': 'warning',
  'disk.high': 'error',
  'outbound.down': 'error',
  'outbound.up': 'success',
  'health.found': 'error',
  'health.cleared': 'success',
  'rotation.began': 'info',
  'rotation.ended': 'info',
  'cap.near': 'warning',
  'cap.reached': 'error',
  'cap.over': 'success',
  'panel.update-available': 'info',
  'panel.updated': 'success',
  'panel.update-failed': 'error',
  'notice.test': 'info',
}

export const alertKinds = Object.keys(alertLevel) as AlertKind[] // of the table above

/** The kinds that an operator chooses from: a test is always sent. */
export const choosableKinds = alertKinds.filter((kind) => kind !== 'notice.test')

export const isAlertKind = (name: string): name is AlertKind => Object.hasOwn(alertLevel, name)

export const englishTexts: AlertTexts = english

type Params = AlertParams

/** How figures and times are written inside a sentence. */
export interface Measures {
  /** Whose plural rules are used. */
  locale: string
  bytes(value: number): string
  time(ms: number): string
}

/** Parameters that quote others: a node's answer, the name that a list gives its server. */
const quotes: ReadonlySet<string> = new Set(['reason', 'tag'])

/** As `sayAlert`, for programs that make links of texts: mail, Telegram, and whatever a webhook passes it on to. */
export const sayElsewhere = (
  texts: AlertTexts,
  kind: AlertKind,
  params: Params,
  measures: Measures,
): AlertText => {
  const unquoted = Object.entries(params).map(([name, value]) => [
    name,
    quotes.has(name) && typeof value === 'string' ? unlinked(value) : value,
  ])
  return sayAlert(texts, kind, Object.fromEntries(unquoted) as Params, measures) // the same keys
}

/** Fills in the parameters; bytes and times are written by `measures`. */
export function sayAlert(texts: AlertTexts, kind: AlertKind, params: Params, measures: Measures): AlertText {
  const given: Readonly<Record<string, string | number>> = { ...params }
  function written(value: string | number | undefined, name: string): string {
    if (value === undefined) return `{${name}}`
    if (typeof value === 'number' && name.endsWith('Bytes')) return measures.bytes(value)
    if (typeof value === 'number' && name.endsWith('Time')) return measures.time(value)
    // Whoever fails to log in chooses the name.
    if (kind === 'login.failed' && name === 'username') return unlinked(String(value))
    return String(value)
  }
  const said = (part: keyof AlertText) =>
    format(texts[`${kind}.${part}`], given, {
      locale: measures.locale,
      write(value, name, after) {
        const words = written(value, name)
        return after === '.' ? words.replace(/\.$/, '') : words
      },
    })
  return { title: said('title'), message: said('message') }
}

/**
 * A text that an unknown caller chose, so that neither Telegram nor a mail program makes a link, a mention or a command of it:
 * `https://evil.example` becomes `https[:]//evil[.]example`.
 */
const unlinked = (text: string): string =>
  text
    .replaceAll('://', '[:]//')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '[.]')
    .replaceAll('@', '[@]')
    .replace(/(^|\s)([/#$+])(?=[\p{L}\p{N}])/gu, '$1[$2]')

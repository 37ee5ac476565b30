import type { AlertKind, AlertLevel, AlertParams } from '#contract/alerts.ts'
import { unlinked } from './unlinked.ts'

export interface AlertText {
  title: string
  message: string
}

/** Titles and messages of every kind in one language. A test checks the holes of each against the kind's parameters. */
export type AlertTexts = Record<AlertKind, AlertText>

/** How serious a kind is. An error is sent at once, in quiet hours and with a digest too. */
export const alertLevel: Record<AlertKind, AlertLevel> = {
  'client.expiring': 'warning',
  'client.running-out': 'warning',
  'client.expired': 'info',
  'client.depleted': 'info',
  'client.first-use': 'info',
  'client.ip-limit': 'warning',
  'client.device-limit': 'warning',
  'group.ended': 'warning',
  'node.down': 'error',
  'node.up': 'success',
  'core.crashed': 'error',
  'core.hung': 'error',
  'core.updated': 'success',
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
  'panel.update-available': 'info',
  'panel.updated': 'success',
  'panel.update-failed': 'error',
  'notice.test': 'info',
}

export const alertKinds = Object.keys(alertLevel) as AlertKind[] // of the table above

/** The kinds that an operator chooses from: a test is always sent. */
export const choosableKinds = alertKinds.filter((kind) => kind !== 'notice.test')

export const isAlertKind = (name: string): name is AlertKind => Object.hasOwn(alertLevel, name)

export const englishTexts: AlertTexts = {
  'client.expiring': {
    title: 'A client expires soon',
    message: '{email} expires on {expiryTime}. Days left: {days}.',
  },
  'client.running-out': {
    title: 'A client is nearly out of traffic',
    message: '{email} has {leftBytes} of {totalBytes} left.',
  },
  'client.expired': {
    title: 'A client has expired',
    message: '{email} expired on {expiryTime} and was disabled.',
  },
  'client.depleted': {
    title: 'A client is out of traffic',
    message: '{email} has used {totalBytes} and was disabled.',
  },
  'client.first-use': {
    title: 'A client connected for the first time',
    message: '{email} connected. It expires on {expiryTime}.',
  },
  'client.ip-limit': {
    title: 'A client uses too many IPs',
    message: '{email} may use {limit} at the same time. Over the limit: {addresses}.',
  },
  'client.device-limit': {
    title: 'A client uses too many devices',
    message: '{email} may use {limit} devices. Another device was refused.',
  },
  'group.ended': {
    title: 'A group has expired or used up its quota',
    message: 'Group {group} has expired or used up its shared quota. Clients affected: {clients}.',
  },
  'node.down': { title: 'A node is offline', message: '{node} is not responding: {reason}.' },
  'node.up': { title: 'A node is back online', message: '{node} is responding again.' },
  'core.crashed': { title: 'The core crashed', message: 'Xray on {host} stopped: {reason}.' },
  'core.hung': {
    title: 'The core is not responding',
    message: 'Xray on {host} is being restarted: {reason}.',
  },
  'core.updated': { title: 'The core was updated', message: 'Xray on {host} is now {version}.' },
  'core.rolled-back': {
    title: 'The core was rolled back',
    message: 'Xray {version} did not work on {host}, so {previous} is running again: {reason}.',
  },
  'login.success': { title: 'New login', message: '{username} logged in from {address}.' },
  'login.failed': {
    title: 'Failed login',
    message: 'Someone tried to log in as {username} from {address}. Attempts: {count}.',
  },
  'token.created': { title: 'New API token', message: '{by} created the token {name}.' },
  'backup.done': { title: 'Backup created', message: '{name}, {sizeBytes}.' },
  'backup.failed': { title: 'Backup failed', message: '{reason}.' },
  'backup.overdue': {
    title: 'Backup overdue',
    message: 'The last successful backup is {hours} hours old.',
  },
  'certificate.expiring': {
    title: 'A certificate expires soon',
    message: '{name} expires on {expiryTime}. Days left: {days}.',
  },
  'certificate.failed': { title: 'Could not get a certificate', message: '{name}: {reason}' },
  'cpu.high': {
    title: 'High CPU usage',
    message: '{host}: {percent} % over the last minute. The threshold is {threshold} %.',
  },
  'memory.high': {
    title: 'Memory almost full',
    message: '{host}: {percent} % used. The threshold is {threshold} %.',
  },
  'disk.high': {
    title: 'Disk almost full',
    message: '{host}: {percent} % used. The threshold is {threshold} %.',
  },
  'outbound.down': { title: 'An outbound is down', message: '{tag} cannot reach its test address.' },
  'outbound.up': { title: 'An outbound is back up', message: '{tag} can reach its test address again.' },
  'panel.update-available': {
    title: 'A newer version is available',
    message: 'Sluice {version} is available (installed: {current}). See Settings › About.',
  },
  'panel.updated': { title: 'The panel was updated', message: 'The panel on {host} is now {version}.' },
  'panel.update-failed': {
    title: 'Panel update failed',
    message: 'Version {version} was not installed on {host}: {reason}.',
  },
  'notice.test': { title: 'Test notification', message: '{by} sent this test. Notifications arrive here.' },
}

type Params = AlertParams

/** How figures and times are written inside a sentence. */
export interface Measures {
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

/** Fills the holes of a text; bytes and times are written by `measures`. */
export function sayAlert(texts: AlertTexts, kind: AlertKind, params: Params, measures: Measures): AlertText {
  const given = new Map(Object.entries(params) as [string, string | number][]) // all parameters are one of both
  const value = (name: string): string | undefined => {
    const found = given.get(name)
    if (typeof found === 'number' && name.endsWith('Bytes')) return measures.bytes(found)
    if (typeof found === 'number' && name.endsWith('Time')) return measures.time(found)
    // Whoever fails to log in chooses the name.
    if (kind === 'login.failed' && name === 'username') return unlinked(String(found))
    return found === undefined ? undefined : String(found)
  }
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
      const words = value(name)
      if (words === undefined) return whole
      return stop === '' ? words : words.replace(/\.$/, '') + stop
    })
  return { title: filled(texts[kind].title), message: filled(texts[kind].message) }
}

import type { Coded } from '#contract/coded.ts'
import type { NotificationEvent } from '#contract/events.ts'
import { fill } from './coded.ts'
import { type Holes, inEnglish } from './refusal.ts'

type Text = { title: string; message: string; level: NotificationEvent['level'] }

/** Everything that the panel announces by itself, once, in English. A code never changes its meaning. */
export const notices = {
  'backup.failed': { title: 'Backup failed', message: '{reason}.', level: 'error' },
  'backup.overdue': {
    title: 'Backup overdue',
    message: 'The last successful backup is {hours} hours old. See Settings › Backup.',
    level: 'warning',
  },
  'clock.jumped': {
    title: 'The clock jumped',
    message:
      "This server's clock jumped forward by {hours} h. No client is disabled or renewed by date until you accept the new time on Home, correct the clock or restart the panel.",
    level: 'warning',
  },
  'core.ended': { title: 'Core stopped unexpectedly', message: '{reason}.', level: 'error' },
  'core.installed': {
    title: 'Core installed',
    message: 'Starting Xray {version}.',
    level: 'success',
  },
  'core.installing': { title: 'Installing the core', message: '{step}.', level: 'info' },
  'core.no-answer': {
    title: 'The core is not responding and is being restarted',
    message: '{reason}.',
    level: 'error',
  },
  'core.not-installed': { title: 'Core installation failed', message: '{reason}.', level: 'error' },
  'core.partly-started': {
    title: 'The core is running, but some inbounds may be missing',
    message:
      'The core did not start with the full configuration, so inbounds are added one by one. Those it refuses are tried again.',
    level: 'warning',
  },
  'core.restarted': { title: 'Core restarted', message: 'All clients reconnect.', level: 'success' },
  'core.rolled-back': {
    title: 'Core rolled back',
    message: 'Xray {version} did not work, so Xray {previous} is running again: {reason}.',
    level: 'error',
  },
  'core.stopped': {
    title: 'Core stopped',
    message: 'No one can connect until it is started again.',
    level: 'warning',
  },
  'directory.held': {
    title: 'Directory sync is waiting for your confirmation',
    message: '{reason}. See Settings › Directory.',
    level: 'warning',
  },
  'inbound.not-open': { title: 'Inbound {inbound} is not listening', message: '{reason}.', level: 'error' },
  'ip-limit.exceeded': {
    title: 'A client uses too many IPs',
    message: '{email} may use {limit} at the same time. Over the limit: {addresses}.',
    level: 'warning',
  },
  'ip-limit.exceeded-more': {
    title: 'Several clients use too many IPs',
    message:
      '{email} may use {limit} at the same time. Over the limit: {addresses}, and {more} more clients (see the log).',
    level: 'warning',
  },
  'ip-limit.refused': {
    title: 'IPs of a client are refused',
    message: '{email} may use {limit} at the same time. Refused: {addresses}.',
    level: 'warning',
  },
  'ip-limit.refused-more': {
    title: 'IPs of several clients are refused',
    message:
      '{email} may use {limit} at the same time. Refused: {addresses}, and {more} more clients (see the log).',
    level: 'warning',
  },
  'limits.no-speeds': {
    title: 'Client speed limits have no effect',
    message:
      "This system does not let the panel access the core's connections, so speed limits are not applied. In a container, allow the system call pidfd_getfd (Docker: --cap-add SYS_PTRACE).",
    level: 'warning',
  },
  'node.token-left': {
    title: 'The API token of {node} still works',
    message: "This panel no longer uses it. Delete it in that panel's settings.",
    level: 'info',
  },
  'outbound.left-out': {
    title: 'An outbound from a subscription broke the core',
    message: '{tags}: {reason}. The core runs without it.',
    level: 'error',
  },
  'subscription.not-served': {
    title: 'The subscription server is not running',
    message: '{reason}.',
    level: 'error',
  },
  'telegram.failed': { title: 'The Telegram bot is not running', message: '{reason}.', level: 'error' },
} as const satisfies Record<string, Text>

export type NoticeCode = keyof typeof notices
type HolesOf<C extends NoticeCode> = Holes<(typeof notices)[C]['title' | 'message']>
type Rest<C extends NoticeCode> = [HolesOf<C>] extends [never]
  ? [params?: Readonly<Record<string, never>>, percent?: number]
  : [params: { readonly [Name in HolesOf<C>]: string | number | Coded }, percent?: number]

/** `percent`: how far something is that goes on. */
export function notice<C extends NoticeCode>(code: C, ...[given, percent]: Rest<C>): NotificationEvent {
  const { title, message, level }: Text = notices[code]
  const params: Coded['params'] = given ?? {}
  return {
    title: fill(title, params, inEnglish),
    message: fill(message, params, inEnglish),
    level,
    code,
    params,
    ...(percent !== undefined && { percent }),
  }
}

export type Notify = (notice: NotificationEvent) => void

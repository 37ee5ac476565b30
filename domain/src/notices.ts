import type { Coded } from '#contract/coded.ts'
import type { NotificationEvent } from '#contract/events.ts'
import { fill } from './coded.ts'
import { type Holes, inEnglish } from './refusal.ts'

type Text = { title: string; message: string; level: NotificationEvent['level'] }

/** Everything that the panel announces by itself, once, in English. A code never changes its meaning. */
export const notices = {
  'backup.failed': { title: 'The backup failed', message: '{reason}.', level: 'error' },
  'backup.overdue': {
    title: 'The backup is overdue',
    message: 'The last good backup is {hours} hours old. Look at Settings, Backup.',
    level: 'warning',
  },
  'clock.jumped': {
    title: 'The clock jumped',
    message:
      'The clock of this machine jumped forward by {hours} h. Nobody is disabled or renewed by time until you accept it (POST /panel/api/traffic/acceptClock), set it right, or restart the panel.',
    level: 'warning',
  },
  'core.ended': { title: 'The core ended', message: '{reason}.', level: 'error' },
  'core.installed': {
    title: 'The core was installed',
    message: 'Xray {version} is started now.',
    level: 'success',
  },
  'core.installing': { title: 'Installing the core', message: '{step}.', level: 'info' },
  'core.no-answer': {
    title: 'The core does not answer and is restarted',
    message: '{reason}.',
    level: 'error',
  },
  'core.not-installed': { title: 'The core was not installed', message: '{reason}.', level: 'error' },
  'core.partly-started': {
    title: 'The core runs, perhaps without all of its inbounds',
    message:
      'It did not start with everything, so its inbounds are added one by one. What it refuses is tried again.',
    level: 'warning',
  },
  'core.restarted': { title: 'The core was restarted', message: 'Everybody reconnects.', level: 'success' },
  'core.rolled-back': {
    title: 'The core was rolled back',
    message: 'Xray {version} did not work, so Xray {previous} runs again: {reason}.',
    level: 'error',
  },
  'core.stopped': {
    title: 'The core was stopped',
    message: 'Nobody can connect until it is started again.',
    level: 'warning',
  },
  'directory.held': {
    title: 'The directory sync waits for you',
    message: '{reason}. Look at Settings, Directory.',
    level: 'warning',
  },
  'inbound.not-open': { title: 'Inbound {inbound} is not open', message: '{reason}.', level: 'error' },
  'ip-limit.exceeded': {
    title: 'A client uses too many addresses',
    message: '{email} may use {limit} at once. One too many: {addresses}.',
    level: 'warning',
  },
  'ip-limit.exceeded-more': {
    title: 'Clients use too many addresses',
    message:
      '{email} may use {limit} at once. One too many: {addresses}, and {more} more clients that the log names.',
    level: 'warning',
  },
  'ip-limit.refused': {
    title: 'Addresses of a client are refused',
    message: '{email} may use {limit} at once. One too many: {addresses}.',
    level: 'warning',
  },
  'ip-limit.refused-more': {
    title: 'Addresses of several clients are refused',
    message:
      '{email} may use {limit} at once. One too many: {addresses}, and {more} more clients that the log names.',
    level: 'warning',
  },
  'limits.no-speeds': {
    title: 'Speeds of clients are not limited',
    message:
      'This system does not let the panel reach the connections of its core, so a speed that you set has no effect. In a container allow the system call pidfd_getfd (Docker: --cap-add SYS_PTRACE).',
    level: 'warning',
  },
  'outbound.left-out': {
    title: 'An outbound of a subscription made the core fail',
    message: '{tags}: {reason}. The core runs without it.',
    level: 'error',
  },
  'subscription.not-served': { title: 'Subscriptions are not served', message: '{reason}.', level: 'error' },
  'telegram.failed': { title: 'The Telegram bot does not run', message: '{reason}.', level: 'error' },
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

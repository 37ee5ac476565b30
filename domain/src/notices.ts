import type { Coded } from '#contract/coded.ts'
import type { NotificationEvent } from '#contract/events.ts'
import english from '#locales/en/notices.json' with { type: 'json' }
import { fill } from './coded.ts'
import { inEnglish } from './refusal.ts'
import type { ArgNames, KeyOf, Texts } from './words/keys.ts'

/** How serious each announcement of the panel is; its words are in `locales/`. A code never changes its meaning. */
export const noticeLevel = {
  'backup.failed': 'error',
  'backup.overdue': 'warning',
  'clock.jumped': 'warning',
  'core.ended': 'error',
  'core.installed': 'success',
  'core.installing': 'info',
  'core.no-answer': 'error',
  'core.not-installed': 'error',
  'core.partly-started': 'warning',
  'core.restarted': 'success',
  'core.rolled-back': 'error',
  'core.stopped': 'warning',
  'directory.held': 'warning',
  'inbound.not-open': 'error',
  'ip-limit.exceeded': 'warning',
  'ip-limit.exceeded-more': 'warning',
  'ip-limit.refused': 'warning',
  'ip-limit.refused-more': 'warning',
  'limits.no-speeds': 'warning',
  'node.token-left': 'info',
  'outbound.left-out': 'error',
  'subscription.not-served': 'error',
  'telegram.failed': 'error',
} as const satisfies Record<string, NotificationEvent['level']>

type NoticeCode = keyof typeof noticeLevel
type Parts<C extends NoticeCode> = `${C}.${'title' | 'message'}` & KeyOf<'notices'>
type HolesOf<C extends NoticeCode> = ArgNames<'notices', Parts<C>>
type Rest<C extends NoticeCode> = [HolesOf<C>] extends [never]
  ? [params?: Readonly<Record<string, never>>, percent?: number]
  : [params: { readonly [Name in HolesOf<C>]: string | number | Coded }, percent?: number]

const texts: Texts<'notices'> & Record<`${NoticeCode}.${'title' | 'message'}`, string> = english
const inWords = (text: string, params: Coded['params']) =>
  fill(text, params, { locale: 'en', say: inEnglish })

/** `percent`: how far something is that goes on. */
export function notice<C extends NoticeCode>(code: C, ...[given, percent]: Rest<C>): NotificationEvent {
  const params: Coded['params'] = given ?? {}
  return {
    title: inWords(texts[`${code}.title`], params),
    message: inWords(texts[`${code}.message`], params),
    level: noticeLevel[code],
    code,
    params,
    ...(percent !== undefined && { percent }),
  }
}

export type Notify = (notice: NotificationEvent) => void

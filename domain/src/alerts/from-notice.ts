import type { Alert } from '#contract/alerts.ts'
import type { NotificationEvent } from '#contract/events.ts'
import { inEnglish } from '../refusal.ts'

const text = (value: NotificationEvent['params'][string] | undefined): string =>
  value === undefined ? '' : typeof value === 'object' ? inEnglish(value) : String(value)

/** Some notices of the web app are also sent as alerts. Maps a notice to its alert. */
export function alertsOf({ code, params }: NotificationEvent, host: string): Alert[] {
  const reason = text(params.reason)
  switch (code) {
    case 'core.ended':
      // A core that hung was announced as such before it was ended.
      if (typeof params.reason === 'object' && params.reason.code === 'core.hangs') return []
      return [{ kind: 'core.crashed', params: { host, reason } }]
    case 'core.no-answer':
      return [{ kind: 'core.hung', params: { host, reason } }]
    case 'core.installed':
      return [{ kind: 'core.updated', params: { host, version: text(params.version) } }]
    case 'core.rolled-back': {
      const [version, previous] = [text(params.version), text(params.previous)]
      return [{ kind: 'core.rolled-back', params: { host, version, previous, reason } }]
    }
    case 'backup.failed':
      return [{ kind: 'backup.failed', params: { reason } }]
    case 'backup.overdue':
      return [{ kind: 'backup.overdue', params: { hours: Number(params.hours) } }]
    default:
      return []
  }
}

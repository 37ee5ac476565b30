import type { AuditFilter } from '#contract/audit-api.ts'
import { verbsOf } from './audit-words.ts'

export const ranges = ['all', 'hour', 'day', 'week', 'month', 'custom'] as const
export type Range = (typeof ranges)[number]

const HOUR = 3_600_000
const spans: Partial<Record<Range, number>> = {
  hour: HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
}

/** As in the URL; blank means no filter. `from` and `to` are calendar days, `2026-07-01`. */
export const choiceParts = ['kind', 'object', 'verb', 'actor', 'text', 'range', 'from', 'to'] as const
export type AuditChoice = Record<(typeof choiceParts)[number], string> & { range: Range }

/** The start of a day in local time, or of the next one; undefined if the text is not a day. */
function dayStart(day: string, plusDays = 0): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day) ?? []
  return year ? new Date(Number(year), Number(month) - 1, Number(date) + plusDays).getTime() : undefined
}

/** The query for the panel. */
export function auditFilter(choice: AuditChoice, now: number): AuditFilter {
  const span = spans[choice.range]
  const from = choice.range === 'custom' ? dayStart(choice.from) : span && now - span
  const after = choice.range === 'custom' ? dayStart(choice.to, 1) : undefined
  const verbs = verbsOf(choice.verb).join(',')
  const text = choice.text.trim()
  return {
    ...(choice.kind && { objectKind: choice.kind }),
    ...(choice.object && { object: choice.object }),
    ...(choice.actor && { actor: choice.actor }),
    ...(verbs && { verbs }),
    ...(text && { text }),
    ...(from !== undefined && { from }),
    ...(after !== undefined && { to: after - 1 }),
  }
}

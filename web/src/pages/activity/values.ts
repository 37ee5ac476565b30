import { isolated } from '../../i18n/measures.ts'
import type { Translate, useTranslation } from '../../i18n/translation.tsx'
import type { ValueKind } from './field-words.ts'

export type Measures = ReturnType<typeof useTranslation>['measures']

export interface Reading {
  t: Translate
  measures: Measures
  /** Undefined for an inbound that is gone. */
  inboundName(id: number): string | undefined
  /** The page's own name of a field: a setting, or a field of the inbound form. */
  labelOf?(objectKind: string, path: string): string | undefined
  /** The page's own word for a value. */
  wordOf?(objectKind: string, path: string, value: unknown): string | undefined
}

const DAY = 86_400_000
const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A block, a list of blocks or a secret is never written out: the line says only that it changed. */
export const isSayable = (value: unknown): boolean =>
  value !== '***' &&
  (isBlank(value) ||
    typeof value !== 'object' ||
    (Array.isArray(value) && value.every((one) => typeof one !== 'object')))

function sayTime(value: number, { t, measures }: Reading): string {
  if (value === 0) return t('past.never')
  // Counted from the first connection.
  return value < 0
    ? t('past.fromFirstUse', { days: measures.days(Math.round(-value / DAY)) })
    : measures.date(value)
}

function sayInbounds(value: unknown, { inboundName }: Reading): string {
  const ids = Array.isArray(value) ? value : []
  return isolated(ids.map((id) => inboundName(Number(id)) ?? `#${id}`).join(', '))
}

export function sayValue(value: unknown, kind: ValueKind, reading: Reading): string {
  const { t, measures } = reading
  if (typeof value === 'boolean') return t(value ? 'past.on' : 'past.off')
  if (isBlank(value)) return t('past.none')
  if (kind === 'inbounds') return sayInbounds(value, reading)
  if (typeof value !== 'number' || kind === 'text')
    return isolated(Array.isArray(value) ? value.join(', ') : String(value))
  if (kind === 'time') return sayTime(value, reading)
  if (value === 0 && kind !== 'toggle') return t('past.unlimited')
  if (kind === 'bytes') return measures.bytes(value)
  if (kind === 'speed') return isolated(`${measures.plain(Math.round(value / 10_000) / 100)} Mbit/s`)
  return kind === 'toggle' ? t(value ? 'past.on' : 'past.off') : measures.count(value)
}

/** Details of an entry are whatever was stored. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

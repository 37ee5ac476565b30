import type { Quota, QuotaReset } from '#contract/quotas.ts'
import { placeOf, targetOf } from '#domain/quotas/quotas.ts'

/** A quota as a person edits it. */
export interface QuotaRow {
  /** What it is for: `inbound:12`, `node:0`, `label:premium`. */
  target: string
  gigabytes: number | string
  reset: QuotaReset
  /** As stored: an amount that stays as it is shown was not rounded by anybody. */
  bytes: number
}

const GB = 1024 ** 3
const shownAmount = (bytes: number): number => Number((bytes / GB).toFixed(3))

export const bytesOf = ({ gigabytes, bytes }: Pick<QuotaRow, 'gigabytes' | 'bytes'>): number =>
  Number(gigabytes) === shownAmount(bytes) ? bytes : Math.round(Number(gigabytes) * GB)

export const rowsOf = (quotas: readonly Quota[]): QuotaRow[] =>
  quotas.map((quota) => {
    const { bytes, reset } = quota
    return { target: targetOf(quota), gigabytes: shownAmount(bytes), reset, bytes }
  })

export const quotasFrom = (rows: readonly QuotaRow[]): Quota[] =>
  rows.flatMap((row): Quota[] => {
    const [place, rest] = [placeOf(row.target), { bytes: bytesOf(row), reset: row.reset }]
    if (!place) return []
    if (place.on === 'label') return [{ on: 'label', label: place.label, ...rest }]
    const { on, id } = place
    return [on === 'node' ? { on, nodeId: id, ...rest } : { on, inboundId: id, ...rest }]
  })

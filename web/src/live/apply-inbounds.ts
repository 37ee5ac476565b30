import type { QueryClient } from '@tanstack/react-query'
import type { ClientStatsEvent } from '#contract/events.ts'
import type { Inbound } from '#contract/inbound.ts'
import { endpoints } from '../api/endpoints.ts'
import { keyOf } from '../api/queries.ts'

/** Writes absolute counters into the cached list of inbounds; rows that did not move stay the same objects. */
export function applyInboundTotals(queries: QueryClient, { inbounds = [] }: ClientStatsEvent): void {
  if (inbounds.length === 0) return
  const totals = new Map(inbounds.map((row) => [row.id, row]))
  const key = keyOf(endpoints.inbounds.listSlim)
  const held = queries.getQueryData<readonly Inbound[]>(key)
  if (!held) return
  const next = held.map((inbound) => {
    const row = totals.get(inbound.id)
    if (!row) return inbound
    const { up, down, enable } = row
    const same = inbound.up === up && inbound.down === down && inbound.enable === enable
    return same ? inbound : { ...inbound, up, down, enable }
  })
  if (next.some((inbound, i) => inbound !== held[i])) queries.setQueryData(key, next)
}

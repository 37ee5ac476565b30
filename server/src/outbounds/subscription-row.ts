import type { Selectable } from 'kysely'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import type { OutboundSub, OutboundSubInput } from '#contract/outbounds-api.ts'
import { listedOutbound } from '#domain/outbounds/listed-outbound.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { isBlock } from '#domain/untyped.ts'
import { isStorable } from '../platform/db/storable.ts'
import { parseTarget } from '../platform/egress/target.ts'
import type { Schema } from '../store/schema.ts'

export type SubRow = Selectable<Schema['outbound_subscriptions']>

const usualInterval = 600
const shortest = 60
const longest = 30 * 86_400

export function outboundsIn(row: Pick<SubRow, 'last_fetched_outbounds'>): Block[] {
  if (row.last_fetched_outbounds === '') return []
  const value: unknown = JSON.parse(row.last_fetched_outbounds) // written by us, perhaps by an earlier version
  const stored: Block[] = Array.isArray(value) ? value.filter(isBlock) : []
  return stored.map(listedOutbound).filter((outbound) => outbound !== undefined)
}

/** Parsed once per text: every change of the core's configuration reads them. */
export function createStoredOutbounds() {
  const read = new Map<number, { text: string; outbounds: Block[] }>()
  return (row: Pick<SubRow, 'id' | 'last_fetched_outbounds'>): Block[] => {
    const known = read.get(row.id)
    if (known?.text === row.last_fetched_outbounds) return known.outbounds
    const outbounds = outboundsIn(row)
    read.set(row.id, { text: row.last_fetched_outbounds, outbounds })
    return outbounds
  }
}

export const prefixOf = (row: Pick<SubRow, 'id' | 'tag_prefix'>): string => row.tag_prefix || `sub${row.id}-`

/** A coded sentence is stored as JSON. Earlier versions stored English. */
export const storedError = (said: Coded | undefined): string => (said ? JSON.stringify(said) : '')

function shownError(stored: string): Pick<OutboundSub, 'lastError' | 'lastErrorCoded'> {
  if (!stored.startsWith('{"code":')) return { lastError: stored }
  const said = JSON.parse(stored) as Coded // written by `storedError`
  return { lastError: inEnglish(said), lastErrorCoded: said }
}

export const toSub = (row: SubRow): OutboundSub => ({
  id: row.id,
  remark: row.remark,
  url: row.url,
  enabled: row.enabled,
  allowPrivate: false,
  allowInsecure: false,
  tagPrefix: row.tag_prefix,
  updateInterval: row.update_interval,
  priority: row.priority,
  prepend: row.prepend,
  lastUpdated: row.last_updated,
  ...shownError(row.last_error),
  lastFetchedOutbounds: '',
  outboundCount: outboundsIn(row).length,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

/** A list is written by people that the operator may not know: it is fetched from public addresses over verified TLS, or not at all (S5). */
export function refuseUnsafe(input: Pick<OutboundSubInput, 'allowPrivate' | 'allowInsecure'>): void {
  if (input.allowPrivate) throw new Refusal('outbound-sub.private-not-allowed', {}, 'allowPrivate')
  if (input.allowInsecure) throw new Refusal('outbound-sub.insecure-not-allowed', {}, 'allowInsecure')
}

export function checkedUrl(text: string): string {
  const url = text.trim()
  if (url === '') throw new Refusal('outbound-sub.url-missing', {}, 'url')
  try {
    parseTarget(url)
  } catch (error) {
    if (error instanceof Refusal)
      throw new Refusal('outbound-sub.url-invalid', { reason: codedOf(error) }, 'url')
    throw error
  }
  return url
}

function checkedText(text: string, field: string, most: number): string {
  const plain = text.trim()
  if (plain.length > most || !isStorable(plain) || /\p{Cc}/u.test(plain))
    throw new Refusal('input.too-long-or-breaks', { max: most }, field)
  return plain
}

/** The columns that a body sets; missing fields keep their value or get the default. */
export function columnsOf(input: OutboundSubInput, before?: SubRow) {
  refuseUnsafe(input)
  const update_interval = input.updateInterval || before?.update_interval || usualInterval
  if (!Number.isInteger(update_interval) || update_interval < shortest || update_interval > longest)
    throw new Refusal('outbound-sub.interval-invalid', { min: shortest, max: longest }, 'updateInterval')
  return {
    remark: checkedText(input.remark ?? before?.remark ?? '', 'remark', 200),
    url: checkedText(checkedUrl(input.url ?? before?.url ?? ''), 'url', 2_000),
    enabled: input.enabled ?? before?.enabled ?? true,
    tag_prefix: checkedText(input.tagPrefix ?? before?.tag_prefix ?? '', 'tagPrefix', 50),
    update_interval,
    prepend: input.prepend ?? before?.prepend ?? false,
  }
}

import { noQuotas } from '#contract/clients/fields.ts'
import { maxQuotas, mostQuotaBytes, quotaResets } from '#contract/quota-terms.ts'
import type { Quota, QuotaReset } from '#contract/quotas.ts'
import { checkLabels } from '#domain/inbounds/labels.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlock, textAt } from '#domain/untyped.ts'

/** Names what a quota is for: `inbound:12`, `node:0`, `label:premium`. */
export type Target = `inbound:${number}` | `node:${number}` | `label:${string}`

export function targetOf(quota: Quota): Target {
  if (quota.on === 'inbound') return `inbound:${quota.inboundId}`
  return quota.on === 'node' ? `node:${quota.nodeId}` : `label:${quota.label}`
}

const form = /^(?:(inbound|node):(\d{1,15})|label:(.{1,255}))$/su

/** The place that such a text names; undefined if it names none. */
export function placeOf(
  target: string,
): { on: 'inbound' | 'node'; id: number } | { on: 'label'; label: string } | undefined {
  const [, on, id, label] = form.exec(target) ?? []
  if (label !== undefined) return { on: 'label', label }
  return on === undefined ? undefined : { on: on === 'node' ? 'node' : 'inbound', id: Number(id) }
}

/** As a cell of a row holds them, blank for none. */
export const quotasCell = (quotas: readonly Quota[]): string =>
  quotas.length === 0 ? '' : JSON.stringify(quotas.map(plain))

/** With its keys in one order, so that equal ones are equal texts. */
function plain(quota: Quota): Quota {
  const { bytes, reset } = quota
  if (quota.on === 'inbound') return { on: 'inbound', inboundId: quota.inboundId, bytes, reset }
  if (quota.on === 'node') return { on: 'node', nodeId: quota.nodeId, bytes, reset }
  return { on: 'label', label: quota.label, bytes, reset }
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isReset = (text: string): text is QuotaReset => (quotaResets as readonly string[]).includes(text) // widened

function readQuota(value: unknown): Quota[] {
  const block = asBlock(value)
  const { bytes, inboundId, nodeId } = block
  const [on, label, reset] = [textAt(block, 'on'), textAt(block, 'label'), textAt(block, 'reset')]
  if (!isId(bytes) || bytes === 0 || !isReset(reset)) return []
  if (on === 'inbound' && isId(inboundId)) return [{ on, inboundId, bytes, reset }]
  if (on === 'node' && isId(nodeId)) return [{ on, nodeId, bytes, reset }]
  return on === 'label' && label !== '' ? [{ on, label, bytes, reset }] : []
}

/** What is no quota counts as none. */
export const quotasOf = (value: unknown): Quota[] =>
  Array.isArray(value) ? value.flatMap(readQuota) : noQuotas

/** Another program may have written anything into the cell. */
export function quotasIn(cell: string): Quota[] {
  if (cell === '') return noQuotas
  try {
    return quotasOf(JSON.parse(cell))
  } catch {
    return noQuotas
  }
}

/** Whatever a list can say wrong by itself; whether its inbounds and nodes exist is asked elsewhere. */
export function checkQuotas(quotas: readonly Quota[], field: string): readonly Quota[] {
  if (quotas.length > maxQuotas) throw new Refusal('quota.too-many', { max: maxQuotas }, field)
  const seen = new Set<Target>()
  for (const quota of quotas) {
    const { bytes } = quota
    if (!Number.isSafeInteger(bytes) || bytes <= 0 || bytes > mostQuotaBytes)
      throw new Refusal('quota.bytes', { max: mostQuotaBytes / 10 ** 12 }, field)
    if (quota.on === 'label' && checkLabels([quota.label], field).length === 0)
      throw new Refusal('quota.no-label', {}, field)
    const target = targetOf(quota)
    if (seen.has(target)) throw new Refusal('quota.twice', { target: nameOf(quota) }, field)
    seen.add(target)
  }
  return quotas
}

/** As a message names what a quota is for. */
const nameOf = (quota: Quota): string =>
  quota.on === 'label' ? quota.label : String(quota.on === 'inbound' ? quota.inboundId : quota.nodeId)

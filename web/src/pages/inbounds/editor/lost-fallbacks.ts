import type { Block, Inbound } from '#contract/inbound.ts'
import { lostChild, refusalOf } from '#domain/inbounds/fallback-rules.ts'
import { blockAt, type InboundShape } from '#domain/inbounds/stream.ts'
import { codedOf, inEnglish } from '#domain/refusal.ts'
import { protocolOf } from './cell-change.ts'
import type { FormProblem } from './editor-context.ts'
import type { FallbackDraft } from './form-values.ts'

export const shapeOf = (form: Block): InboundShape => ({
  protocol: protocolOf(form),
  settings: blockAt(form, 'settings'),
  streamSettings: blockAt(form, 'streamSettings'),
})

/** The first row whose inbound no client would reach, as the panel would refuse it. */
export function lostFallbacks(
  form: Block,
  rows: readonly FallbackDraft[],
  all: readonly Inbound[],
): FormProblem[] {
  const childOf = (id: number) => all.find((inbound) => inbound.id === id)
  const ordered = rows.map((row, sortOrder) => ({ ...row, sortOrder }))
  const lost = lostChild(shapeOf(form), ordered, childOf)
  if (!lost) return []
  const field = `fallbacks[${rows.findIndex(({ childId }) => childId === lost.childId)}].childId`
  const coded = codedOf(refusalOf(lost, childOf, field))
  return [{ field, message: inEnglish(coded), coded }]
}

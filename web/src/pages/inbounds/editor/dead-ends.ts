import type { Block, Inbound } from '#contract/inbound.ts'
import { certificateField, lacksCertificate } from '#domain/inbounds/certificates.ts'
import { lostChild, refusalOf } from '#domain/inbounds/fallback-rules.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { coded, codedOf, inEnglish } from '#domain/refusal.ts'
import { blockAt } from '#domain/untyped.ts'
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
  const said = codedOf(refusalOf(lost, childOf, field))
  return [{ field, message: inEnglish(said), coded: said }]
}

/** A TLS inbound without a certificate is refused, unless it was stored like that. */
export function certificateProblems(form: Block, stored: Inbound | undefined): FormProblem[] {
  const { streamSettings } = shapeOf(form)
  if (!lacksCertificate(streamSettings) || (stored && lacksCertificate(stored.streamSettings))) return []
  const said = coded('inbound.certificate-missing')
  return [{ field: certificateField, message: inEnglish(said), coded: said }]
}

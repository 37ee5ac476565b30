import { inboundFields } from '#contract/inbounds/fields.ts'
import { Refusal } from '#domain/refusal.ts'

const most = inboundFields.labels.max
const longest = 32
const isLabel = (label: string): boolean => /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(label)

export const wordsIn = (text: string): string[] => (text === '' ? [] : text.split(','))

/** As they are stored: short words in lower case, each once, in the order of the alphabet. */
export function checkLabels(sent: readonly string[], field = 'labels'): string[] {
  const labels = [...new Set(sent.map((label) => label.trim().toLowerCase()))].filter((label) => label !== '')
  for (const label of labels) {
    if (label.length > longest) throw new Refusal('label.too-long', { label, max: longest }, field)
    if (!isLabel(label)) throw new Refusal('label.invalid', { label }, field)
  }
  if (labels.length > most) throw new Refusal('label.too-many', { max: most }, field)
  return labels.sort()
}

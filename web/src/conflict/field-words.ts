import type { Translate } from '../i18n/translation.tsx'

/** How a form names a field and writes its value. */
export interface FieldWords {
  /** Blocks whose fields are fields of the form. */
  blocks: readonly string[]
  label(key: string): string
  value(key: string, value: unknown): string
}

const longest = 60

export function plainValue(t: Translate, value: unknown): string {
  if (typeof value === 'boolean') return t(value ? 'conflict.on' : 'conflict.off')
  const isPlainList = Array.isArray(value) && value.every((one) => typeof one !== 'object')
  const text = isPlainList ? value.join(', ') : typeof value === 'string' ? value : JSON.stringify(value)
  if (!text) return '∅'
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Words of a form whose fields are named by this function; without a name, the wire's. */
export const wordsBy = (
  t: Translate,
  labelOf: (key: string) => string | undefined,
  blocks: readonly string[] = [],
): FieldWords => ({
  blocks,
  label: (key) => labelOf(key) ?? key,
  value: (_, value) => plainValue(t, value),
})

import type { PlainKey } from './translate.ts'
import { words } from './words.ts'

/**
 * The message that is named by a path, or by the end of one: `field.externalProxy[].dest` before `field.dest`. So a table
 * of fields needs no table of labels.
 */
export function wordFor(group: string, path: string): PlainKey | undefined {
  const known = words.textsOf(words.language())
  const parts = path.split('.')
  const keys = parts.map((_, from) => `${group}.${parts.slice(from).join('.')}`)
  return keys.find((key) => key in known) as PlainKey | undefined // labels take no arguments
}

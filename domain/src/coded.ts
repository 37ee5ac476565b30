import type { Coded } from '#contract/coded.ts'
import { format } from './words/format.ts'

const withoutPeriod = (words: string): string => words.replace(/[.。]$/, '')

interface Said {
  /** Whose plural rules are used. */
  locale: string
  /** Words a parameter that is itself a coded sentence. */
  say(inner: Coded): string
}

/**
 * Fills the parameters into a sentence. Numbers stay as they are: most are ports and limits, which nobody writes with
 * separators. A value loses its final period in front of another punctuation mark, in any language.
 */
export const fill = (text: string, params: Coded['params'], { locale, say }: Said): string =>
  format(text, params, {
    locale,
    write(value, name, after) {
      if (value === undefined) return `{${name}}`
      const words = typeof value === 'object' ? say(value) : String(value)
      return /^[.:;,。：；，،؛]/.test(after) ? withoutPeriod(words) : words
    },
  })

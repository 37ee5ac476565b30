import type { Coded } from '#contract/coded.ts'

const withoutPeriod = (words: string): string => words.replace(/[.。]$/, '')

/**
 * Fills `{name}` placeholders. `say` words a parameter that is itself a coded sentence. A value loses its
 * final period in front of another punctuation mark, in any language.
 */
export function fill(text: string, params: Coded['params'], say: (inner: Coded) => string): string {
  return text.replace(/\{(\w+)\}([.:;,。：；，،؛]?)/g, (whole, name: string, mark: string) => {
    const value = params[name]
    if (value === undefined) return whole
    const words = typeof value === 'object' ? say(value) : String(value)
    return (mark === '' ? words : withoutPeriod(words)) + mark
  })
}

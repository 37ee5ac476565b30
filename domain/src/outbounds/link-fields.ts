import type { Block } from '#contract/inbound.ts'
import { Refusal } from '#domain/refusal.ts'
import { foldedKey, isBlock } from '#domain/untyped.ts'

/** Reads one untrusted value; undefined omits it, and a value that must not reach the core is refused. */
export type Field = (value: unknown, name: string) => unknown

const wrong = (name: string): Refusal => new Refusal('share-link.value-not-allowed', { name })
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Skips absent values. */
const given =
  (read: Field): Field =>
  (value, name) =>
    isAbsent(value) ? undefined : read(value, name)

/** One line of text. */
export const text = (most: number, shape = /^[^\p{Cc}]*$/u): Field =>
  given((value, name) => {
    if (typeof value !== 'string' || value.length > most || !shape.test(value)) throw wrong(name)
    return value
  })

export const oneOf = (...words: readonly string[]): Field =>
  given((value, name) => {
    const word = typeof value === 'string' ? value.toLowerCase() : undefined
    const found = words.find((w) => w.toLowerCase() === word)
    if (found === undefined) throw wrong(name)
    return found
  })

export const flag: Field = given((value, name) => {
  if (typeof value !== 'boolean') throw wrong(name)
  return value
})

export const whole = (least: number, most: number): Field =>
  given((value, name) => {
    const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value
    if (typeof number !== 'number' || !Number.isInteger(number) || number < least || number > most)
      throw wrong(name)
    return number
  })

/** A number, or two with a dash: the core's range format, without signs. */
export const range = (least: number, most: number): Field =>
  given((value, name) => {
    if (typeof value !== 'string' && typeof value !== 'number') throw wrong(name)
    const [, from = '', to = from] = /^(\d{1,10})(?:-(\d{1,10}))?$/.exec(String(value)) ?? []
    const isFit = (n: string) => n !== '' && Number(n) >= least && Number(n) <= most
    if (!isFit(from) || !isFit(to)) throw wrong(name)
    return value
  })

export const list = (entry: Field, most: number): Field =>
  given((value, name) => {
    if (!Array.isArray(value) || value.length > most) throw wrong(name)
    return value.map((one) => entry(one, name)).filter((one) => one !== undefined)
  })

/** A list, or comma-separated text. */
export const texts = (entry: Field, most: number): Field =>
  given((value, name) =>
    list(entry, most)(typeof value === 'string' ? value.split(',').map((t) => t.trim()) : value, name),
  )

const byKey = (table: Readonly<Record<string, Field>>) =>
  new Map(Object.entries(table).map(([key, field]) => [foldedKey(key), [key, field] as const]))

/**
 * An object reduced to these keys, under the names the core knows. Keys are matched ignoring case, as the core does:
 * it would also read `MASTERKEYLOG`.
 */
export function fields(table: Readonly<Record<string, Field>>): (value: unknown, name: string) => Block {
  const known = byKey(table)
  return (value, name) => {
    if (!isBlock(value)) throw wrong(name)
    const out: Block = {}
    for (const [given, one] of Object.entries(value)) {
      const [key, field] = known.get(foldedKey(given)) ?? []
      const read = key !== undefined && field ? field(one, key) : undefined
      if (key !== undefined && read !== undefined) out[key] = read
    }
    return out
  }
}

/** A non-empty object; otherwise undefined. */
export const part = (read: (value: unknown, name: string) => Block): Field =>
  given((value, name) => {
    const out = read(value, name)
    return Object.keys(out).length > 0 ? out : undefined
  })

/** HTTP headers without Host, which is set elsewhere. */
export const headers: Field = given((value, name) => {
  if (!isBlock(value) || Object.keys(value).length > 32) throw wrong(name)
  const line = text(1_024, /^[\t\x20-\x7e]*$/)
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key.toLowerCase() !== 'host')
      .map(([key, one]) => {
        if (!/^[\w!#$%&'*+.^`|~-]{1,64}$/.test(key)) throw wrong(name)
        return [key, typeof one === 'string' && one !== '' ? line(one, name) : '']
      }),
  )
})

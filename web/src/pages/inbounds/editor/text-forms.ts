import type { Block } from '#contract/inbound.ts'
import { isBlock } from '#domain/untyped.ts'
import type { Parsed } from './draft-text.tsx'

/** `Name: value`, one per line; a repeated name has all its values. */
export function linesOf(value: unknown): string {
  if (!isBlock(value)) return ''
  return Object.entries(value)
    .flatMap(([name, texts]) => (Array.isArray(texts) ? texts : [texts]).map((text) => `${name}: ${text}`))
    .join('\n')
}

export function parseLines(text: string, why: string): Parsed<unknown> {
  const found: Record<string, string | string[]> = {}
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const [, name, value] = /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line) ?? []
    if (name === undefined || value === undefined) return { ok: false, why }
    const before = found[name]
    found[name] = before === undefined ? value : [before, value].flat()
  }
  return { ok: true, value: found }
}

export const jsonOf = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** Undefined if nothing is written. */
export function parseBlock(text: string, why: string): Parsed<Block | undefined> {
  if (text.trim() === '') return { ok: true, value: undefined }
  try {
    const value: unknown = JSON.parse(text)
    return isBlock(value) ? { ok: true, value } : { ok: false, why }
  } catch (error) {
    return { ok: false, why: `${why} ${error instanceof Error ? error.message : ''}` }
  }
}

export function blockIn(text: string): Block | undefined {
  const read = parseBlock(text, '')
  return read.ok ? read.value : undefined
}

/** Exports of other panels contain these blocks as JSON strings. */
export function unwrapped(form: Block): Block {
  const next = { ...form }
  for (const key of ['settings', 'streamSettings', 'sniffing']) {
    const value = next[key]
    if (typeof value !== 'string') continue
    next[key] = blockIn(value) ?? value
  }
  return next
}

export const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return value === '' ? [] : value.split(',').map((part) => part.trim())
  return Array.isArray(value) ? value.map(String) : []
}

/** Lists of integers are edited as comma-separated text. */
export const numbersOf = (texts: readonly string[]): (number | string)[] =>
  texts.map((text) => (/^-?\d+$/.test(text) ? Number(text) : text))

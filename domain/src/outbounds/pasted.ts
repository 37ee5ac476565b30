import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt } from '#domain/core-config/edit.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { isBlock } from '#domain/untyped.ts'
import { parseShareLink } from './share-link.ts'
import { linesOf, mostLinks } from './share-list.ts'
import { isWireguardConfig, wireguardOfConfig } from './share-wireguard.ts'

/** What one line, or one entry of a list, becomes, or why it is left out. */
export type Pasted = { line: number; outbound: Block } | { line: number; why: Coded }

function ofJson(text: string): Pasted[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return [{ line: 1, why: coded('share-link.not-json') }]
  }
  const inside = isBlock(value) ? valueAt(value, ['outbounds']) : undefined
  const list = Array.isArray(value) ? value : Array.isArray(inside) ? inside : [value]
  return list.slice(0, mostLinks).map((entry: unknown, i): Pasted => {
    if (!isBlock(entry)) return { line: i + 1, why: coded('share-link.not-object') }
    if (textIn(entry, ['protocol']) === '') return { line: i + 1, why: coded('share-link.no-protocol') }
    return { line: i + 1, outbound: entry }
  })
}

function ofConfig(text: string): Pasted[] {
  try {
    return [{ line: 1, outbound: wireguardOfConfig(text) }]
  } catch (error) {
    if (error instanceof Refusal) return [{ line: 1, why: codedOf(error) }]
    throw error
  }
}

/** Parses pasted text: share links, a list of them, outbound JSON, or a WireGuard file. */
export function readPasted(text: string): Pasted[] {
  if (text.trim() === '') return []
  if (/^\s*[[{]/.test(text) && !isWireguardConfig(text)) return ofJson(text)
  if (isWireguardConfig(text)) return ofConfig(text)
  const pasted = linesOf(text).flatMap((line, i): Pasted[] => {
    const link = line.trim()
    if (link === '' || link.startsWith('#') || link.startsWith('//')) return []
    const parsed = parseShareLink(link)
    return [parsed.ok ? { line: i + 1, outbound: parsed.outbound } : { line: i + 1, why: parsed.why }]
  })
  return pasted.slice(0, mostLinks)
}

import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { type ParsedLink, parseShareLink } from './share-link.ts'
import { fromBase64 } from './share-parts.ts'

type Outbound = Extract<ParsedLink, { ok: true }>['outbound']

export interface ShareList {
  outbounds: Outbound[]
  /** Lines (from 1) that gave no outbound, and why. */
  skipped: { line: number; why: Coded }[]
}

/** Limit: a hostile list must not become a configuration that no core can load. */
export const mostLinks = 2_000

/** A list is plain lines, or the same in Base64. */
export function linesOf(text: string): string[] {
  const plain = text.includes('://') ? text : (fromBase64(text) ?? text)
  return plain.split(/\r\n|\r|\n/)
}

/** All outbounds of a list of share links; tags come from the links and may repeat. */
export function parseShareList(text: string): ShareList {
  const list: ShareList = { outbounds: [], skipped: [] }
  for (const [index, line] of linesOf(text.replace(/^\uFEFF/, '')).entries()) {
    const link = line.trim()
    if (link === '' || link.startsWith('#') || link.startsWith('//')) continue
    if (list.outbounds.length + list.skipped.length >= mostLinks) {
      list.skipped.push({ line: index + 1, why: coded('share-link.too-many', { max: mostLinks }) })
      break
    }
    const parsed = parseShareLink(link)
    if (parsed.ok) list.outbounds.push(parsed.outbound)
    else list.skipped.push({ line: index + 1, why: parsed.why })
  }
  return list
}

/** Makes tags unique: adds the prefix, and a number to a name that is already taken. */
export function withOwnTags<T extends { tag: string }>(outbounds: readonly T[], prefix: string): T[] {
  const taken = new Set<string>()
  /** The number to try next, by name: a list may give thousands the same one. */
  const next = new Map<string, number>()
  return outbounds.map((outbound) => {
    const wanted = `${prefix}${outbound.tag}`
    let tag = wanted
    let n = next.get(wanted) ?? 2
    while (taken.has(tag)) tag = `${wanted}-${n++}`
    next.set(wanted, n)
    taken.add(tag)
    return { ...outbound, tag }
  })
}

import { linesOf } from '#domain/outbounds/share-list.ts'
import { blockIn, decoded, fromBase64 } from '#domain/outbounds/share-parts.ts'
import { isBlock } from '#domain/untyped.ts'
import { base64Text, escaped } from './link.ts'

/** A server, or a list of servers, of somebody else that an operator gave a client; as stored in `clients.external_links`. */
export interface ExternalRow {
  /** A share link, or the address of a list of them. */
  readonly kind: 'link' | 'subscription'
  readonly value: string
  /** The name that apps show for a link; blank: its own. */
  readonly remark: string
  readonly enable?: boolean
  /** Milliseconds; 0 or absent: no end. */
  readonly expiryTime?: number
}

/** Keys under which callers store a link in their rows. */
const valueKeys = ['link', 'url', 'uri', 'value'] as const

const textIn = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** One line of a list: what an operator typed may have spaces in its name. */
const lineOf = (text: string): string =>
  text.trim().replace(/[^\S\r\n]/gu, (blank) => encodeURIComponent(blank))

const isLink = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^\s\p{Cc}\p{Cs}]+$/iu.test(text)
const isListAddress = (text: string): boolean => /^https?:\/\/[^/?#]/i.test(text)

/** The row that a kind, an address and a name make; undefined for an unknown kind or a text that is no address. */
export function externalRow(kind: string, value: string, remark: string): ExternalRow | undefined {
  const named = kind.trim().toLowerCase() || 'link'
  if (named !== 'link' && named !== 'subscription') return undefined
  const text = lineOf(value)
  return isLink(text) && (named === 'link' || isListAddress(text))
    ? { kind: named, value: text, remark: remark.trim() }
    : undefined
}

function rowIn(stored: unknown, now: number): ExternalRow[] {
  const block = isBlock(stored) ? stored : { value: stored }
  if (block.enable === false) return []
  const { expiryTime } = block
  if (typeof expiryTime === 'number' && expiryTime > 0 && expiryTime <= now) return []
  const value = valueKeys.map((key) => textIn(block[key])).find((text) => text !== '') ?? ''
  const row = externalRow(textIn(block.kind), value, textIn(block.remark))
  return row ? [row] : []
}

/** What of the stored text is on; anything that is neither a link nor a list is skipped. */
export function externalRows(stored: string, now: number): ExternalRow[] {
  if (stored === '') return []
  try {
    const rows: unknown = JSON.parse(stored)
    return Array.isArray(rows) ? rows.flatMap((row: unknown) => rowIn(row, now)) : []
  } catch {
    return []
  }
}

/** The links of these rows, in their order; `listed` gives those of a list. */
export const linksIn = (
  rows: readonly ExternalRow[],
  listed: (address: string) => readonly string[],
): string[] =>
  rows.flatMap(({ kind, value, remark }) =>
    kind === 'subscription' ? listed(value) : [remark === '' ? value : namedLink(value, remark)],
  )

const vmessBody = /^vmess:\/\/([^#?@]+)$/i
const vmessIn = (link: string) => {
  const [, body] = vmessBody.exec(link) ?? []
  return body === undefined ? {} : blockIn(fromBase64(body) ?? '')
}

/** The link with another name: VMess has it inside, the others after the #. */
export function namedLink(link: string, name: string): string {
  const inside = vmessIn(link)
  if (Object.keys(inside).length > 0)
    return `vmess://${base64Text(JSON.stringify({ ...inside, ps: name.replace(/\p{Cs}/gu, '\ufffd') }))}`
  return `${link.replace(/#.*$/s, '')}#${escaped(name)}`
}

/** The name of a link; blank if it has none. */
export function linkName(link: string): string {
  const { ps } = vmessIn(link)
  return typeof ps === 'string' ? ps.trim() : decoded(/#(.+)$/s.exec(link)?.[1] ?? '').trim()
}

/** Kinds of links that apps read: a list of somebody else cannot put anything else before a person. */
const schemes =
  /^(vless|vmess|trojan|ss|ssr|hysteria2?|hy2|tuic|wireguard|wg|anytls|socks5?|naive\+(https|quic)):\/\//i
const mostListed = 500
const longestLink = 4_096

/** The links of a fetched list, plain or in Base64. */
export const linksListed = (text: string): string[] =>
  linesOf(text.replace(/^\uFEFF/, ''))
    .map(lineOf)
    .filter((line) => line.length <= longestLink && schemes.test(line) && isLink(line))
    .slice(0, mostListed)

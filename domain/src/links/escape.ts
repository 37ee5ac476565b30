import type { Advertised } from './advertised.ts'

/** Trims a trailing run of one character. A regular expression would take quadratic time. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return end === text.length ? text : text.slice(0, end)
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')) // lone surrogates would throw
  }
}

/** Percent-encoded for any part of a link. Fast path: most texts need no escaping. */
export const escaped = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : percentEncoded(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Each UTF-8 byte as one character; ASCII texts are returned unchanged. */
const binaryText = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text
    : text.replace(/[^\0-\x7f]{1,1000}/gu, (run) => String.fromCharCode(...new TextEncoder().encode(run)))

/** Base64 of the text's UTF-8 bytes. */
export const base64Text = (text: string): string => btoa(binaryText(text))

/** Base64url without padding. */
export const base64Url = (text: string): string =>
  withoutEnd(base64Text(text), '=').replaceAll('+', '-').replaceAll('/', '_')

/** IPv6 addresses are bracketed in URIs (R33). */
const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : escaped(host))

export type Params = Record<string, string>

/** Blank values omitted, keys sorted, so that the output is stable. */
export const queryOf = (params: Params): string =>
  Object.entries(params)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${escaped(value)}`)
    .join('&')

/** `user` and `query` are already escaped by the caller. */
export const uriOf = (
  { host, port, remark }: Pick<Advertised, 'host' | 'port' | 'remark'>,
  scheme: string,
  user: string,
  query: string,
): string => `${scheme}://${user}@${bracketed(host)}:${port}?${query}#${escaped(remark)}`

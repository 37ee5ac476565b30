/** Without the run of one character that it ends in. A pattern would look at every such run in the text again and again. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === character) end--
  return end === text.length ? text : text.slice(0, end)
}

function percentEncoded(text: string): string {
  try {
    return encodeURIComponent(text)
  } catch {
    return encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')) // half a surrogate pair, which no encoder takes
  }
}

/** Percent-encoded for any part of a link. Most texts need nothing, and feeds are made of many. */
export const escaped = (text: string): string =>
  /^[\w.~-]*$/.test(text)
    ? text
    : percentEncoded(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** Each byte of the text's UTF-8 as one character; all but a few letters of a link are that already. */
const binaryText = (text: string): string =>
  /^[\0-\x7f]*$/.test(text)
    ? text
    : text.replace(/[^\0-\x7f]{1,1000}/gu, (run) => String.fromCharCode(...new TextEncoder().encode(run)))

/** Base64 of the text's UTF-8 bytes. */
export const base64Text = (text: string): string => btoa(binaryText(text))

/** The alphabet that needs no escaping in a URL, without padding. */
export const base64Url = (text: string): string =>
  withoutEnd(base64Text(text), '=').replaceAll('+', '-').replaceAll('/', '_')

/** URIs take an IPv6 address in brackets (R33). */
export const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : escaped(host))

export type Params = Record<string, string>

/** Without blanks and in the order of the alphabet, so that the same thing always reads the same. */
export const queryOf = (params: Params): string =>
  Object.entries(params)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}=${escaped(value)}`)
    .join('&')

interface Addressed {
  host: string
  port: number
  remark: string
}

/** `user` and `query` are escaped already: only their owner knows which colons are its own. */
export const uriOf = (
  { host, port, remark }: Addressed,
  scheme: string,
  user: string,
  query: string,
): string => `${scheme}://${user}@${bracketed(host)}:${port}?${query}#${escaped(remark)}`

import type { Block } from '#contract/inbound.ts'
import { addressBytes, unbracketed } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'
import { isBlock } from '#domain/untyped.ts'
import { withoutEnd } from '../texts.ts'

/** Reads a link parameter; blank if absent. */
export type Ask = (name: string) => string

interface LinkParts {
  /** Everything before the last `@`, as written. */
  user: string
  host: string
  port: number
  /** Additional ports for Hysteria port hopping; blank if none. */
  hop: string
  ask: Ask
  remark: string
}

/** Invalid escapes are kept: a bad remark must not lose the server. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function cut(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark)
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}

export function portOf(value: unknown): number {
  // An untrusted object may have a `toString` that is not a function.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (port < 1 || port > 65_535) throw new Refusal('share-link.no-port')
  return port
}

/** A name or an address, IPv6 with or without brackets. */
export function hostOf(text: string): string {
  const host = decoded(unbracketed(text.trim()))
  if (host === '' || /[\s\p{Cc}/\\<>"'`@#?[\]]/u.test(host)) throw new Refusal('share-link.no-server')
  // The core reads `env:NAME` as an environment variable.
  if (host.includes(':') && !addressBytes(host)) throw new Refusal('share-link.no-server')
  return host
}

function hostAndPorts(authority: string, usual: string): Pick<LinkParts, 'host' | 'port' | 'hop'> {
  const [, host, ports = usual] = /^(\[[^\]]*\]|[^:]*)(?::([\d,-]+))?$/s.exec(authority) ?? []
  if (host === undefined) throw new Refusal('share-link.no-server')
  const first = ports.split(/[,-]/)[0]
  return { host: hostOf(host), port: portOf(first), hop: first === ports ? '' : ports }
}

/**
 * Parses `scheme://user@host:port/?query#remark` by hand: the URL parser supports neither port ranges nor unescaped
 * Base64 before the `@`. Without a default port, one is required.
 */
export function splitLink(body: string, usualPort = ''): LinkParts {
  const [beforeRemark, remark] = cut(body, '#')
  const [place, query] = cut(beforeRemark, '?')
  const at = place.lastIndexOf('@')
  const params = new URLSearchParams(query)
  return {
    user: place.slice(0, Math.max(at, 0)),
    ...hostAndPorts(place.slice(at + 1).replace(/\/.*$/s, ''), usualPort),
    ask: (name) => params.get(name)?.trim() ?? '',
    remark: decoded(remark).trim(),
  }
}

/** Base64 in any form: either alphabet, with or without padding, with line breaks. Undefined for anything else. */
export function fromBase64(text: string): string | undefined {
  const plain = withoutEnd(text.replace(/\s+/g, ''), '=').replaceAll('-', '+').replaceAll('_', '/')
  if (plain === '' || !/^[A-Za-z0-9+/]+$/.test(plain) || plain.length % 4 === 1) return undefined
  const binary = atob(plain)
  return new TextDecoder().decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)))
}

/** A parameter that contains JSON; undefined if it is not an object. */
export function blockIn(text: string): Block {
  try {
    const value: unknown = JSON.parse(text)
    return isBlock(value) ? value : {}
  } catch {
    return {}
  }
}

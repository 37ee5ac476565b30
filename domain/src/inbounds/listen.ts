import { addressBytes, hostPort, plainAddress, unbracketed } from '#domain/net/address.ts'

export const isSocketPath = (listen: string): boolean => listen.startsWith('/') || listen.startsWith('@')

/** The path of a Unix socket: the core takes its permissions after a comma (`/run/x.sock,0666`). */
export const socketFile = (listen: string): string => {
  const parts = listen.trim().split(',')
  return parts.length === 2 && !listen.startsWith('@') ? parts[0]! : listen.trim()
}

/** Undefined for anything but an address. */
export function canonicalIp(listen: string): string | undefined {
  const bytes = addressBytes(unbracketed(listen))
  const [zone = ''] = /%[^\]]*/.exec(listen) ?? []
  return bytes && plainAddress(bytes) + zone
}

/** Canonical form: `::0` is `::`, `::ffff:1.2.3.4` is `1.2.3.4`, `0:0::1` is `::1`. */
export function canonicalListen(listen: string): string {
  const text = listen.trim()
  return isSocketPath(text) ? socketFile(text) : (canonicalIp(text) ?? text)
}

/** The core binds `0.0.0.0` on both families, so every spelling of "any" is the same. */
export const isWildcard = (listen: string): boolean => ['', '0.0.0.0', '::'].includes(canonicalListen(listen))

/** Reachable only from this machine. */
export const isInner = (listen: string): boolean => {
  const address = canonicalListen(listen)
  return isSocketPath(address) || /^(?:127\.|::1$)/.test(address)
}

export const listensOverlap = (a: string, b: string): boolean => {
  const [x, y] = [canonicalListen(a), canonicalListen(b)]
  if (isSocketPath(x) || isSocketPath(y)) return x === y
  return isWildcard(x) || isWildcard(y) || x === y
}

/** `host:port` that a local process can dial; a wildcard listener is dialled over loopback. */
export function dialAddress(listen: string, port: number): string {
  const text = canonicalListen(listen)
  if (isSocketPath(text)) return text
  if (isWildcard(text)) return `127.0.0.1:${port}`
  return hostPort(text, port)
}

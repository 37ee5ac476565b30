import { addressBytes, isIp, plainAddress } from '#domain/net/address.ts'

/** A name (also an international one) or an IP, without port. */
export function isHost(text: string): boolean {
  if (isIp(text)) return true
  if (text.length > 253 || /^[\d.]+$/.test(text)) return false
  return text
    .split('.')
    .every((label) => /^[\p{L}\p{N}_]([\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u.test(label))
}

/** Whether two listeners on one port would conflict; blank is loopback (R7). */
export function listenersOverlap(one: string, other: string): boolean {
  const a = canonical(one)
  const b = canonical(other)
  if (a === b || a === '::' || b === '::') return true // the IPv6 wildcard also takes IPv4
  return !`${a}${b}`.includes(':') && (a === '0.0.0.0' || b === '0.0.0.0')
}

function canonical(listen: string): string {
  const bytes = addressBytes(listen || '127.0.0.1')
  return bytes ? plainAddress(bytes) : listen
}

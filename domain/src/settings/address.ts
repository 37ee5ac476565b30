/** IPv4 in four plain decimals, or IPv6 in any spelling without a zone. */
export const isIp = (text: string): boolean => isIpv4(text) || canonicalIpv6(text) !== null

export function isIpv4(text: string): boolean {
  const parts = text.split('.')
  return parts.length === 4 && parts.every((p) => /^(0|[1-9]\d{0,2})$/.test(p) && Number(p) <= 255)
}

function canonicalIpv6(text: string): string | null {
  if (!/^[0-9a-f:.]+$/i.test(text) || !text.includes(':')) return null
  try {
    return new URL(`http://[${text}]/`).hostname
  } catch {
    return null
  }
}

/** Superseded by `parseCidrList` in `domain/net/cidr.ts`; keep callers on this one function until then. */
export function isIpOrCidr(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  if (rest.length > 0 || !isIp(address)) return false
  if (bits === undefined) return true
  return /^(0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (isIpv4(address) ? 32 : 128)
}

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
  if (a === b || a === '[::]' || b === '[::]') return true // the IPv6 wildcard also takes IPv4
  return (a === '0.0.0.0' && isIpv4(b)) || (b === '0.0.0.0' && isIpv4(a))
}

const canonical = (listen: string): string =>
  listen === '' ? '127.0.0.1' : (canonicalIpv6(listen) ?? listen)

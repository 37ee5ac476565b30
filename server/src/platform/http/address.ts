import { networkInterfaces } from 'node:os'
import { addressBytes, hostPort } from '#domain/net/address.ts'
import { Refusal } from '#domain/refusal.ts'

export interface ListenPlan {
  address: string
  port: number
  /** R6: plain HTTP on loopback only, unless explicitly requested. */
  transport: 'plain' | 'self-signed' | 'configured'
}

export function planListen(
  wanted: { address: string; port: number; hasCertificate: boolean },
  insecureHttp: boolean,
): ListenPlan {
  const address = wanted.address === '' || wanted.address === 'localhost' ? '127.0.0.1' : wanted.address
  if (!addressBytes(address)) throw new Refusal('listener.address-invalid', { address })
  const { port } = wanted
  if (wanted.hasCertificate) return { address, port, transport: 'configured' }
  return { address, port, transport: isLoopback(address) || insecureHttp ? 'plain' : 'self-signed' }
}

export function isLoopback(address: string): boolean {
  const bytes = addressBytes(address)
  if (!bytes) return false
  return bytes.length === 4 ? bytes[0] === 127 : bytes.every((b, i) => b === (i === 15 ? 1 : 0))
}

export const isWildcard = (address: string): boolean => addressBytes(address)?.every((b) => b === 0) ?? false

/** This machine's addresses, routable ones first. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter((a) => !a.internal && !a.address.startsWith('fe80'))
    .sort((a, b) => (a.family === b.family ? 0 : a.family === 'IPv4' ? -1 : 1))
    .map((a) => a.address)

/** The URL to type into a browser. */
export function urlOf({ address, port, transport }: ListenPlan, basePath: string): string {
  const host = isWildcard(address) ? (ownAddresses()[0] ?? '127.0.0.1') : address
  return `${transport === 'plain' ? 'http' : 'https'}://${hostPort(host, port)}${basePath}`
}

/** Turns a failed listen into a message that says what to do. */
export function listenRefusal(error: NodeJS.ErrnoException, address: string, port: number): Error {
  if (error.code === 'EADDRINUSE') return new Refusal('listener.port-taken', { port, address })
  if (error.code === 'EACCES') return new Refusal('listener.port-needs-rights', { port })
  if (error.code === 'EADDRNOTAVAIL') return new Refusal('listener.address-not-here', { address })
  return new Refusal('listener.failed', { where: hostPort(address, port), reason: error.message })
}

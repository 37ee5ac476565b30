import { addressBytes, plainAddress, unbracketed } from '#domain/net/address.ts'

/** The address in a text, without zone and brackets; undefined if there is none. */
export function ipOf(text: string): string | undefined {
  const bytes = addressBytes(unbracketed(text))
  return bytes && plainAddress(bytes)
}

export function splitPeer(peer: string): { ip: string; port: number } {
  const at = peer.lastIndexOf(':')
  return { ip: unbracketed(peer.slice(0, at)), port: Number(peer.slice(at + 1)) }
}

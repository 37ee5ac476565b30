import type { Block } from '#contract/inbound.ts'
import type { NamedPeer } from '#contract/inbounds-api.ts'
import { parseCidr } from '#domain/net/cidr.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlocks, textAt, textsAt } from '#domain/untyped.ts'
import { publicKeyOf, standardKey } from './keys.ts'

const isSame = (peer: Block, key: string): boolean => {
  const own = textAt(peer, 'publicKey')
  return own === key || (standardKey(own) !== undefined && standardKey(own) === standardKey(key))
}

/** A private key that is not of the public one is not used by anybody. */
function keysOf(peer: Block): Block {
  const [publicKey, privateKey] = [textAt(peer, 'publicKey'), textAt(peer, 'privateKey')]
  return publicKeyOf(privateKey) === standardKey(publicKey) ? { privateKey } : { publicKey }
}

/** Its fields as those of a client. A peer that may have every address gets one of the pool. */
function clientOf(peer: Block, email: string): Block {
  const preSharedKey = textAt(peer, 'preSharedKey')
  const keepAlive = Number(peer.keepAlive)
  const allowedIPs = textsAt(peer, 'allowedIPs').filter((text) => (parseCidr(text.trim())?.bits ?? 0) > 0)
  return {
    email,
    enable: true,
    ...keysOf(peer),
    allowedIPs,
    ...(preSharedKey !== '' && { preSharedKey }),
    ...(Number.isInteger(keepAlive) && keepAlive > 0 && { keepAlive }),
  }
}

/** The settings of an inbound with these peers as clients; the others stay what they are. */
export function peersAsClients(settings: Block, named: readonly NamedPeer[]): Block {
  const peers = asBlocks(settings.peers)
  const clients = named.map(({ publicKey, email }, i) => {
    const peer = peers.find((one) => isSame(one, publicKey))
    if (!peer)
      throw new Refusal('inbound.peer-missing', { key: publicKey.slice(0, 80) }, `peers[${i}].publicKey`)
    return clientOf(peer, email)
  })
  const rest = peers.filter((peer) => !named.some(({ publicKey }) => isSame(peer, publicKey)))
  return { ...settings, peers: rest, clients }
}

/** Peers that are left when these are clients: one that stayed beside its client would go on when the client has ended. */
export function peersBeside(peers: readonly Block[], clients: readonly Block[]): Block[] {
  const keys = clients.map((one) => publicKeyOf(textAt(one, 'privateKey')) || textAt(one, 'publicKey'))
  return peers.filter((peer) => !keys.some((key) => key !== '' && isSame(peer, key)))
}

/** The public keys that an inbound itself uses: its own, and those of peers that are no clients. */
export const keysOfInbound = (settings: Block): string[] =>
  [
    publicKeyOf(textAt(settings, 'secretKey')),
    ...asBlocks(settings.peers).map((peer) => standardKey(textAt(peer, 'publicKey')) ?? ''),
  ].filter((key) => key !== '')

/** One that may have every address. The core gives it the bytes of anybody, clients too. */
export const hasOpenPeer = (settings: Block): boolean =>
  asBlocks(settings.peers).some((peer) => {
    const addresses = textsAt(peer, 'allowedIPs')
    return addresses.length === 0 || addresses.some((text) => parseCidr(text.trim())?.bits === 0)
  })

/** What a peer calls itself, as the name of a client; blank if nothing does. */
export const nameOfPeer = (peer: Block): string =>
  ['email', 'name', 'remark', 'comment']
    .map((key) => textAt(peer, key).trim().replace(/\s+/g, '-').slice(0, 64))
    .find((text) => text !== '') ?? ''

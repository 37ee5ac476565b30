import type { ClientInput } from '#contract/client.ts'
import type { StoredFields } from '#contract/clients/fields.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import { Refusal } from '#domain/refusal.ts'
import { base64 } from '#domain/texts.ts'
import { checkedAddresses } from './pool.ts'
import { clamped, publicKeyFrom } from './x25519.ts'

/** What a client has on WireGuard inbounds. */
export type Peer = Pick<
  StoredFields,
  'privateKey' | 'publicKey' | 'preSharedKey' | 'allowedIPs' | 'keepAlive'
>

export const peerIn = ({ privateKey, publicKey, preSharedKey, allowedIPs, keepAlive }: Peer): Peer => ({
  ...{ privateKey, publicKey, preSharedKey, allowedIPs, keepAlive },
})

const bytesOf = (key: string): Uint8Array => Uint8Array.from(atob(key), (c) => c.charCodeAt(0))
const inHex = /^[0-9a-f]{64}$/i

/** A key in standard Base64; the core also takes hex and the URL's alphabet. Undefined if it is none. */
export function standardKey(text: string): string | undefined {
  if (inHex.test(text)) return base64(Uint8Array.from(text.match(/../g) ?? [], (pair) => Number(`0x${pair}`)))
  const plain = text.replaceAll('-', '+').replaceAll('_', '/')
  // The last of 43 characters carries four bits: others would be spellings of the same key.
  return /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/.test(plain) ? plain.slice(0, 43).concat('=') : undefined
}

/** As the core's API has keys. */
export const hexKey = (key: string): string =>
  [...bytesOf(standardKey(key) ?? '')].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export function checkedKey(text: string, field: string): string {
  const key = standardKey(text.trim())
  if (key === undefined) throw new Refusal('client.wireguard-key', {}, field)
  return key
}

type Maker = Pick<Mint, 'publicKey'>

const known = new BoundedMap<string, string>(1_000)

/** The public key of an inbound or a client; blank if the private one is unusable. Kept: an inbound's is asked for often. */
export const publicKeyOf = (privateKey: string, { publicKey = publicKeyFrom }: Maker = {}): string =>
  known.of(privateKey, () => {
    const key = standardKey(privateKey)
    return key === undefined ? '' : base64(publicKey(bytesOf(key)))
  })

export function newPeerKeys(mint: Pick<Mint, 'bytes' | 'publicKey'>): Pick<Peer, 'privateKey' | 'publicKey'> {
  const secret = clamped(mint.bytes(32))
  return { privateKey: base64(secret), publicKey: base64((mint.publicKey ?? publicKeyFrom)(secret)) }
}

/**
 * What a request says about a client's keys and addresses. Blank ones are kept. A public key alone replaces the pair: its
 * private half is on the device only.
 */
export function peerWith(stored: Peer, input: ClientInput, prefix = '', mint: Maker = {}): Peer {
  const { privateKey = '', publicKey = '', preSharedKey, allowedIPs = '', keepAlive } = input
  return {
    ...keysWith(stored, privateKey, publicKey, prefix, mint),
    preSharedKey: preSharedKey
      ? checkedKey(preSharedKey, `${prefix}preSharedKey`)
      : (preSharedKey ?? stored.preSharedKey),
    allowedIPs: allowedIPs.trim() ? checkedAddresses(allowedIPs, `${prefix}allowedIPs`) : stored.allowedIPs,
    keepAlive: keepAlive ?? stored.keepAlive,
  }
}

function keysWith(stored: Peer, sentPrivate: string, sentPublic: string, prefix: string, mint: Maker) {
  const { privateKey, publicKey } = stored
  if (sentPrivate !== '') {
    const key = checkedKey(sentPrivate, `${prefix}privateKey`)
    if (key !== privateKey) return { privateKey: key, publicKey: publicKeyOf(key, mint) }
  }
  const key = sentPublic === '' ? publicKey : checkedKey(sentPublic, `${prefix}publicKey`)
  return key === publicKey ? { privateKey, publicKey } : { privateKey: '', publicKey: key }
}

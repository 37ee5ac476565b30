import { createPrivateKey, createPublicKey, randomBytes, randomUUID } from 'node:crypto'
import type { Mint } from '#domain/clients/credentials.ts'

/** Randomness and the time, for decisions in `domain`. */
export const createMint = (now: number): Mint => ({
  uuid: () => randomUUID(),
  bytes: (n) => new Uint8Array(randomBytes(n)),
  now,
  publicKey: publicX25519,
})

/** PKCS #8 of an X25519 key, without the key. */
const head = Buffer.from('302e020100300506032b656e04220420', 'hex')

function publicX25519(secret: Uint8Array): Uint8Array {
  const key = Buffer.concat([head, secret])
  const made = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  return Buffer.from(made.export({ format: 'jwk' }).x ?? '', 'base64url')
}

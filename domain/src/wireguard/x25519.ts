import { pow } from '@noble/curves/abstract/modular.js'
import { montgomery } from '@noble/curves/abstract/montgomery.js'

const prime = 2n ** 255n - 19n

/** The bits that the curve fixes in every private key. */
export function clamped(secret: Uint8Array): Uint8Array {
  const key = Uint8Array.from(secret)
  key[0] = (key[0] ?? 0) & 248
  key[31] = ((key[31] ?? 0) & 127) | 64
  return key
}

// The package's own `x25519` brings signatures and other curves along: four times the size in the browser.
const x25519 = montgomery({
  P: prime,
  type: 'x25519',
  powPminus2: (x) => pow(x, prime - 2n, prime),
  adjustScalarBytes: clamped,
})

/** The public key of an X25519 private key. The server's own library is faster; this one also runs in the browser. */
export const publicKeyFrom = (secret: Uint8Array): Uint8Array => x25519.getPublicKey(secret)

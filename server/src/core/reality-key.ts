import { createPrivateKey, createPublicKey } from 'node:crypto'

/** PKCS #8 around the 32 bytes of an X25519 private key. */
const wrapping = Buffer.from('302e020100300506032b656e04220420', 'hex')

/** The public half of a Reality key, in the format of `xray x25519`; blank if the text is no key. */
export function realityPublicKey(privateKey: string): string {
  const bytes = Buffer.from(privateKey, 'base64url')
  if (bytes.length !== 32) return ''
  const key = createPrivateKey({ key: Buffer.concat([wrapping, bytes]), format: 'der', type: 'pkcs8' })
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}

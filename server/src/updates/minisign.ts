import { createHash, createPublicKey, verify } from 'node:crypto'
import { Refusal } from '#domain/refusal.ts'

/** The fixed beginning of an Ed25519 key in DER; the 32 bytes of the key follow. */
const derPrefix = Buffer.from('302a300506032b6570032100', 'hex')
/** Signatures over the BLAKE2b hash of the content, which is what minisign makes by default. */
const prehashed = 'ED'

const base64 = (text: string): Buffer =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0)

/** A key as minisign prints it: one line of base64, or the file with its comment. */
function readKey(text: string) {
  const bytes = base64(text.trim().split('\n').at(-1)?.trim() ?? '')
  if (bytes.length !== 42 || bytes.subarray(0, 2).toString('latin1') !== 'Ed') return []
  const der = Buffer.concat([derPrefix, bytes.subarray(10)])
  return [{ id: bytes.subarray(2, 10), key: createPublicKey({ key: der, format: 'der', type: 'spki' }) }]
}

const trustedMark = 'trusted comment: '

/** The four lines of a signature file. */
function readSignature(text: string) {
  const [, first = '', comment = '', last = ''] = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const signed = base64(first)
  const whole = base64(last)
  const isWhole = signed.length === 74 && whole.length === 64 && comment.startsWith(trustedMark)
  if (!isWhole) throw new Refusal('update.signature-unreadable')
  return {
    algorithm: signed.subarray(0, 2).toString('latin1'),
    id: signed.subarray(2, 10),
    signature: signed.subarray(10),
    comment: comment.slice(trustedMark.length),
    whole,
  }
}

/** Refuses content that none of the keys has signed. Returns the trusted comment, which is signed too. */
export function verifySigned(content: Uint8Array, signatureText: string, keys: readonly string[]): string {
  const { algorithm, id, signature, comment, whole } = readSignature(signatureText)
  if (algorithm !== prehashed) throw new Refusal('update.signature-unreadable')
  const signer = keys.flatMap(readKey).find((known) => known.id.equals(id))
  if (!signer) throw new Refusal('update.signature-unknown')
  const hash = createHash('blake2b512').update(content).digest()
  const isGood =
    verify(null, hash, signer.key, signature) &&
    verify(null, Buffer.concat([signature, Buffer.from(comment)]), signer.key, whole)
  if (!isGood) throw new Refusal('update.signature-wrong')
  return comment
}

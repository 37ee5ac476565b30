import { describe, expect, test } from 'vitest'
import { blankClient } from '#domain/clients/client.ts'
import { hexKey, newPeerKeys, peerWith, publicKeyOf, standardKey } from './keys.ts'

/** The key pair of the examples in RFC 7748. */
const pair = {
  privateKey: 'dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo=',
  publicKey: 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo=',
}
const other = { privateKey: 'XasIfmJKikt54X+Lg4AO5m87sSkmGLb9HC+LJ/+I4Os=' }

describe('keys', () => {
  test('a public key follows from the private one', () => {
    expect(publicKeyOf(pair.privateKey)).toBe(pair.publicKey)
    expect(publicKeyOf('nothing')).toBe('')
  })

  test('hex and the alphabet of URLs are spellings of the same key', () => {
    expect(hexKey(pair.publicKey)).toMatch(/^8520f0098930a754/)
    expect(standardKey(hexKey(pair.publicKey))).toBe(pair.publicKey)
    expect(standardKey(pair.publicKey.replace('+', '-').slice(0, -1))).toBe(pair.publicKey)
    expect(standardKey(pair.publicKey.slice(1))).toBeUndefined()
    expect(standardKey(`${pair.publicKey.slice(0, 42)}p=`)).toBeUndefined()
  })

  test('a new pair belongs together', () => {
    const made = newPeerKeys({ bytes: (n) => new Uint8Array(n).fill(7) })
    expect(publicKeyOf(made.privateKey)).toBe(made.publicKey)
  })
})

describe('what a request says', () => {
  const stored = {
    ...blankClient,
    ...pair,
    allowedIPs: '10.0.0.2/32',
    preSharedKey: other.privateKey,
    keepAlive: 25,
  }

  test('blank keys and addresses are kept', () => {
    const { privateKey, publicKey, preSharedKey, allowedIPs, keepAlive } = stored
    const kept = { privateKey, publicKey, preSharedKey, allowedIPs, keepAlive }
    expect(peerWith(stored, {})).toEqual(kept)
    expect(peerWith(stored, { privateKey: '', publicKey: '', allowedIPs: ' ' })).toEqual(kept)
    expect(peerWith(stored, { privateKey, publicKey })).toEqual(kept)
  })

  test('a private key brings its public key, whatever else is sent', () => {
    const made = peerWith(stored, { privateKey: other.privateKey, publicKey: pair.publicKey })
    expect(made).toMatchObject({ privateKey: other.privateKey, publicKey: publicKeyOf(other.privateKey) })
  })

  test('a public key alone is one whose private half this panel does not know', () => {
    const publicKey = publicKeyOf(other.privateKey)
    expect(peerWith(stored, { publicKey })).toMatchObject({ privateKey: '', publicKey })
    expect(peerWith(stored, { privateKey: pair.privateKey, publicKey })).toMatchObject({
      privateKey: '',
      publicKey,
    })
  })

  test('a shared key can be removed', () => {
    expect(peerWith(stored, { preSharedKey: '' }).preSharedKey).toBe('')
  })

  test('what is no key is refused, by its field', () => {
    expect(() => peerWith(stored, { privateKey: 'abc' })).toThrow(
      expect.objectContaining({ code: 'client.wireguard-key', field: 'privateKey' }),
    )
    expect(() => peerWith(stored, { preSharedKey: 'abc' }, 'x.')).toThrow(
      expect.objectContaining({ code: 'client.wireguard-key', field: 'x.preSharedKey' }),
    )
  })
})

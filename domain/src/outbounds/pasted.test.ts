import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coded } from '#domain/refusal.ts'
import { readPasted } from './pasted.ts'

const key = btoa('k'.repeat(32))

describe('what is pasted', () => {
  const tagsOf = (text: string) =>
    readPasted(text).map((p) => ('why' in p ? [p.line, p.why.code] : [p.line, p.outbound.tag]))
  test('links, line by line, with a word for each that is none', () => {
    const link = 'trojan://p@t.example:443#T'
    expect(tagsOf(`${link}\n\n# note\nnonsense\nss://x@y:1`)).toEqual([
      [1, 'T'],
      [4, 'share-link.not-a-link'],
      [5, 'share-link.cipher-unknown'],
    ])
    expect(tagsOf(btoa(link))).toEqual([[1, 'T']])
    expect(tagsOf('  ')).toEqual([])
  })
  test('JSON of one, of several, of a whole configuration', () => {
    const one = { tag: 'a', protocol: 'freedom' }
    expect(tagsOf(JSON.stringify(one))).toEqual([[1, 'a']])
    expect(tagsOf(JSON.stringify([one, 5, {}]))).toEqual([
      [1, 'a'],
      [2, 'share-link.not-object'],
      [3, 'share-link.no-protocol'],
    ])
    expect(tagsOf(JSON.stringify({ outbounds: [one], inbounds: [] }))).toEqual([[1, 'a']])
    expect(tagsOf('{ "tag": ')).toEqual([[1, 'share-link.not-json']])
  })
  test('the file of a WireGuard provider', () => {
    const file = `[Interface]\nPrivateKey = ${key}\nAddress = 10.2.0.2/32\nDNS = 1.1.1.1\n\n[Peer]\nPublicKey = ${key}\nAllowedIPs = 0.0.0.0/0\nEndpoint = 192.0.2.1:51820 # here\nPersistentKeepalive = 25\n`
    expect(readPasted(file)).toEqual([
      {
        line: 1,
        outbound: {
          tag: 'wireguard-192.0.2.1',
          protocol: 'wireguard',
          settings: {
            secretKey: key,
            address: ['10.2.0.2/32'],
            noKernelTun: true,
            peers: [
              {
                publicKey: key,
                endpoint: '192.0.2.1:51820',
                allowedIPs: ['0.0.0.0/0', '::/0'],
                keepAlive: 25,
              },
            ],
          },
        },
      },
    ])
    expect(readPasted('[Interface]\nPrivateKey = x')).toEqual([
      { line: 1, why: coded('share-link.no-server') },
    ])
  })
  test('junk never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.string().map((s) => `[Interface]\n${s}`),
        ),
        (text) => {
          expect(Array.isArray(readPasted(text))).toBe(true)
        },
      ),
    )
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { coded } from '#domain/refusal.ts'
import {
  emptyOutbound,
  formFields,
  formProtocols,
  type OutboundValues,
  problemsOf,
  readOutbound,
  writeOutbound,
} from './outbound-form.ts'
import { readPasted } from './pasted.ts'

const key = btoa('k'.repeat(32))
const all = {
  domainStrategy: fc.constantFrom('AsIs', 'UseIPv4'),
  response: fc.constantFrom('none', 'http'),
  network: fc.constantFrom('', 'tcp', 'udp'),
  address: fc.constantFrom('a.example', '10.0.0.1'),
  port: fc.integer({ min: 1, max: 65_535 }).map(String),
  user: fc.constantFrom('u', 'ann'),
  pass: fc.constantFrom('', 'p'),
  secretKey: fc.constant(key),
  addresses: fc.constantFrom('10.0.0.2/32', '10.0.0.2/32, fd00::2/128'),
  publicKey: fc.constant(key),
  preSharedKey: fc.constantFrom('', key),
  endpoint: fc.constantFrom('a.example:51820', '[2001:db8::1]:1'),
  mtu: fc.constantFrom('', '1280'),
  reserved: fc.constantFrom('', '1, 2, 3'),
}
/** Values for one protocol, other fields blank. */
const values: fc.Arbitrary<OutboundValues> = fc
  .record({ protocol: fc.constantFrom(...formProtocols), ...all })
  .map(({ protocol, ...given }) => {
    const own = Object.fromEntries(formFields[protocol].map((field) => [field, given[field]]))
    return { ...emptyOutbound, tag: 'x', protocol, ...own }
  })

describe('the form of an outbound', () => {
  test('gives back what was typed, with nothing wrong', () => {
    fc.assert(
      fc.property(values, (typed) => {
        expect(problemsOf(typed)).toEqual({})
        const outbound = writeOutbound({}, typed)
        expect(readOutbound(outbound)).toEqual(typed)
        expect(writeOutbound(outbound, typed)).toEqual(outbound)
      }),
    )
  })
  test('leaves alone what it does not ask for', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        if (a.protocol !== b.protocol) return
        const own = { ...writeOutbound({}, a), mux: { enabled: true }, own: [1] }
        const settings = { ...(own as Block & { settings?: Block }).settings, deep: { x: 1 } }
        const next = writeOutbound({ ...own, settings }, b)
        expect(next).toMatchObject({ mux: { enabled: true }, own: [1], settings: { deep: { x: 1 } } })
        expect(readOutbound(next)).toEqual(b)
      }),
    )
  })
  test('knows both ways to write a server, and keeps the one that is there', () => {
    const flat = { tag: 'x', protocol: 'socks', settings: { address: 'a', port: 1, user: 'u', pass: 'p' } }
    const typed = readOutbound(flat)!
    expect(typed).toMatchObject({ address: 'a', port: '1', user: 'u', pass: 'p' })
    expect(writeOutbound(flat, { ...typed, port: '2' }).settings).toEqual({ ...flat.settings, port: 2 })
    expect(writeOutbound(flat, { ...typed, user: '' }).settings).toEqual({ address: 'a', port: 1 })
  })
  test('has none for what comes as a link', () => {
    expect(readOutbound({ tag: 'x', protocol: 'vless' })).toBeUndefined()
  })
  test('says what is wrong, field by field', () => {
    const wrong = { ...emptyOutbound, protocol: 'wireguard' as const, reserved: '1,2', mtu: 'x' }
    expect(problemsOf(wrong)).toEqual({
      ...{ endpoint: 'endpoint', publicKey: 'key', secretKey: 'key', reserved: 'reserved', mtu: 'mtu' },
    })
    expect(problemsOf({ ...emptyOutbound, protocol: 'socks', port: '0' })).toEqual({
      ...{ address: 'needed', port: 'port' },
    })
  })
})

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

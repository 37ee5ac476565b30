import { describe, expect, it } from 'vitest'
import { endpointsOf, probeOf, shown } from './endpoints.ts'
import { chainOf, muteReason, probeConfig } from './probe-config.ts'

const at = (address: string, port: unknown) => ({ address, port })

describe('the endpoints of an outbound', () => {
  it.each([
    [{ protocol: 'vmess', settings: { vnext: [at('a', 1), at('b', '2')] } }, ['a:1', 'b:2']],
    [{ protocol: 'vless', settings: at('2001:db8::1', 443) }, ['[2001:db8::1]:443']],
    [{ protocol: 'trojan', settings: { servers: [at('[::1]', 1), at('[::1]', 1)] } }, ['[::1]:1']],
    [
      { protocol: 'wireguard', settings: { peers: [{ endpoint: '[::1]:51820' }, { endpoint: 'w:1' }] } },
      ['[::1]:51820', 'w:1'],
    ],
    [{ protocol: 'freedom', settings: { redirect: '127.0.0.1:1' } }, []],
    [{ protocol: 'socks', settings: { servers: [at('', 1), at('x', 0), at('x', 70_000), 'junk'] } }, []],
    [{}, []],
  ])('%j: %j', (outbound, expected) => {
    expect(endpointsOf(outbound).map(shown)).toEqual(expected)
  })

  it.each([
    [{ protocol: 'wireguard' }, 'udp'],
    [{ protocol: 'hysteria' }, 'udp'],
    [{ protocol: 'vless', streamSettings: { network: 'mkcp' } }, 'udp'],
    [{ protocol: 'vless', streamSettings: { network: 'xhttp', tlsSettings: { alpn: ['h3'] } } }, 'udp'],
    [{ protocol: 'vless', streamSettings: { network: 'xhttp', tlsSettings: { alpn: ['h3', 'h2'] } } }, 'tcp'],
    [{ protocol: 'vless' }, 'tcp'],
  ])('%j are probed by %s', (outbound, kind) => {
    expect(probeOf(outbound)).toBe(kind)
  })
})

describe('what an outbound is dialled through', () => {
  const all = [
    { tag: 'a', protocol: 'socks', streamSettings: { sockopt: { dialerProxy: 'b' } } },
    { tag: 'b', protocol: 'freedom', proxySettings: { tag: 'a' } },
    { tag: 'c', protocol: 'freedom' },
  ]

  it('is found through every step, and a circle ends', () => {
    const chain = chainOf({ protocol: 'vless', proxySettings: { tag: 'a' } }, all)
    expect(chain.needs.map((o) => o.tag)).toEqual(['a', 'b'])
    expect(chain.missing).toBeUndefined()
  })

  it('is named where it is missing', () => {
    expect(chainOf({ proxySettings: { tag: 'gone' } }, all).missing).toBe('gone')
  })

  it('comes along unchanged, while what is tested gets a name of its own and no private target', () => {
    const tested = {
      TAG: 'a',
      Protocol: 'Freedom',
      Settings: { FinalRules: [{ action: 'allow' }] },
      proxySettings: { tag: 'a' },
    }
    const config = probeConfig([tested], all, { port: 1080, password: 'p' })
    expect(config.outbounds).toEqual([
      { tag: 'probe-none', protocol: 'blackhole' },
      {
        Protocol: 'Freedom',
        proxySettings: { tag: 'a' },
        settings: {
          finalRules: [
            { action: 'block', ip: expect.arrayContaining(['127.0.0.0/8', '::1/128']) },
            { action: 'allow' },
          ],
        },
        tag: 'probe-0',
      },
      all[0],
      all[1],
    ])
    expect(config.routing).toMatchObject({ rules: [{ user: ['probe-0'], outboundTag: 'probe-0' }] })
  })

  it('says of an outbound that answers nobody why it cannot be tested', () => {
    expect(muteReason({ protocol: 'Blackhole' })?.code).toBe('outbound.test-blocks')
    expect(muteReason({ protocol: 'vless' })).toBeUndefined()
    expect(muteReason({ protocol: 'constructor' })).toBeUndefined()
  })
})

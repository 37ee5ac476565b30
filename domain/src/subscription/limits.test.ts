import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Advertised } from '#domain/links/advertised.ts'
import {
  asAdvertised,
  entriesOf,
  linkCells,
  moreVariants,
  variantInbound,
} from '#test/fixtures/subscription-entries.ts'
import { clashConfig } from './clash.ts'
import { earlyPath } from './dialling.ts'
import { singboxConfig } from './singbox.ts'

function entry(name: string, change: (entry: Advertised) => Partial<Advertised> = () => ({})): Advertised {
  const variant = [...linkCells, ...moreVariants].find((one) => one.name === name)
  if (!variant) throw new Error(`there is no variant ${name}`)
  const [made] = entriesOf(asAdvertised(variantInbound(variant), name))
  return { ...made!, ...change(made!) }
}

const reasons = (one: Advertised): string[] =>
  [clashConfig([one]), singboxConfig([one])].map(({ leftOut }) => leftOut[0]?.reason ?? '')

const withSecurity =
  (more: object) =>
  ({ security }: Advertised): Partial<Advertised> => ({
    security: { ...security, ...more } as Advertised['security'],
  }) // a test's own key

const withTransport =
  (more: Partial<Advertised['transport']>) =>
  ({ transport }: Advertised): Partial<Advertised> => ({ transport: { ...transport, ...more } })

const masked = (masks: Advertised['masks']) => (): Partial<Advertised> => ({ masks })

describe('what would be dead, or would spoil the rest, is left out', () => {
  test.each<[string, Advertised, RegExp, RegExp]>([
    [
      'a mask of both ends',
      entry('vless-tcp-tls', masked({ tcp: [{ type: 'sudoku' }] })),
      /sudoku/,
      /sudoku/,
    ],
    ['a mask of one end', entry('vless-tcp-tls', masked({ tcp: [{ type: 'fragment' }] })), /^$/, /^$/],
    ['a UDP mask over TCP', entry('vless-tcp-tls', masked({ udp: [{ type: 'header-dns' }] })), /^$/, /^$/],
    ['a UDP mask', entry('hysteria-hysteria-tls', masked({ udp: [{ type: 'xdns' }] })), /xdns/, /xdns/],
    ['Gecko', entry('hysteria-gecko'), /Gecko needs mihomo 1\.19\.26/, /Gecko needs sing-box 1\.14/],
    ['noise', entry('hysteria-hysteria-tls', masked({ udp: [{ type: 'noise' }] })), /^$/, /^$/],
    [
      'another name',
      entry('vless-tcp-tls', withSecurity({ verifyName: 'b.test' })),
      /another name/,
      /another name/,
    ],
    ['the same name', entry('vless-tcp-tls', withSecurity({ verifyName: 'sluice.test' })), /^$/, /^$/],
    [
      'a bad public key',
      entry('vless-tcp-reality', withSecurity({ publicKey: 'x' })),
      /public key/,
      /public key/,
    ],
    ['a bad short id', entry('vless-tcp-reality', withSecurity({ shortId: 'abc' })), /short id/, /short id/],
    ['no short id', entry('vless-tcp-reality', withSecurity({ shortId: '' })), /^$/, /^$/],
    ['a path with a lone %', entry('vless-ws-none', withTransport({ path: '/100%' })), /^$/, /percent/],
    ['a gRPC path', entry('vless-grpc-path'), /^$/, /gRPC paths/],
    ['an HTTP header in TLS', entry('vmess-http-header-tls'), /^$/, /inside TLS/],
    ['VLESS encryption', entry('vless-encryption'), /^$/, /encryption/],
    [
      'two names in one plugin',
      entry('shadowsocks-ws-tls', withTransport({ host: 'b.test' })),
      /show another/,
      /show another/,
    ],
    [
      'separate downloads',
      entry('vless-xhttp-tls', withTransport({ settings: { extra: { downloadSettings: { a: 1 } } } })),
      /downloads/,
      /XHTTP/,
    ],
    [
      'an unknown cipher',
      entry('shadowsocks-tcp-none', () => ({
        access: { protocol: 'shadowsocks', method: 'rc4', keys: ['a'], udp: true },
      })),
      /cipher/,
      /cipher/,
    ],
  ])('%s', (_, one, clash, singbox) => {
    const [inClash, inSingbox] = reasons(one)
    expect(inClash).toMatch(clash)
    expect(inSingbox).toMatch(singbox)
  })

  test('an address that is not for this format', () => {
    const one = entry('vless-tcp-tls', ({ extras }) => ({ extras: { ...extras, excludeFrom: ['clash'] } }))
    expect(clashConfig([one])).toMatchObject({
      leftOut: [],
      body: expect.not.stringContaining('vless-tcp-tls'),
    })
    expect(singboxConfig([one]).body).toContain('vless-tcp-tls')
  })
})

describe('what an operator says', () => {
  const proxyOf = (one: Advertised): unknown => parse(clashConfig([one]).body).proxies[0]
  const outboundOf = (one: Advertised): unknown =>
    JSON.parse(singboxConfig([one]).body).outbounds.find((o: { server?: string }) => o.server)

  test('rules come before the last one', () => {
    const rules = '# mine\n- DOMAIN-SUFFIX,lan,DIRECT\n\n  GEOIP,ir,DIRECT  \n'
    const { body } = clashConfig([], { rules })
    expect(parse(body).rules).toEqual(['DOMAIN-SUFFIX,lan,DIRECT', 'GEOIP,ir,DIRECT', 'MATCH,PROXY'])
  })

  test('Gecko is for an app that knows it, with the sizes of the inbound', () => {
    const one = entry('hysteria-gecko')
    const { proxies } = parse(clashConfig([one], { gecko: true }).body)
    expect(proxies).toMatchObject([
      { obfs: 'gecko', 'obfs-password': 'a word', 'obfs-min-packet-size': 128, 'obfs-max-packet-size': 700 },
    ])
    const { outbounds } = JSON.parse(singboxConfig([one], { gecko: true }).body)
    const obfs = { type: 'gecko', password: 'a word', min_packet_size: 128, max_packet_size: 700 }
    expect(outbounds).toContainEqual(expect.objectContaining({ type: 'hysteria2', obfs }))
  })

  test('Shadowsocks that takes streams alone is not told to send packets', () => {
    const ss = entry('shadowsocks-aes-128-gcm')
    const alone = entry('shadowsocks-aes-128-gcm', ({ access }) => ({
      access: { ...access, udp: false } as typeof access,
    }))
    expect(proxyOf(ss)).toMatchObject({ type: 'ss', udp: true })
    expect(proxyOf(alone)).toMatchObject({ type: 'ss', udp: false })
    expect(outboundOf(ss)).not.toHaveProperty('network')
    expect(outboundOf(alone)).toMatchObject({ type: 'shadowsocks', network: 'tcp' })
  })

  test('an address family', () => {
    const one = entry('vless-tcp-reality', ({ extras }) => ({
      extras: { ...extras, ipVersion: 'ipv4-prefer' },
    }))
    expect(proxyOf(one)).toMatchObject({ 'ip-version': 'ipv4-prefer' })
  })

  const realityCells = linkCells.map(({ name }) => name).filter((name) => name.endsWith('-reality'))
  const dialable = realityCells.filter((name) => reasons(entry(name))[0] === '')

  test.each(dialable)('Reality for mihomo has the key exchange that newer cores require: %s', (name) => {
    for (const fingerprint of ['chrome', 'firefox', 'ios', 'android', 'hellochrome_120', ''])
      expect(proxyOf(entry(name, withSecurity({ fingerprint })))).toMatchObject({
        'client-fingerprint': 'chrome',
        'reality-opts': { 'support-x25519mlkem768': true },
      })
  })

  test('ports to hop over, where they are ports', () => {
    const hop = (ports: string) =>
      entry('hysteria-hysteria-tls', ({ access }) => ({
        access: { ...access, ports } as Advertised['access'],
      })) // it is Hysteria's
    expect(proxyOf(hop('1000-2000,3000'))).toMatchObject({ ports: '1000-2000,3000' })
    expect(outboundOf(hop('1000-2000,3000'))).toMatchObject({ server_ports: ['1000:2000', '3000:3000'] })
    expect(proxyOf(hop('all'))).not.toHaveProperty('ports')
    expect(outboundOf(hop('all'))).not.toHaveProperty('server_ports')
  })

  test('a certificate that nobody checks', () => {
    const one = entry('vless-tcp-tls', withSecurity({ allowInsecure: true }))
    expect(proxyOf(one)).toMatchObject({ 'skip-cert-verify': true })
    expect(outboundOf(one)).toMatchObject({ tls: { insecure: true } })
  })

  test('a browser that only the core can look like', () => {
    const tls = entry('vless-tcp-tls', withSecurity({ fingerprint: 'hellochrome_131' }))
    expect(proxyOf(tls)).not.toHaveProperty('client-fingerprint')
    expect(outboundOf(tls)).not.toHaveProperty('tls.utls')
    const reality = entry('vless-tcp-reality', withSecurity({ fingerprint: 'unsafe' }))
    expect(proxyOf(reality)).toMatchObject({ 'client-fingerprint': 'chrome' })
    expect(outboundOf(reality)).toMatchObject({ tls: { utls: { enabled: true, fingerprint: 'chrome' } } })
  })

  test('ECH by a name to ask for', () => {
    const one = entry('vless-tcp-tls', withSecurity({ ech: 'a.test+https://1.1.1.1/dns-query' }))
    expect(proxyOf(one)).toMatchObject({ 'ech-opts': { enable: true } })
    expect(outboundOf(one)).toMatchObject({ tls: { ech: { enabled: true } } })
  })
})

test.each([
  ['/a', '/a', 0],
  ['/a?ed=2048', '/a', 2048],
  ['/a?x=1&ed=2560&y=2', '/a?x=1&y=2', 2560],
  ['/a?ed=x', '/a', 0],
  ['/a?fed=1', '/a?fed=1', 0],
])('early data in the path %s', (text, path, earlyData) => {
  expect(earlyPath(text)).toEqual({ path, earlyData })
})

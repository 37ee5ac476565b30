import { describe, expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { buildConfig } from './build.ts'
import { compareVersions } from './core-version.ts'
import { defaultTemplate } from './default-template.ts'
import { findChanges } from './find-changes.ts'
import { offersField, outboundFor, withOutboundsFor } from './in-version.ts'
import type { SectionSource } from './inbound-section.ts'

const hidden = (_: string, length: number) => new Uint8Array(length)
const configOf = (template: Block) =>
  buildConfig({ template, inbounds: [], fallbacks: [], apiListen: '', hidden })
const config = configOf(defaultTemplate())

const inbound = (more: Partial<SectionSource>): SectionSource => ({
  id: 1,
  tag: 'in',
  protocol: 'vless',
  listen: '',
  port: 443,
  enable: true,
  nodeId: null,
  settings: {},
  streamSettings: {},
  sniffing: {},
  ...more,
})
const reality = (minClientVer?: string) =>
  inbound({
    streamSettings: {
      network: 'tcp',
      security: 'reality',
      realitySettings: minClientVer === undefined ? {} : { minClientVer },
    },
  })
const kinds = (from: string, to: string, source: SectionSource) =>
  findChanges({ from, to, inbounds: [source], config }).map(
    ({ change, isNew }) => `${change.kind}${isNew ? ' new' : ''}`,
  )

const appsOf = (to: string, source: SectionSource) =>
  findChanges({ from: '26.6.27', to, inbounds: [source], config }).flatMap(({ change }) =>
    change.about === 'apps' && change.fails ? change.apps : [],
  )

describe('Reality and the versions that apps announce', () => {
  it('a blank minimum turns mihomo and sing-box away from 26.7.11 on', () => {
    expect(kinds('26.6.27', '26.7.11', reality())).toEqual(['reality-version new'])
    expect(kinds('26.6.27', '26.7.28', reality(''))).toEqual(['reality-version new'])
    expect(kinds('26.7.11', '26.7.28', reality())).toEqual(['reality-version'])
    expect(kinds('26.7.28', '26.6.27', reality())).toEqual([])
    const apps = appsOf('26.7.28', reality())
    expect(apps).toEqual(expect.arrayContaining(['clash-meta', 'singbox', 'hiddify']))
    expect(apps).not.toContain('v2rayng')
  })

  it('the minimum that new inbounds get lets everybody in, a higher one never did', () => {
    expect(kinds('26.6.27', '26.7.28', reality('1.0.0'))).toEqual([])
    expect(kinds('26.6.27', '26.7.28', reality('1.8.2'))).toEqual([])
    expect(kinds('26.6.27', '26.7.28', reality('25.1.1'))).toEqual(['reality-version-set'])
  })

  it('a blank minimum is none again from 26.9.8 on, which asks for a key share that sing-box lacks', () => {
    const asked = ['reality-key-share new', 'reality-refresh new']
    expect(kinds('26.7.28', '26.10.10', reality())).toEqual(asked)
    expect(kinds('26.7.28', '26.9.8', reality('1.0.0'))).toEqual(asked)
    expect(kinds('26.7.28', '26.9.7', reality('1.0.0'))).toEqual([])
    expect(kinds('26.9.9', '26.10.10', reality())).toEqual(['reality-key-share', 'reality-refresh'])
    const apps = appsOf('26.10.10', reality())
    expect(apps).toEqual(expect.arrayContaining(['singbox', 'hiddify']))
    expect(apps).not.toContain('clash-meta')
  })

  it('a fingerprint without the key share is named', () => {
    const asked = (fingerprint: string) => {
      const source = reality('1.0.0')
      const realitySettings = { minClientVer: '1.0.0', settings: { fingerprint } }
      const streamSettings = { ...source.streamSettings, realitySettings }
      return kinds('26.7.28', '26.10.10', { ...source, streamSettings })
    }
    for (const fingerprint of ['', 'chrome', 'Firefox', 'hellochrome_131'])
      expect(asked(fingerprint)).not.toContain('reality-fingerprint new')
    for (const fingerprint of ['ios', 'random', 'hellochrome_120'])
      expect(asked(fingerprint)).toContain('reality-fingerprint new')
  })
})

describe('outbounds', () => {
  const found = (outbound: Block, to = '26.10.10') =>
    findChanges({
      from: '26.7.28',
      to,
      inbounds: [],
      config: { outbounds: [outbound], routing: { rules: [] } },
    })
      .filter(({ isNew }) => isNew)
      .map(({ change }) => change.kind)
  const allowed = { finalRules: [{ action: 'allow' }] }

  it('VLESS and Trojan without TLS are refused to public addresses', () => {
    const vless = (address: string, more: Block = {}) => ({
      protocol: 'vless',
      settings: { vnext: [{ address, port: 443, users: [{ id: 'a', encryption: 'none' }] }] },
      ...more,
    })
    expect(found(vless('8.8.8.8'))).toEqual(['plain-outbound'])
    expect(found(vless('example.com'))).toEqual(['plain-outbound'])
    expect(found(vless('8.8.8.8'), '26.9.8')).toEqual([])
    expect(found(vless('10.0.0.1'))).toEqual([])
    expect(found(vless('router.lan'))).toEqual([])
    expect(found(vless('8.8.8.8', { streamSettings: { security: 'reality' } }))).toEqual([])
    const flat = { address: '8.8.8.8', port: 443, encryption: 'mlkem768x25519plus.native.0rtt.key' }
    expect(found({ protocol: 'vless', settings: flat })).toEqual([])
    expect(found({ protocol: 'trojan', settings: { address: '8.8.8.8', port: 443 } })).toEqual([
      'plain-outbound',
    ])
  })

  it('what is refused or ignored in silence is named, in any spelling', () => {
    const stream = (streamSettings: Block) =>
      found({ protocol: 'freedom', settings: allowed, streamSettings })
    expect(stream({ sockopt: { addressPortStrategy: 'SrvPortOnly' } })).toEqual(['service-records'])
    expect(stream({ sockopt: { addressPortStrategy: 'None' } })).toEqual([])
    const wireguard = (domainStrategy: string) =>
      found({ protocol: 'wireguard', settings: { domainStrategy } })
    expect(wireguard('ForceIP')).toEqual(['wireguard-strategy'])
    expect(wireguard('')).toEqual([])
  })

  it('authorities of the system are named where nothing else says whom to trust', () => {
    const trusting = (tlsSettings: Block, to?: string) =>
      found({ protocol: 'vmess', settings: {}, streamSettings: { security: 'tls', tlsSettings } }, to)
    expect(trusting({})).toEqual(['private-authority'])
    expect(trusting({}, '26.9.30')).toEqual([])
    expect(trusting({ useSystemCA: true })).toEqual([])
    expect(trusting({ pinnedPeerCertSha256: 'aa' })).toEqual([])
  })
})

it('an inbound without TLS and encryption is worth knowing once: newer apps refuse to dial it', () => {
  const plain = inbound({ settings: { decryption: 'none' } })
  expect(kinds('26.7.28', '26.10.10', plain)).toEqual(['plain-entry new'])
  expect(kinds('26.7.28', '26.10.10', inbound({ settings: { decryption: 'mlkem768x25519plus.x' } }))).toEqual(
    [],
  )
})

it('TLS with X25519MLKEM768 alone is worth knowing, beside X25519 it is not', () => {
  const tls = (curvePreferences: string[]) =>
    inbound({ streamSettings: { network: 'tcp', security: 'tls', tlsSettings: { curvePreferences } } })
  expect(kinds('26.6.27', '26.7.28', tls(['X25519MLKEM768']))).toEqual(['post-quantum-only'])
  expect(kinds('26.6.27', '26.7.28', tls(['X25519MLKEM768', 'X25519']))).toEqual([])
  expect(kinds('26.6.27', '26.7.28', tls([]))).toEqual([])
})

it('Shadowsocks without encryption ended with 26.7.11', () => {
  const none = inbound({ protocol: 'shadowsocks', settings: { method: 'none' } })
  expect(kinds('26.6.27', '26.7.28', none)).toEqual(['shadowsocks-none new'])
  expect(kinds('26.6.27', '26.7.10', none)).toEqual([])
})

it('XHTTP session names are lost on the way back to an older core', () => {
  const xhttp = inbound({
    streamSettings: { network: 'splithttp', splithttpSettings: { sessionPlacement: 'cookie' } },
  })
  expect(kinds('26.7.28', '26.5.9', xhttp)).toEqual(['xhttp-session new'])
  expect(kinds('26.6.22', '26.7.28', xhttp)).toEqual([])
})

it('before 26.6.27 nobody on a WireGuard inbound is counted', () => {
  const tunnel = inbound({ protocol: 'wireguard', streamSettings: {} })
  expect(kinds('26.7.28', '26.6.1', tunnel)).toEqual(['wireguard-clients new'])
  expect(kinds('26.6.1', '26.6.27', tunnel)).toEqual([])
})

it('private addresses end for clients whose template does not block them', () => {
  const free = (template: Block) =>
    findChanges({ from: '26.4.25', to: '26.7.28', inbounds: [], config: configOf(template) })
  expect(free(defaultTemplate())).toEqual([])
  const open = { outbounds: [{ tag: 'direct', protocol: 'freedom', settings: {} }] }
  expect(free(open)).toMatchObject([
    { change: { kind: 'private-targets' }, isNew: true, outbounds: ['direct'] },
  ])
  const allowed = {
    outbounds: [{ tag: 'direct', protocol: 'freedom', settings: { finalRules: [{ action: 'allow' }] } }],
  }
  expect(free(allowed)).toEqual([])
})

it('compares versions by number', () => {
  expect(compareVersions('26.7.9', '26.7.11')).toBeLessThan(0)
  expect(compareVersions('26.10.1', '26.7.11')).toBeGreaterThan(0)
  expect(compareVersions('Unknown', '26.7.11')).toBeLessThan(0)
  expect(compareVersions('1.8', '1.8.0')).toBe(0)
})

describe('outbounds as a version reads them', () => {
  const written = (version: string, outbound: Block) => outboundFor(version)(outbound)

  it('a chain is dialled by the socket', () => {
    const chained = { tag: 'a', ProxySettings: { tag: 'b' }, streamSettings: { sockopt: { mark: 1 } } }
    expect(written('26.9.9', chained)).toEqual({
      tag: 'a',
      streamSettings: { sockopt: { mark: 1, dialerProxy: 'b' } },
    })
    expect(written('26.7.28', chained)).toBe(chained)
    expect(written('26.9.9', { tag: 'a', proxySettings: {} })).toEqual({ tag: 'a' })
  })

  it('a direct outbound resolves by its socket', () => {
    const direct = (domainStrategy: string) => ({
      protocol: 'freedom',
      settings: { domainStrategy, userLevel: 0 },
    })
    expect(written('26.10.10', direct('UseIPv4'))).toEqual({
      protocol: 'freedom',
      settings: { userLevel: 0 },
      streamSettings: { sockopt: { domainStrategy: 'UseIPv4' } },
    })
    expect(written('26.10.10', direct('AsIs'))).toEqual({ protocol: 'freedom', settings: { userLevel: 0 } })
    const other = { protocol: 'wireguard', settings: { domainStrategy: 'ForceIP' } }
    expect(written('26.10.10', other)).toBe(other)
  })

  it('hop ports become the last mask', () => {
    const masks = (finalmask: Block) => ({
      protocol: 'hysteria',
      streamSettings: { network: 'hysteria', finalmask },
    })
    const salamander = { type: 'salamander', settings: { password: 'x' } }
    const hop = masks({
      udp: [salamander],
      quicParams: { udpHop: { ports: '1-9', interval: '5-8' }, debug: true },
    })
    const settings = { mode: 'intervalLocal,intervalRemote', remotePorts: '1-9', interval: '5-8' }
    expect(written('26.9.9', hop)).toEqual(
      masks({ udp: [salamander, { type: 'udphop', settings }], quicParams: { debug: true } }),
    )
    expect(written('26.7.28', hop)).toBe(hop)
    expect(written('26.9.9', masks({ quicParams: { udpHop: { ports: '' } } }))).toEqual(
      masks({ quicParams: {} }),
    )
  })

  it('a DNS mask has objects', () => {
    const masks = (settings: Block) => ({
      streamSettings: { finalmask: { udp: [{ type: 'xdns', settings }] } },
    })
    const old = masks({ resolvers: ['t.example+udp://1.1.1.1:53'], extraPoll: 1 })
    expect(written('26.9.30', old)).toEqual(
      masks({
        extraPoll: 1,
        domains: [{ name: 't.example', types: [16] }],
        resolvers: [{ type: 'udp', settings: { addr: '1.1.1.1:53' } }],
      }),
    )
    expect(written('26.10.10', old)).toEqual(
      masks({
        extraPoll: 1,
        domains: [{ names: ['t.example'], types: [16] }],
        resolvers: [{ addrs: ['udp://1.1.1.1:53'] }],
      }),
    )
    const current = masks({ domains: [{ names: ['t.example'] }] })
    expect(written('26.9.30', current)).toBe(current)
  })

  it('authorities of the system are asked for only where the core knows that', () => {
    const tls = { streamSettings: { security: 'tls', tlsSettings: { useSystemCA: true } } }
    expect(written('26.10.10', tls)).toBe(tls)
    expect(written('26.9.30', tls)).toEqual({ streamSettings: { security: 'tls', tlsSettings: {} } })
    expect(written('', tls)).toEqual(written('26.9.30', tls))
  })

  it('a template without such outbounds stays as it is', () => {
    const template = {
      outbounds: [
        { tag: 'a', protocol: 'vmess' },
        { tag: 'b', protocol: 'blackhole' },
      ],
    }
    for (const version of ['', '26.7.28', '26.10.10'])
      expect(withOutboundsFor(template, version)).toBe(template)
    const chained = { outbounds: [...template.outbounds, { tag: 'c', proxySettings: { tag: 'a' } }] }
    expect(withOutboundsFor(chained, '26.9.9').outbounds).toHaveLength(3)
  })

  it('a form offers what the running core reads', () => {
    const ca = 'streamSettings.tlsSettings.useSystemCA'
    expect(offersField('26.9.30', 'vless', ca)).toBe(false)
    expect(offersField('26.10.10', 'vless', ca)).toBe(true)
    expect(offersField('Unknown', 'vless', ca)).toBe(true)
    expect(offersField('26.9.30', 'wireguard', 'settings.domainStrategy')).toBe(false)
    expect(offersField('26.9.30', 'freedom', 'settings.domainStrategy')).toBe(true)
    expect(offersField('26.9.9', 'wireguard', 'settings.domainStrategy')).toBe(true)
  })
})

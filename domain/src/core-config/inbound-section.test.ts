import { describe, expect, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { cellClient, cellInbound, testHidden } from '#test/fixtures/inbound-cells.ts'
import { inboundSection, type SectionSource } from './inbound-section.ts'
import { coreUser, isPlaceholder, placeholderEmail, userDiff } from './users.ts'

const world = { fallbacks: [], childOf: () => undefined, hidden: testHidden }
const vlessTls = cellInbound({ protocol: 'vless', network: 'tcp', security: 'tls' })
const shadowsocks = cellInbound({ protocol: 'shadowsocks', network: 'tcp', security: 'none' })
const section = (inbound: SectionSource, clients = [cellClient(inbound)]) =>
  inboundSection(inbound, clients, world)
const withStream = (inbound: SectionSource, more: Block): SectionSource => ({
  ...inbound,
  streamSettings: { ...inbound.streamSettings, ...more },
})

test('a speed of the inbound is a class of Hysteria connections, and nothing that the core sees elsewhere', () => {
  const hysteria = cellInbound({ protocol: 'hysteria', network: 'hysteria', security: 'tls' })
  const mask = section({ ...hysteria, speedDown: 16_000_000 }).streamSettings?.finalmask
  expect(mask).toMatchObject({ quicParams: { congestion: 'force-brutal', brutalUp: '16000 kbps' } })
  expect(section({ ...vlessTls, speedDown: 16_000_000 })).toEqual(section(vlessTls))
})

describe('where it listens', () => {
  test.each([
    ['', { listen: '0.0.0.0', port: 4443 }],
    ['::1', { listen: '::1', port: 4443 }],
    ['@socket', { listen: '@socket' }],
  ])('%j', (listen, expected) => {
    const { listen: at, port } = section({ ...vlessTls, listen })
    expect({ listen: at, ...(port && { port }) }).toEqual(expected)
  })
})

describe('stream clean-up', () => {
  test('hints of both securities, addresses to advertise and blocks of other transports go', () => {
    const { streamSettings } = section(
      withStream(vlessTls, {
        externalProxy: [{ dest: 'x' }],
        realitySettings: { settings: { publicKey: 'p' } },
        kcpSettings: { seed: 'refused by the core' },
        sockopt: { mark: 1 },
      }),
    )
    expect(Object.keys(streamSettings!).sort()).toEqual([
      'network',
      'security',
      'sockopt',
      'tcpSettings',
      'tlsSettings',
    ])
    expect(streamSettings!.tlsSettings).not.toHaveProperty('settings')
  })
  test.each([
    [
      { seed: 's', mtu: 0, tti: 0, cwndMultiplier: 0, maxSendingWindow: 0, uplinkCapacity: 0 },
      { uplinkCapacity: 0 },
    ],
    [{ mtu: 1400, maxSendingWindow: 1399 }, { mtu: 1400 }],
    [{ maxSendingWindow: 1349 }, {}],
    [
      { mtu: 1400, maxSendingWindow: 1400 },
      { mtu: 1400, maxSendingWindow: 1400 },
    ],
  ])('mKCP with %j does not keep the core from starting', (kcpSettings, sent) => {
    const { streamSettings } = section(
      withStream(vlessTls, { network: 'kcp', security: 'none', kcpSettings }),
    )
    expect(streamSettings!.kcpSettings ?? {}).toEqual(sent)
  })
  test('a certificate row that nobody filled in does not keep the core from starting', () => {
    const tlsSettings = {
      certificates: [
        { certificateFile: '', keyFile: '' },
        { certificateFile: '/c', keyFile: '/k' },
      ],
    }
    expect(section(withStream(vlessTls, { tlsSettings })).streamSettings!.tlsSettings).toEqual({
      certificates: [{ certificateFile: '/c', keyFile: '/k' }],
    })
  })
  test('XHTTP: what only a client reads goes, also inside extra, and old names are renamed', () => {
    const inbound = cellInbound({ protocol: 'vless', network: 'xhttp', security: 'none' })
    const xhttpSettings = {
      path: '/x',
      sessionPlacement: 'header',
      scMaxEachPostBytes: '',
      xmux: {},
      scMinPostsIntervalMs: '30',
      extra: { noGRPCHeader: true, xPaddingBytes: '1-2' },
    }
    expect(section(withStream(inbound, { xhttpSettings })).streamSettings!.xhttpSettings).toEqual({
      path: '/x',
      sessionIDPlacement: 'header',
      extra: { xPaddingBytes: '1-2' },
    })
  })
  test('a TCP mask, which crashes the core under Reality, is dropped there and kept elsewhere', () => {
    const reality = cellInbound({ protocol: 'vless', network: 'tcp', security: 'reality' })
    const finalmask = { tcp: [{ type: 'fragment' }] }
    expect(section(withStream(reality, { finalmask })).streamSettings).not.toHaveProperty('finalmask')
    expect(section(withStream(vlessTls, { finalmask })).streamSettings).toMatchObject({ finalmask })
  })
  test('Hysteria is version 2 on both levels, under one name, and has no key for everybody', () => {
    const inbound = cellInbound({ protocol: 'hysteria2', network: 'hysteria', security: 'tls' })
    const hysteriaSettings = { auth: 'shared', version: 1 }
    const { protocol, settings, streamSettings } = section(withStream(inbound, { hysteriaSettings }))
    expect({ protocol, version: settings.version, hysteria: streamSettings!.hysteriaSettings }).toEqual({
      protocol: 'hysteria',
      version: 2,
      hysteria: { version: 2 },
    })
  })
})

describe('fallbacks', () => {
  const row = {
    id: 1,
    masterId: 1,
    childId: 0,
    name: '',
    alpn: '',
    path: '/a',
    xver: 0,
    dest: '8080',
    sortOrder: 0,
  }
  const written = { ...vlessTls, settings: { ...vlessTls.settings, fallbacks: [{ dest: 1 }] } }
  const built = (inbound: SectionSource, fallbacks = [row]) =>
    inboundSection(inbound, [], { ...world, fallbacks }).settings.fallbacks

  test('rows replace what was written by hand; without rows it stays', () => {
    expect(built(written)).toEqual([{ dest: 8080, path: '/a' }])
    expect(built(written, [])).toEqual([{ dest: 1 }])
  })
  test('no list, not even an empty one, where the core refuses it', () => {
    expect(
      built({ ...written, settings: { ...written.settings, decryption: 'mlkem768x25519plus.x' } }),
    ).toBeUndefined()
    expect(built({ ...vlessTls, settings: { fallbacks: [] } }, [])).toBeUndefined()
  })
})

describe('users', () => {
  test('disabled clients and impossible keys are left out', () => {
    const client = cellClient(vlessTls)
    expect(coreUser(vlessTls, { ...client, enable: false })).toBeUndefined()
    expect(coreUser(vlessTls, { ...client, uuid: '' })).toBeUndefined()
    expect(coreUser(shadowsocks, { ...client, password: 'too short' })).toBeUndefined()
    const hysteria = cellInbound({ protocol: 'hysteria', network: 'hysteria', security: 'tls' })
    expect(coreUser(hysteria, { ...client, auth: '' })).toBeUndefined()
    const trojan = cellInbound({ protocol: 'trojan', network: 'tcp', security: 'tls' })
    expect(coreUser(trojan, { ...client, password: '' })).toBeUndefined()
    expect(coreUser(cellInbound({ protocol: 'http' }), client)).toBeUndefined()
  })
  test('the padding seed goes with the users that have Vision, not with the listener', () => {
    const inbound = { ...vlessTls, settings: { ...vlessTls.settings, testseed: [1, 2, 3, 4] } }
    const [plain, vision] = ['', 'xtls-rprx-vision'].map((flow) =>
      coreUser(inbound, { ...cellClient(inbound), flow }),
    )
    expect(plain).not.toHaveProperty('testseed')
    expect(vision).toMatchObject({ flow: 'xtls-rprx-vision', testseed: [1, 2, 3, 4] })
    expect(section(inbound).settings).not.toHaveProperty('testseed')
  })
  test('a 2022 inbound has a user from the start, whose key no client can work out', () => {
    const [only] = section(shadowsocks, []).settings.clients as { email: string; password: string }[] // made by coreUsers
    expect(only!.email).toBe(placeholderEmail(shadowsocks.tag))
    expect(isPlaceholder(only!.email)).toBe(true)
    expect(atob(only!.password)).toHaveLength(32)
    expect(only!.password).not.toBe(shadowsocks.settings.password)
    const other = inboundSection(shadowsocks, [], { ...world, hidden: (_, n) => new Uint8Array(n) })
    expect(other.settings.clients).not.toEqual([only]) // derived from the panel's secret, not the inbound's
  })
  test('chacha20 of 2022 has one user and no list; legacy ciphers name themselves in each entry', () => {
    const with_ = (method: string) => ({ ...shadowsocks, settings: { ...shadowsocks.settings, method } })
    const client = { ...cellClient(shadowsocks), password: 'p' }
    expect(section(with_('2022-blake3-chacha20-poly1305'), [client]).settings).not.toHaveProperty('clients')
    expect(section(with_('AES-256-GCM'), [client]).settings).toMatchObject({
      method: 'aes-256-gcm',
      clients: [{ email: 'ann', password: 'p', method: 'aes-256-gcm' }],
    })
  })
  test('a server key of the wrong length is replaced, always by the same one', () => {
    const broken = { ...shadowsocks, settings: { ...shadowsocks.settings, password: 'short' } }
    const password = section(broken).settings.password as string // always text
    expect(atob(password)).toHaveLength(32)
    expect(section(broken).settings.password).toBe(password)
  })
  test('a change is a removal and an addition, and no change is nothing', () => {
    const [a, b] = [
      { email: 'ann', id: '1' },
      { email: 'ann', id: '2' },
    ]
    expect(userDiff(a, { ...a })).toEqual({})
    expect(userDiff(null, null)).toEqual({})
    expect(userDiff(a, b)).toEqual({ remove: 'ann', add: b })
    expect(userDiff(null, b)).toEqual({ add: b })
    expect(userDiff(a, null)).toEqual({ remove: 'ann' })
  })
})

describe('protocols without clients', () => {
  test('WireGuard: private keys of peers and notes stay in the panel', () => {
    const inbound = cellInbound(
      { protocol: 'wireguard' },
      { settings: { dns: '1.1.1.1', address: '10.0.0.1,fd00::1' } },
    )
    const { settings } = section(inbound)
    expect(JSON.stringify(settings)).not.toContain('privateKey')
    expect(settings).toMatchObject({ address: ['10.0.0.1', 'fd00::1'] })
    expect(settings).not.toHaveProperty('dns')
  })
  test('an open proxy has no accounts, and sniffing that is off says nothing', () => {
    const inbound = cellInbound({ protocol: 'mixed' })
    const open = section({ ...inbound, settings: { ...inbound.settings, auth: 'noauth' } })
    expect(open.settings).not.toHaveProperty('accounts')
    expect(open).not.toHaveProperty('sniffing')
    expect(open).not.toHaveProperty('streamSettings')
    expect(section({ ...inbound, sniffing: { enabled: true } })).toHaveProperty('sniffing')
  })
})

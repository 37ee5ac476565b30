import { describe, expect, test } from 'vitest'
import { InboundInput } from '#contract/inbound.ts'
import { protocols } from '#contract/protocol.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { newInbound, updatedInbound } from './inbound.ts'

const mint = countingMint()
const made = (input: InboundInput) => newInbound({ port: 443, ...input }, mint).fields

describe('a new inbound', () => {
  test.each(protocols)('%s without its blocks gets what the core and published clients need', (protocol) => {
    const { settings, streamSettings, sniffing } = made({ protocol })
    expect(sniffing).toEqual({ enabled: false })
    expect(streamSettings).toBeTypeOf('object')
    expect(settings).toBeTypeOf('object')
  })
  test('the defaults', () => {
    expect(made({ protocol: 'vless' })).toEqual({
      remark: '',
      enable: true,
      listen: '',
      port: 443,
      protocol: 'vless',
      nodeId: null,
      total: 0,
      expiryTime: 0,
      trafficReset: 'never',
      trafficResetDay: 1,
      shareAddrStrategy: 'node',
      shareAddr: '',
      subSortIndex: 1,
      disableFlow: false,
      labels: [],
      speedDown: 0,
      speedUp: 0,
      trafficMultiplier: 1,
      settings: { decryption: 'none' },
      streamSettings: { network: 'tcp', security: 'none', tcpSettings: {} },
      sniffing: { enabled: false },
    })
  })
  test('Shadowsocks has a cipher, a key that fits it, and tcp', () => {
    const { settings } = made({ protocol: 'shadowsocks' })
    expect(settings).toMatchObject({ method: '2022-blake3-aes-256-gcm', network: 'tcp' })
    expect(atob(String(settings.password))).toHaveLength(32)
    const small = made({
      protocol: 'shadowsocks',
      settings: { method: '2022-blake3-aes-128-gcm', password: '' },
    })
    expect(atob(String(small.settings.password))).toHaveLength(16)
  })
  test.each(['hysteria', 'hysteria2'])('%s is version 2 over its own transport with TLS', (protocol) => {
    expect(made({ protocol, streamSettings: { hysteriaSettings: { udpIdleTimeout: 30 } } })).toMatchObject({
      protocol,
      settings: { version: 2 },
      streamSettings: {
        network: 'hysteria',
        security: 'tls',
        hysteriaSettings: { version: 2, udpIdleTimeout: 30 },
      },
    })
  })
  test('what the caller wrote is not changed under it', () => {
    const input = {
      protocol: 'hysteria',
      streamSettings: { hysteriaSettings: {} },
      settings: {},
      sniffing: {},
    }
    const before = JSON.stringify(input)
    made(input)
    expect(JSON.stringify(input)).toBe(before)
  })
  test('streams are blanked where the protocol has none, and kept to the socket where it has only that', () => {
    const streamSettings = { network: 'tcp', sockopt: { tproxy: 'tproxy' } }
    expect(made({ protocol: 'http', streamSettings }).streamSettings).toEqual({})
    expect(made({ protocol: 'tunnel', streamSettings }).streamSettings).toEqual({
      sockopt: { tproxy: 'tproxy' },
    })
  })
  test('placeholders go, unknown keys stay, other names of a transport are settled', () => {
    const fields = made({
      protocol: 'vless',
      settings: { mine: { a: [1] } },
      streamSettings: {
        network: 'raw',
        rawSettings: { header: { type: 'none' } },
        externalProxy: [],
        finalmask: { tcp: [], udp: [] },
        x: 1,
      },
      sniffing: { enabled: false, destOverride: ['http'], y: 2 },
    })
    expect(fields.settings).toEqual({ mine: { a: [1] }, decryption: 'none' })
    expect(fields.streamSettings).toEqual({
      network: 'tcp',
      security: 'none',
      tcpSettings: { header: { type: 'none' } },
      x: 1,
    })
    expect(fields.sniffing).toEqual({ enabled: false, y: 2 })
  })
  test('sniffing that is on keeps its overrides', () => {
    const sniffing = { enabled: true, destOverride: ['http', 'tls'] }
    expect(made({ protocol: 'vless', sniffing }).sniffing).toEqual(sniffing)
  })
  test('clients are taken out', () => {
    const decided = newInbound({ protocol: 'trojan', port: 1, settings: { clients: [{ email: 'a' }] } }, mint)
    expect(decided).toMatchObject({ clients: [{ email: 'a' }], layers: ['tcp'] })
    expect(decided.fields.settings).toEqual({})
    expect(newInbound({ protocol: 'trojan', port: 1 }, mint).clients).toBeUndefined()
  })
  test('P28: an id in the body goes nowhere', () => {
    const body = InboundInput.parse({ id: 7, up: 5, down: 5, protocol: 'vless', port: 443 })
    expect(made(body)).toEqual(made({ protocol: 'vless' }))
    expect(made(body)).not.toHaveProperty('id')
  })
  test('nodeId 0 is this panel', () => {
    expect(made({ protocol: 'vless', nodeId: 0 }).nodeId).toBeNull()
    expect(made({ protocol: 'vless', nodeId: 3 }).nodeId).toBe(3)
  })
  test.each<[InboundInput, string]>([
    [{ protocol: 'vless', port: 0 }, 'port'],
    [{ protocol: 'nope' }, 'protocol'],
    [{ protocol: 'vless', sniffing: { enabled: 'yes' } }, 'sniffing.enabled'],
    [{ protocol: 'hysteria', streamSettings: { hysteriaSettings: 'x' } }, 'streamSettings.hysteriaSettings'],
    [{ protocol: 'hysteria', streamSettings: { network: 'tcp' } }, 'streamSettings.network'],
    [{ protocol: 'shadowsocks', settings: { method: 'rot13' } }, 'settings.method'],
    [{ protocol: 'shadowsocks', settings: { password: 5 } }, 'settings.password'],
    [{ protocol: 'tun', nodeId: 1 }, 'nodeId'],
  ])('%j is refused', (input, field) => {
    expect(() => made(input)).toThrow(expect.objectContaining({ name: 'Refusal', field }))
  })
})

describe('an update', () => {
  const stored = made({
    protocol: 'vless',
    remark: 'r',
    settings: { mine: 1 },
    streamSettings: { network: 'ws' },
    nodeId: 3,
  })
  test('absent keeps, and so do the clients', () => {
    expect(updatedInbound(stored, {}, mint)).toEqual({ fields: stored, clients: undefined, layers: ['tcp'] })
  })
  test('what is sent replaces; the node is chosen once', () => {
    const { fields, clients } = updatedInbound(
      stored,
      { remark: '', nodeId: 9, settings: { clients: [] } },
      mint,
    )
    expect(fields).toEqual({ ...stored, remark: '', settings: { decryption: 'none' } })
    expect(clients).toEqual([])
  })
  test('another protocol starts from its own blocks', () => {
    const { fields } = updatedInbound(stored, { protocol: 'shadowsocks' }, mint)
    expect(fields.settings).not.toHaveProperty('mine')
    expect(fields.streamSettings).toMatchObject({ network: 'tcp' })
  })
})

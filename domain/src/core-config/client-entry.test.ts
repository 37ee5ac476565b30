import { describe, expect, test } from 'vitest'
import { protocols } from '#contract/protocol.ts'
import { coreClient, coreProtocol, type EntrySource } from './client-entry.ts'

const c: EntrySource = {
  email: 'Ann',
  uuid: 'u',
  password: 'p',
  auth: 'a',
  flow: 'xtls-rprx-vision-udp443',
  security: 'auto',
  reverse: { tag: 'r' },
}
const reality = { network: 'tcp', security: 'reality' }

describe('what the core is given of a client', () => {
  test.each([
    ['vless', {}, reality, { email: 'Ann', id: 'u', flow: 'xtls-rprx-vision', reverse: { tag: 'r' } }],
    ['vless', {}, { network: 'grpc', security: 'reality' }, { email: 'Ann', id: 'u', reverse: { tag: 'r' } }],
    ['vmess', {}, {}, { email: 'Ann', id: 'u', security: 'auto' }],
    ['trojan', {}, reality, { email: 'Ann', password: 'p' }],
    [
      'shadowsocks',
      { method: 'chacha20-ietf-poly1305' },
      {},
      { email: 'Ann', password: 'p', method: 'chacha20-ietf-poly1305' },
    ],
    ['shadowsocks', { method: '2022-blake3-aes-256-gcm' }, {}, { email: 'Ann', password: 'p' }],
    ['hysteria', {}, {}, { email: 'Ann', auth: 'a' }],
    ['hysteria2', {}, {}, { email: 'Ann', auth: 'a' }],
  ] as const)('%s %j %j', (protocol, settings, streamSettings, expected) => {
    expect(coreClient({ protocol, settings, streamSettings }, c)).toEqual(expected)
  })
  test('a blank reverse tag, which the core refuses, is left out', () => {
    const inbound = { protocol: 'vless', settings: {}, streamSettings: {} } as const
    expect(coreClient(inbound, { ...c, reverse: { tag: '' } })).toEqual({ email: 'Ann', id: 'u' })
    expect(coreClient(inbound, { ...c, reverse: null })).toEqual({ email: 'Ann', id: 'u' })
  })
  test('no flow where the operator forbids it', () => {
    const inbound = { protocol: 'vless', settings: {}, streamSettings: reality, disableFlow: true } as const
    expect(coreClient(inbound, c)).not.toHaveProperty('flow')
  })
  test('the core knows one Hysteria', () => {
    expect(protocols.map(coreProtocol)).not.toContain('hysteria2')
  })
})

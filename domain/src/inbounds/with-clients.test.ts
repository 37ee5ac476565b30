import { describe, expect, test } from 'vitest'
import type { ClientProtocol } from '#contract/protocol.ts'
import { newClient } from '#domain/clients/client.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import { type AttachedClient, clientEntry, splitSettings } from './with-clients.ts'

const mint = countingMint()
const tls = { network: 'tcp', security: 'tls' }
const ann = {
  ...newClient(
    { email: 'ann', password: 'pw', auth: 'au', flow: 'xtls-rprx-vision', reverse: { tag: 'r' } },
    [],
    mint,
  ),
}
const entry = (protocol: ClientProtocol, settings = {}, streamSettings = {}, client: AttachedClient = ann) =>
  clientEntry({ protocol, settings, streamSettings }, client)

describe('an inbound taken apart at the door (R42)', () => {
  test.each([
    [{ decryption: 'none' }, undefined],
    [{ decryption: 'none', clients: null }, undefined],
    [{ decryption: 'none', clients: [] }, []],
    [{ decryption: 'none', users: [{ email: 'a' }] }, [{ email: 'a' }]],
    [
      { decryption: 'none', clients: [null, { email: 'a', flow: null, level: 0, alterId: 64 }] },
      [{ email: 'a' }],
    ],
  ])('%j', (settings, clients) => {
    expect(splitSettings('vless', settings)).toEqual({ settings: { decryption: 'none' }, clients })
  })
  test('protocols without clients keep what was written', () => {
    expect(splitSettings('tunnel', { clients: [1] })).toEqual({
      settings: { clients: [1] },
      clients: undefined,
    })
  })
  test.each([
    [{ clients: 'x' }, 'settings.clients'],
    [{ clients: [{}] }, 'settings.clients[0].email'],
    [{ clients: [{ email: 'a' }, { email: 'A' }] }, 'settings.clients[1].email'],
    [{ clients: [{ email: 'a', totalGB: '5' }] }, 'settings.clients[0].totalGB'],
    [{ clients: [{ email: 'a', totalGB: -5 }] }, 'settings.clients[0].totalGB'],
    [{ clients: ['a'] }, 'settings.clients[0]'],
  ])('%j is refused', (settings, field) => {
    expect(() => splitSettings('vless', settings)).toThrow(
      expect.objectContaining({ name: 'Refusal', field }),
    )
  })
})

describe('settings.clients as the wire shows it', () => {
  const common = {
    security: '',
    email: 'ann',
    limitIp: 0,
    totalGB: 0,
    expiryTime: 0,
    enable: true,
    tgId: 0,
    subId: ann.subId,
    comment: '',
    reset: 0,
    resetDay: 0,
    resetMax: 0,
    created_at: mint.now,
    updated_at: mint.now,
  }
  test.each([
    ['vless', {}, tls, { id: ann.uuid, flow: 'xtls-rprx-vision', reverse: { tag: 'r' } }],
    ['vless', {}, { network: 'ws' }, { id: ann.uuid, reverse: { tag: 'r' } }],
    ['vmess', {}, {}, { id: ann.uuid }],
    ['trojan', {}, tls, { password: 'pw', flow: 'xtls-rprx-vision' }],
    ['shadowsocks', { method: 'aes-256-gcm' }, {}, { password: 'pw', method: 'aes-256-gcm' }],
    ['shadowsocks', { method: '2022-blake3-aes-128-gcm' }, {}, { password: 'pw' }],
    ['hysteria2', {}, {}, { auth: 'au' }],
  ] as const)('%s %j %j', (protocol, settings, stream, identity) => {
    expect(entry(protocol, settings, stream)).toEqual({ ...common, ...identity })
  })
  test('P26: the flow of an attachment outranks the record’s', () => {
    const other = { ...ann, flow: '', flowOverride: 'xtls-rprx-vision' }
    expect(entry('vless', {}, tls, other)).toMatchObject({ flow: 'xtls-rprx-vision' })
    expect(entry('vless', {}, { network: 'ws' }, other)).not.toHaveProperty('flow')
  })
  test('what is shown comes back as the same clients', () => {
    const shown = entry('vless', {}, tls)
    const back = splitSettings('vless', { decryption: 'none', clients: [shown] })
    expect(back.settings).toEqual({ decryption: 'none' })
    expect(back.clients).toMatchObject([
      { email: 'ann', id: ann.uuid, subId: ann.subId, reverse: { tag: 'r' } },
    ])
  })
})

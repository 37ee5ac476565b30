import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import {
  checkUuid,
  credentialKeys,
  fittingCredentials,
  isValidKey,
  listedPassword,
  newKey,
} from './credentials.ts'

const none = { uuid: '', password: '', auth: '', shadowsocksKey: '' }
const aes128 = '2022-blake3-aes-128-gcm'
const aes256 = '2022-blake3-aes-256-gcm'
const ss = (method: string) => ({ protocol: 'shadowsocks', method }) as const
const trojan = { protocol: 'trojan', method: '' } as const
const vless = { protocol: 'vless', method: '' } as const
const hysteria = { protocol: 'hysteria', method: '' } as const

describe('what the core takes for one client', () => {
  const uuid = '11111111-2222-3333-4444-555555555555'
  test.each([
    ['the third group of a UUID', '11111111-2222-9999-4444-555555555555'],
    ['case', uuid.toUpperCase()],
    ['dashes', uuid.replaceAll('-', '')],
  ])('%s is no difference on VLESS and VMess', (_name, other) => {
    for (const protocol of ['vless', 'vmess'] as const)
      expect(credentialKeys(protocol, { ...none, uuid: other })).toEqual(
        credentialKeys(protocol, { ...none, uuid }),
      )
  })
  test('another group is one', () => {
    const other = '11111111-2222-3333-5555-555555555555'
    expect(credentialKeys('vless', { ...none, uuid: other })).not.toEqual(
      credentialKeys('vless', { ...none, uuid }),
    )
  })
  test('passwords are compared as they are, 2022 keys by their bytes', () => {
    expect(credentialKeys('trojan', { ...none, password: 'A' })).not.toEqual(
      credentialKeys('trojan', { ...none, password: 'a' }),
    )
    const [a, b] = ['AAAAAAAAAAAAAAAAAAAAAA==', 'AAAAAAAAAAAAAAAAAAAAAB==']
    expect(credentialKeys('shadowsocks', { ...none, password: a! }, aes128)).toEqual(
      credentialKeys('shadowsocks', { ...none, password: b! }, aes128),
    )
    expect(credentialKeys('shadowsocks', { ...none, password: a! }, 'aes-256-gcm')).not.toEqual(
      credentialKeys('shadowsocks', { ...none, password: b! }, 'aes-256-gcm'),
    )
  })
  test('a Hysteria auth that is a UUID is compared as one', () => {
    expect(credentialKeys('hysteria2', { ...none, auth: uuid })).toEqual(
      credentialKeys('hysteria', { ...none, auth: uuid.replace('3333', '0000') }),
    )
  })
  test('a blank credential collides with nobody', () => {
    for (const p of ['vless', 'trojan', 'shadowsocks', 'hysteria'] as const)
      expect(credentialKeys(p, none)).toEqual([])
  })
})

describe('credentials that fit the inbounds', () => {
  test('each protocol gets what it needs and nothing else', () => {
    expect(fittingCredentials(none, [vless], countingMint()).uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(fittingCredentials(none, [trojan], countingMint()).password).toMatch(/^[0-9a-f]{32}$/)
    expect(fittingCredentials(none, [hysteria], countingMint()).auth).toMatch(/^[0-9a-f]{32}$/)
    expect(fittingCredentials(none, [], countingMint())).toEqual(none)
  })
  test.each([aes128, aes256, 'aes-256-gcm', 'chacha20-ietf-poly1305'])(
    'a key for %s is valid there',
    (method) => {
      expect(isValidKey(method, newKey(method, countingMint()))).toBe(true)
    },
  )
  test.each(['', 'short', 'not base64!', btoa('x'.repeat(31)), btoa('x'.repeat(33))])(
    '%j is replaced on a 2022 cipher',
    (password) => {
      const made = fittingCredentials({ ...none, password }, [ss(aes256)], countingMint()).password
      expect(atob(made)).toHaveLength(32)
    },
  )
  test('P16: what a client has is kept wherever it can be used', () => {
    const target = fc.constantFrom(vless, trojan, hysteria, ss(aes256), ss('aes-256-gcm'))
    fc.assert(
      fc.property(fc.array(target), fc.array(target), (first, more) => {
        const mint = countingMint()
        const have = fittingCredentials({ ...none, password: newKey(aes256, mint) }, first, mint)
        const next = fittingCredentials(have, [...first, ...more], mint)
        if (have.uuid) expect(next.uuid).toBe(have.uuid)
        if (have.auth) expect(next.auth).toBe(have.auth)
        expect(next.password).toBe(have.password)
        expect(fittingCredentials(next, [...first, ...more], mint)).toEqual(next)
      }),
    )
  })
  test('a password that is in use is kept, and Shadowsocks 2022 gets a key of its own', () => {
    const mint = countingMint()
    for (const other of [trojan, ss('aes-256-gcm')]) {
      const have = { ...none, password: 'a pass phrase' }
      const next = fittingCredentials(have, [other, ss(aes256)], mint)
      expect(next.password).toBe('a pass phrase')
      expect(isValidKey(aes256, next.shadowsocksKey)).toBe(true)
      expect(fittingCredentials(next, [other, ss(aes256)], mint)).toEqual(next)
      expect(fittingCredentials(next, [ss(aes256)], mint)).toEqual(next)
      const shorter = fittingCredentials(next, [other, ss(aes128)], mint)
      expect(isValidKey(aes128, shorter.shadowsocksKey)).toBe(true)
      expect(shorter.password).toBe('a pass phrase')
      expect(credentialKeys('trojan', next)).toEqual(['password:a pass phrase'])
      expect(credentialKeys('shadowsocks', next, aes256)).toEqual([`password:${next.shadowsocksKey}`])
      expect(credentialKeys('shadowsocks', next, 'aes-256-gcm')).toEqual(['password:a pass phrase'])
    }
    const key = newKey(aes256, mint)
    const both = fittingCredentials({ ...none, password: key }, [trojan, ss(aes256)], mint)
    expect(both).toMatchObject({ password: key, shadowsocksKey: '' })
  })
  test('the list of a Shadowsocks 2022 inbound says nothing about the password elsewhere', () => {
    const [key, other] = [newKey(aes256, countingMint()), btoa('y'.repeat(32))]
    const stored = { password: 'phrase', shadowsocksKey: key }
    const at = { target: ss(aes256), targets: [trojan, ss(aes256)] }
    expect(listedPassword(stored, key, at)).toEqual({})
    expect(listedPassword(stored, 'no key', at)).toEqual({})
    expect(listedPassword(stored, other, at)).toEqual({ shadowsocksKey: other })
    expect(listedPassword(stored, 'new', { ...at, target: trojan })).toEqual({ password: 'new' })
    expect(listedPassword(stored, other, { ...at, targets: [ss(aes256)] })).toEqual({ password: other })
  })
  test('one key cannot have two lengths, and a single-user cipher takes no clients', () => {
    expect(() => fittingCredentials(none, [ss(aes128), ss(aes256)], countingMint())).toThrow(
      'different lengths',
    )
    expect(() => fittingCredentials(none, [ss('2022-blake3-chacha20-poly1305')], countingMint())).toThrow(
      'single user',
    )
  })
})

test.each(['', 'x'.repeat(31), 'é'.repeat(16), 'a\nb'])('%j is no identity', (id) => {
  expect(() => checkUuid(id)).toThrow(expect.objectContaining({ field: 'id' }))
})

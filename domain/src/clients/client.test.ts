import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ClientInput } from '#contract/client.ts'
import { countingMint } from '#test/fixtures/counting-mint.ts'
import {
  blankClient,
  isSameIdentity,
  mayAttach,
  newClient,
  type StoredClient,
  updatedClient,
} from './client.ts'
import { dayMs } from './expiry.ts'

const mint = countingMint()
const vless = { protocol: 'vless', method: '' } as const
const ann = newClient(
  { email: 'ann', totalGB: 100, flow: 'xtls-rprx-vision', reverse: { tag: 'r' } },
  [vless],
  mint,
)
const later = { ...mint, now: mint.now + 5 }
const update = (stored: StoredClient, input: ClientInput, used = 0) =>
  updatedClient(stored, input, { used, mint: later, targets: [vless] })

describe('a new client', () => {
  test('has an identity, a subscription and the defaults', () => {
    expect(newClient({ email: 'bob' }, [vless], countingMint())).toEqual({
      ...blankClient,
      email: 'bob',
      subId: '00000000-0000-4000-8000-000000000002',
      uuid: '00000000-0000-4000-8000-000000000001',
      enable: true,
      createdAt: mint.now,
      updatedAt: mint.now,
    })
  })
  test('keeps what was given, enable false among it', () => {
    const given = { email: 'b', id: 'me', subId: 's', enable: false, created_at: 7, security: 'zero' }
    expect(newClient(given, [vless], mint)).toMatchObject({
      uuid: 'me',
      subId: 's',
      enable: false,
      createdAt: 7,
      security: 'zero',
    })
  })
  test('VMess has a cipher', () => {
    expect(newClient({ email: 'b' }, [{ protocol: 'vmess', method: '' }], mint).security).toBe('auto')
  })
  test('an email is asked for', () => {
    expect(() => newClient({}, [vless], mint)).toThrow(expect.objectContaining({ field: 'email' }))
  })
})

describe('bad input names its field and changes nothing', () => {
  const bad: [ClientInput, string][] = [
    [{ email: 'a/b' }, 'email'],
    [{ subId: 'a b' }, 'subId'],
    [{ id: 'x'.repeat(40) }, 'id'],
    [{ totalGB: -1 }, 'totalGB'],
    [{ totalGB: 1.5 }, 'totalGB'],
    [{ totalGB: 2 ** 53 }, 'totalGB'],
    [{ limitIp: -1 }, 'limitIp'],
    [{ reset: -1 }, 'reset'],
    [{ expiryTime: 0.5 }, 'expiryTime'],
    [{ expiryTime: -5 }, 'expiryTime'],
    [{ tgId: 0.5 }, 'tgId'],
    [{ flow: 'xtls-rprx-direct' }, 'flow'],
    [{ reverse: { tag: 'a\u0000' } }, 'reverse.tag'],
    [{ password: 'a\nb' }, 'password'],
    [{ comment: 'x'.repeat(5000) }, 'comment'],
  ]
  test.each(bad)('%j', (input, field) => {
    expect(() => update(ann, input)).toThrow(expect.objectContaining({ name: 'Refusal', field }))
    expect(() => newClient({ email: 'a', ...input }, [vless], mint, 'settings.clients[2].')).toThrow(
      expect.objectContaining({ field: `settings.clients[2].${field}` }),
    )
  })
})

describe('an update', () => {
  test('P14: absent and blank credentials are kept', () => {
    const next = update(ann, { comment: 'x', id: '', password: '', auth: '', subId: '' })
    expect(next).toEqual({ ...ann, comment: 'x', updatedAt: later.now })
  })
  test('P15: toggling enable changes only enable', () => {
    const off = update(ann, { enable: false })
    expect(off).toEqual({ ...ann, enable: false, updatedAt: later.now })
    expect(update(off, { enable: true })).toEqual({ ...ann, updatedAt: later.now })
  })
  test('P29: what changes nothing is the stored client itself', () => {
    expect(update(ann, {})).toBe(ann)
    expect(update(ann, { email: 'ann', totalGB: 100, reverse: {}, id: ann.uuid })).toBe(ann)
  })
  test('P23: a case-only rename is a rename', () => {
    expect(update(ann, { email: 'ANN' })).toMatchObject({ email: 'ANN', uuid: ann.uuid })
  })
  test('a blank reverse tag clears, an absent one keeps', () => {
    expect(update(ann, { reverse: { tag: '' } }).reverse).toBeNull()
    expect(update(ann, { reverse: {} }).reverse).toEqual({ tag: 'r' })
  })
  test('zero and blank are values', () => {
    expect(update(ann, { totalGB: 0, flow: '' })).toMatchObject({ totalGB: 0, flow: '' })
  })
  test('P25: every field persists, whatever the inbounds', () => {
    const input = {
      email: 'z',
      limitIp: 1,
      totalGB: 2,
      expiryTime: 3,
      tgId: 4,
      comment: 'c',
      reset: 5,
      group: 'g',
    }
    expect(updatedClient(ann, input, { used: 0, mint: later, targets: [] })).toMatchObject(input)
  })
  test('a new password makes a new Shadowsocks key, an echo of either makes none', () => {
    const targets = [
      { protocol: 'trojan', method: '' },
      { protocol: 'shadowsocks', method: '2022-blake3-aes-128-gcm' },
    ] as const
    const at = { used: 0, mint: later, targets }
    const both = updatedClient(ann, { password: 'phrase' }, at)
    expect(both.password).toBe('phrase')
    expect(atob(both.shadowsocksKey)).toHaveLength(16)
    for (const echo of [{ password: 'phrase' }, { password: both.shadowsocksKey }, { password: '' }, {}])
      expect(updatedClient(both, echo, at)).toBe(both)
    const next = updatedClient(both, { password: 'another' }, at)
    expect(next.password).toBe('another')
    expect(atob(next.shadowsocksKey)).toHaveLength(16)
    expect(next.shadowsocksKey).not.toBe(both.shadowsocksKey)
    const key = btoa('k'.repeat(16))
    expect(updatedClient(both, { password: key }, at)).toMatchObject({ password: key, shadowsocksKey: '' })
    const own = updatedClient(both, { shadowsocksKey: key }, at)
    expect(own).toMatchObject({ password: 'phrase', shadowsocksKey: key })
  })
  test('a 2022 key that does not fit is replaced', () => {
    const targets = [{ protocol: 'shadowsocks', method: '2022-blake3-aes-128-gcm' }] as const
    const next = updatedClient(ann, { password: 'nope' }, { used: 0, mint: later, targets })
    expect(atob(next.password)).toHaveLength(16)
  })
})

describe('R23: who turned it off is remembered', () => {
  const ended: StoredClient = { ...ann, enable: false, disabledByPanel: true }
  test('an echoed enable:false stays the panel’s doing', () => {
    expect(update(ended, { enable: false, comment: 'x' }, 100)).toMatchObject({
      enable: false,
      disabledByPanel: true,
    })
  })
  test('more quota brings it back, with or without the echo', () => {
    for (const enable of [false, undefined, true])
      expect(update(ended, { enable, totalGB: 200 }, 100)).toMatchObject({
        enable: true,
        disabledByPanel: false,
      })
  })
  test('enable:true on an exhausted client waits for quota', () => {
    expect(update(ended, { enable: true }, 100)).toBe(ended)
  })
  test('an operator’s off stays off', () => {
    const off = update(ann, { enable: false })
    expect(update(off, { totalGB: 500, expiryTime: 0 })).toMatchObject({
      enable: false,
      disabledByPanel: false,
    })
  })
})

test('a repeated update settles: the second one changes nothing', () => {
  const input = fc.record(
    {
      comment: fc.string({ unit: 'grapheme-ascii', maxLength: 5 }),
      totalGB: fc.nat(),
      enable: fc.boolean(),
      expiryTime: fc.oneof(
        fc.nat(),
        fc.integer({ min: -50, max: 0 }).map((d) => d * dayMs || 0),
      ),
      reverse: fc.record({ tag: fc.constantFrom('', 'r') }),
      flow: fc.constantFrom('', 'xtls-rprx-vision'),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(input, fc.boolean(), fc.nat(), (sent, panel, used) => {
      // Once the client is enabled again, `false` is no longer an echo.
      fc.pre(!(panel && sent.enable === false))
      const once = update({ ...ann, enable: !panel, disabledByPanel: panel }, sent, used)
      expect(update(once, sent, used)).toBe(once)
    }),
  )
})

test('identity by subscription', () => {
  expect(isSameIdentity({ subId: 's' }, { subId: 's' })).toBe(true)
  expect(isSameIdentity({ subId: '' }, { subId: '' })).toBe(false)
  expect(mayAttach({ subId: 's' }, {})).toBe(true)
  expect(mayAttach({ subId: 's' }, { subId: 't' })).toBe(false)
})

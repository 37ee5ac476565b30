import { expect, it } from 'vitest'
import type { ClientRecord } from '#contract/client.ts'
import { newPeerKeys, publicKeyOf, standardKey } from '#domain/wireguard/keys.ts'
import { bodyOf, endedBy, formOf, isRename, newSecrets, pairWith } from './client-form.ts'

// Only the fields that the form has.
const stored = {
  email: 'ann',
  comment: '',
  enable: true,
  totalGB: 1_234_567_890,
  expiryTime: 1_800_000_012_345,
  limitIp: 2,
  limitHwid: 3,
  deviceKeys: true,
  speedDown: 16_000_000,
  speedUp: 0,
  whenEnded: 'slow',
  slowSpeed: 1_000_000,
  fairUse: 3_333_333_333,
  fairUseSpeed: 2_000_000,
  ipCount: 'network',
  ipGrace: 20,
  whenOverIp: 'cut',
  reset: 0,
  group: 'gold',
  flow: '',
  uuid: 'u',
  password: 'p',
  auth: 'a',
  subId: 's',
  quotas: [{ on: 'label', label: 'eu', bytes: 1_234_567_890, reset: 'month' }],
  tgId: 0,
} as ClientRecord

it('sends back exactly what is stored if nothing was edited', () => {
  const { uuid, ...rest } = stored
  expect(bodyOf(formOf(stored, [1]), stored)).toEqual({ ...rest, id: uuid })
})

it('a speed is megabits, nothing or no limit', () => {
  const form = formOf(stored, [])
  expect(form.speedDown).toEqual({ kind: 'own', mbit: 16 })
  const sent = (kind: 'inherit' | 'none' | 'own', mbit: number) =>
    bodyOf({ ...form, speedUp: { kind, mbit } }, stored).speedUp
  expect([sent('inherit', 5), sent('own', 2.5)]).toEqual([0, 2_500_000])
  expect(formOf({ ...stored, speedUp: sent('none', 0) ?? 0 }, []).speedUp.kind).toBe('none')
})

it('an allowance of a day is gigabytes, and megabits after it', () => {
  const form = formOf(stored, [])
  expect([form.fairUse, form.fairUseSpeed]).toEqual([3.1, 2])
  expect(bodyOf({ ...form, fairUse: 5, fairUseSpeed: 0.5 }, stored)).toMatchObject({
    fairUse: 5 * 1024 ** 3,
    fairUseSpeed: 500_000,
  })
})

it('parses gigabytes, a date and days from first use', () => {
  const form = formOf(stored, [])
  expect(bodyOf({ ...form, totalGB: 50 }, stored).totalGB).toBe(50 * 1024 ** 3)
  expect(bodyOf({ ...form, expiryTime: { kind: 'never' } }, stored).expiryTime).toBe(0)
  expect(bodyOf({ ...form, expiryTime: { kind: 'firstUse', days: 30 } }, stored).expiryTime).toBe(
    -30 * 86_400_000,
  )
  expect(bodyOf({ ...form, expiryTime: { kind: 'date', date: '2027-01-02T03:04' } }, stored).expiryTime).toBe(
    new Date(2027, 0, 2, 3, 4).getTime(),
  )
})

it('generates credentials that the panel accepts', () => {
  const none = { publicKey: '', preSharedKey: '' }
  const { uuid, password, subId, ...others } = newSecrets(none)
  expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(password).toHaveLength(32)
  expect(Object.keys(others)).toEqual(['auth'])
  expect(subId).not.toBe(newSecrets(none).subId)
})

it('renews the WireGuard keys of a client that has some', () => {
  const none = { publicKey: '', preSharedKey: '' }
  expect(newSecrets(none)).not.toHaveProperty('privateKey')
  const { privateKey = '', publicKey, preSharedKey } = newSecrets({ publicKey: 'old', preSharedKey: 'old' })
  expect(publicKey).toBe(publicKeyOf(privateKey))
  expect(standardKey(preSharedKey ?? '')).toBe(preSharedKey)
  expect(newSecrets({ ...none, publicKey: 'old' })).not.toHaveProperty('preSharedKey')
})

it('the halves of a WireGuard pair belong together', () => {
  const mint = { bytes: (n: number) => new Uint8Array(n).fill(7) }
  const [pair, other] = [newPeerKeys(mint), newPeerKeys({ bytes: (n) => new Uint8Array(n).fill(9) })]
  expect(pairWith(pair, { privateKey: other.privateKey })).toEqual(other)
  expect(pairWith(pair, { privateKey: 'half typed' })).toEqual({ ...pair, privateKey: 'half typed' })
  expect(pairWith(pair, { publicKey: other.publicKey })).toEqual({ ...other, privateKey: '' })
  expect(pairWith(pair, { publicKey: ` ${pair.publicKey} ` }).privateKey).toBe(pair.privateKey)
})

it('a change of letter case or an empty field is not a new name', () => {
  expect(['ANN', ' ann ', '', 'anna'].map((to) => isRename('Ann', to))).toEqual([false, false, false, true])
})

it('says why a client stays off, until what is typed helps', () => {
  const now = 1_800_000_000_000
  const client = { ...stored, whenEnded: 'cut', totalGB: 2 ** 30, expiryTime: 0 } as ClientRecord
  const found = (usedTraffic: number, more: Partial<ClientRecord> = {}) => ({
    client: { ...client, ...more },
    usedTraffic,
  })
  const ended = (of: ReturnType<typeof found>, typed: Partial<ReturnType<typeof formOf>> = {}) =>
    endedBy({ ...formOf(of.client, []), ...typed }, of, now)
  expect(ended(found(5))).toBeUndefined()
  expect(ended(found(2 ** 30))).toBe('spent')
  expect(ended(found(2 ** 30), { totalGB: 2 })).toBeUndefined()
  expect(ended(found(2 ** 40, { totalGB: 0 }))).toBeUndefined()
  expect(ended(found(2 ** 30, { whenEnded: 'slow' }))).toBeUndefined()
  expect(ended(found(0, { expiryTime: now }))).toBe('expired')
  expect(ended(found(0, { expiryTime: now }), { expiryTime: { kind: 'never' } })).toBeUndefined()
  expect(ended(found(0, { expiryTime: -1_000 }))).toBeUndefined()
})

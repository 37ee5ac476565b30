import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createUserNames, folded } from '#domain/traffic/fold.ts'
import { isValidKey } from '../clients/credentials.ts'
import { checkEmail } from '../clients/field-rules.ts'
import { clientMatcher, deviceUser, readCoreUser } from '../core-config/user-names.ts'
import { coreUsers, isPlaceholder, type UserSource, usersOf } from '../core-config/users.ts'
import {
  deviceCredentials,
  keyedDevices,
  newSecret,
  renewedSecrets,
  secretsOfCentre,
  secretsToSend,
  withoutSecrets,
  withSecret,
  withSecretsOfCentre,
} from './keys.ts'

const inbound = { tag: 'in-1', protocol: 'vless', settings: {}, streamSettings: {} }
const hidden = (_: string, length: number) => new Uint8Array(length)

let counter = 0
const mint = { bytes: (n: number) => Uint8Array.from({ length: n }, () => (counter++ * 7) % 256) }
const short = Buffer.alloc(16, 1).toString('base64')
const long = Buffer.alloc(32, 1).toString('base64')
const ann: UserSource = {
  ...{ email: 'ann', uuid: 'a8a8a8a8-0000-4000-8000-000000000001', password: 'pw', auth: 'au' },
  ...{ flow: '', security: 'auto', reverse: { tag: 'r' }, enable: true, shadowsocksKey: '' },
}
const keyed = (...devices: number[]): UserSource => ({
  ...ann,
  deviceKeys: true,
  deviceSecrets: devices.reduce((text, device) => withSecret(text, device, newSecret(mint)), ''),
})

describe('the name of a device in the core', () => {
  test('is no email, and leads back to its client', () => {
    const email = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 }), email, (device, name) => {
        const user = deviceUser(device, name)
        expect(() => checkEmail(user)).toThrow()
        expect(isPlaceholder(user)).toBe(false)
        expect(readCoreUser(user)).toEqual({ device, email: name })
      }),
    )
  })

  test.each(['ann', '7', '7ann', 'placeholder/in-1', '/ann', 'a/7'])('%s is none', (name) => {
    expect(readCoreUser(name)).toEqual({ email: name, device: undefined })
  })

  test('a rule about clients matches their devices and nobody else', () => {
    const expression = new RegExp(clientMatcher(['ann', 'b.b']).replace('regexp:(?i)', ''), 'i')
    const names = ['7/ann', '8/b.b', '9/ANN', 'ann', '7/anna', '7/bxb', 'x7/ann', '7/8/ann']
    expect(names.filter((name) => expression.test(name))).toEqual(['7/ann', '8/b.b', '9/ANN'])
  })
})

describe('devices of a centre', () => {
  const centre = keyed(8, 7)
  const sent = secretsToSend(centre)
  const node = withSecretsOfCentre(keyed(7).deviceSecrets ?? '', sent)

  test('are apart from those of the panel itself, and work whatever its own switch says', () => {
    expect(keyedDevices({ deviceKeys: false, deviceSecrets: node })).toEqual([-7, -8])
    expect(keyedDevices({ deviceKeys: true, deviceSecrets: node })).toEqual([7, -7, -8])
    const there = { ...ann, deviceKeys: false, deviceSecrets: node }
    expect(deviceCredentials(there, -7)).toEqual(deviceCredentials(centre, 7))
    expect(deviceCredentials(there, 7)).toBeUndefined()
    expect(usersOf(inbound, there, hidden).map(({ email }) => email)).toEqual(['ann', '-7/ann', '-8/ann'])
    expect(readCoreUser('-7/ann')).toEqual({ device: -7, email: 'ann' })
  })

  test('are exactly those that were sent last, in one order, and none is sent on', () => {
    expect(secretsOfCentre(node)).toBe(sent)
    expect(secretsToSend({ deviceKeys: true, deviceSecrets: withSecretsOfCentre('', sent) })).toBe('')
    expect(secretsToSend({ ...centre, deviceKeys: false })).toBe('')
    const fewer = withSecretsOfCentre(
      node,
      secretsToSend({ ...centre, deviceSecrets: withoutSecrets(sent, [8]) }),
    )
    expect(keyedDevices({ deviceKeys: true, deviceSecrets: fewer })).toEqual([7, -7])
    expect(secretsOfCentre(withSecretsOfCentre(node, ''))).toBe('')
  })

  test('go with replaced keys of the client', () => {
    expect(keyedDevices({ deviceKeys: true, deviceSecrets: renewedSecrets(node, mint) })).toEqual([7])
  })
})

describe('the key of a device', () => {
  test('has its own credential for every protocol, the same each time', () => {
    const client = keyed(7, 8)
    const [seven, eight] = [deviceCredentials(client, 7), deviceCredentials(client, 8)]
    expect(deviceCredentials(client, 7)).toEqual(seven)
    const all = [ann, seven, eight].map((c) => [c?.uuid, c?.password, c?.auth, c?.shadowsocksKey])
    expect(new Set(all.flat()).size).toBe(12)
    expect(seven?.uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  test.each([
    ['2022-blake3-aes-128-gcm', short],
    ['2022-blake3-aes-256-gcm', long],
  ])('fits %s, as the key of the client does', (method, key) => {
    for (const own of [
      { password: key, shadowsocksKey: '' },
      { password: 'pw', shadowsocksKey: key },
    ])
      expect(isValidKey(method, deviceCredentials({ ...keyed(7), ...own }, 7)?.shadowsocksKey ?? '')).toBe(
        true,
      )
  })

  test('holds only while keys are on, and is the same when they are on again', () => {
    const on = keyed(7)
    const off = { ...on, deviceKeys: false }
    expect([keyedDevices(on), keyedDevices(off), deviceCredentials(off, 7)]).toEqual([[7], [], undefined])
    expect(deviceCredentials({ ...off, deviceKeys: true }, 7)).toEqual(deviceCredentials(on, 7))
  })

  test('ends alone', () => {
    const client = keyed(7, 8)
    const left = { ...client, deviceSecrets: withoutSecrets(client.deviceSecrets ?? '', [7]) }
    expect(keyedDevices(left)).toEqual([8])
    expect(deviceCredentials(left, 8)).toEqual(deviceCredentials(client, 8))
  })
})

describe('the core', () => {
  test('has the client itself and a user for each device; only the client opens its reverse tunnel', () => {
    const users = coreUsers(inbound, [keyed(7, 8)], { hidden })
    expect(users.map(({ email }) => email)).toEqual(['ann', '7/ann', '8/ann'])
    expect(users[0]).toMatchObject({ id: ann.uuid, reverse: { tag: 'r' } })
    expect(users[1]).not.toHaveProperty('reverse')
  })

  test('a client without keys is one user', () => expect(usersOf(inbound, ann, hidden)).toEqual([ann]))
})

describe('bytes of devices', () => {
  const delta = (name: string, up: number, down = 0) => ({ kind: 'client' as const, name, up, down })

  test('are their client’s, and known for each', () => {
    const deltas = [delta('ann', 1, 2), delta('7/ann', 10, 20), delta('8/ann', 100), delta('bob', 5)]
    expect(folded(deltas)).toEqual({
      deltas: [delta('ann', 111, 22), delta('bob', 5)],
      devices: [
        { device: 7, up: 10, down: 20 },
        { device: 8, up: 100, down: 0 },
      ],
      onInbounds: [],
    })
  })

  test('follow a new name of the client', () => {
    expect(folded([delta('7/ann', 3), delta('bob', 4)], new Map([['ann', 'bob']])).deltas).toEqual([
      delta('bob', 7),
    ])
  })

  test('the sum of all is what it was, whatever moved', () => {
    const some = fc.record({
      name: fc.constantFrom('ann', '7/ann', '8/ann', 'bob', '9/bob', '@4/ann', '7@4/ann'),
      up: fc.nat(10_000),
      down: fc.nat(10_000),
    })
    const sum = (all: readonly { up: number; down: number }[]) =>
      all.reduce((n, { up, down }) => n + up + down, 0)
    fc.assert(
      fc.property(fc.uniqueArray(some, { selector: ({ name }) => name }), (moved) => {
        const { deltas, devices, onInbounds } = folded(
          moved.map(({ name, up, down }) => delta(name, up, down)),
        )
        expect(sum(deltas)).toBe(sum(moved))
        expect(sum(devices)).toBe(sum(moved.filter(({ name }) => /^\d/.test(name))))
        expect(sum(onInbounds)).toBe(sum(moved.filter(({ name }) => name.includes('@'))))
      }),
    )
  })

  test('are found by their client', () => {
    const names = createUserNames()
    for (const name of ['ann', '7/ann', '8/ann', '9/bob']) names.add(name)
    expect([...names.of('ann')]).toEqual(['7/ann', '8/ann'])
    expect([...names.of('eve')]).toEqual([])
  })
})

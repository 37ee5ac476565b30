import { createHmac } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { isValidKey } from '../clients/credentials.ts'
import { addressSource, takesAddressKeys } from './address-keys.ts'
import { coreUsers, type Entry, userNamed } from './users.ts'

const derived = (name: string, length: number) =>
  new Uint8Array(createHmac('sha512', 'a secret').update(name).digest().subarray(0, length))
const key32 = Buffer.alloc(32, 7).toString('base64')
const key16 = Buffer.alloc(16, 7).toString('base64')
const ann = {
  email: 'ann',
  uuid: '3f1c2a00-0000-4000-8000-000000000001',
  password: 'a password',
  auth: 'an auth',
  shadowsocksKey: key32,
  flow: '',
  security: 'auto',
  reverse: null,
  enable: true,
}
const inboundOf = (protocol: string, settings: Block = {}) => ({
  tag: 'in-1',
  id: 12,
  nodeId: null,
  protocol,
  settings,
  streamSettings: {},
})
const aes = (bits: number) => inboundOf('shadowsocks', { method: `2022-blake3-aes-${bits}-gcm` })
const legacy = inboundOf('shadowsocks', { method: 'aes-128-gcm' })
const cheap = { id: 3, seed: 'a1' }
const dear = { id: 4, seed: 'b2' }
const keyOf = (entry: Entry | undefined): string =>
  entry
    ? String(
        ('id' in entry && entry.id) ||
          ('password' in entry && entry.password) ||
          ('auth' in entry && entry.auth),
      )
    : ''
const usersOn = (inbound: ReturnType<typeof inboundOf>, client = ann, addressKeys = [cheap, dear]) =>
  coreUsers({ ...inbound, addressKeys, countedApart: true }, [client], { hidden: derived }).filter(
    ({ email }) => email.endsWith('/ann'),
  )

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const hex = /^[0-9a-f]{32}$/

test.each([
  ['vless', inboundOf('vless'), uuid],
  ['vmess', inboundOf('vmess'), uuid],
  ['trojan', inboundOf('trojan'), hex],
  ['hysteria', inboundOf('hysteria'), hex],
  ['Shadowsocks with any password', legacy, hex],
  ['Shadowsocks 2022 with a key of 32 bytes', aes(256), /^.{44}$/],
])('%s: each address has another key of the form that the core takes', (_, inbound, form) => {
  expect(takesAddressKeys(inbound)).toBe(true)
  const users = usersOn(inbound)
  expect(users.map(({ email }) => email)).toEqual(['@12/ann', '+3@12/ann', '+4@12/ann'])
  expect(new Set(users.map(keyOf)).size).toBe(3)
  for (const user of users.slice(1)) expect(keyOf(user)).toMatch(form)
  expect(usersOn(inbound)).toEqual(users) // the same at every time, in every process
})

it('a Shadowsocks 2022 key is as long as the cipher wants', () => {
  const short = { ...ann, shadowsocksKey: key16 }
  for (const user of usersOn(aes(128), short))
    expect(isValidKey('2022-blake3-aes-128-gcm', keyOf(user))).toBe(true)
  expect(usersOn(aes(128))).toEqual([]) // the client's own does not fit
})

it('a key follows the one of the client that it is derived from, and no other', () => {
  const [, before] = usersOn(inboundOf('vless'))
  const [, same] = usersOn(inboundOf('vless'), { ...ann, password: 'another', auth: 'another' })
  const [, other] = usersOn(inboundOf('vless'), { ...ann, uuid: '3f1c2a00-0000-4000-8000-000000000002' })
  expect(keyOf(same)).toBe(keyOf(before))
  expect(keyOf(other)).not.toBe(keyOf(before))
})

it('a device has its own key at each address', () => {
  const secret = Buffer.alloc(80, 9).toString('base64')
  const client = { ...ann, deviceKeys: true, deviceSecrets: `7 ${secret}` }
  const users = usersOn(inboundOf('trojan'), client, [cheap])
  expect(users.map(({ email }) => email)).toEqual(['@12/ann', '7@12/ann', '+3@12/ann', '7+3@12/ann'])
  expect(new Set(users.map(keyOf)).size).toBe(4)
  const source = { ...inboundOf('trojan'), addressKeys: [cheap] }
  expect(userNamed(source, client, '7+3/ann', derived)?.password).toBe(keyOf(users[3]))
  expect(userNamed(source, client, '7+5/ann', derived)).toBeUndefined()
})

describe('an inbound without such keys', () => {
  test.each([
    ['WireGuard', inboundOf('wireguard')],
    ['MASQUE', inboundOf('masque')],
    ['a cipher with one key', inboundOf('shadowsocks', { method: '2022-blake3-chacha20-poly1305' })],
    ['no clients', inboundOf('tunnel')],
    ['on a node', { ...inboundOf('vless'), nodeId: 2 }],
  ])('%s', (_, inbound) => expect(takesAddressKeys(inbound)).toBe(false))

  it('gives none to a client that cannot log in there', () => {
    expect(addressSource(inboundOf('trojan'), { ...ann, password: '' }, cheap, derived)).toBeUndefined()
    expect(addressSource(inboundOf('wireguard'), ann, cheap, derived)).toBeUndefined()
  })
})

it('only the client itself opens its reverse tunnel', () => {
  const users = usersOn(inboundOf('vless'), { ...ann, reverse: { tag: 'r' } } as unknown as typeof ann, [
    cheap,
  ])
  expect(users.map((user) => 'reverse' in user)).toEqual([true, false])
})

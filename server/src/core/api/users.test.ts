import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import { expect, it } from 'vitest'
import {
  HysteriaAccountSchema,
  Shadowsocks2022AccountSchema,
  ShadowsocksAccountSchema,
  TrojanAccountSchema,
  UsersResponseSchema,
  VlessAccountSchema,
  VmessAccountSchema,
} from './generated/core_pb.ts'
import { readList } from './pieces.ts'
import { coreUser, credentialOf, entryCredential, readUser, type UserEntry, type UserHome } from './users.ts'

const home = (protocol: UserHome['protocol'], method = ''): UserHome => ({ tag: 'in', protocol, method })
const bytes = (user: ReturnType<typeof coreUser>) => user.account?.value ?? new Uint8Array()

it('VLESS carries id, flow and a named reverse', () => {
  const user = coreUser(home('vless'), {
    email: 'ann',
    id: 'u',
    flow: 'xtls-rprx-vision',
    reverse: { tag: 'r' },
  })
  expect(user).toMatchObject({ email: 'ann', level: 0, account: { type: 'xray.proxy.vless.Account' } })
  expect(fromBinary(VlessAccountSchema, bytes(user))).toMatchObject({
    id: 'u',
    flow: 'xtls-rprx-vision',
    reverse: { tag: 'r' },
  })
})

it('a reverse without a name is left out: the core would refuse the user', () => {
  const user = coreUser(home('vless'), { email: 'ann', id: 'u', reverse: { tag: '' } })
  expect(fromBinary(VlessAccountSchema, bytes(user)).reverse).toBeUndefined()
})

it('VMess leaves the cipher to the client', () => {
  const user = coreUser(home('vmess'), { email: 'ann', id: 'u' })
  expect(user.account?.type).toBe('xray.proxy.vmess.Account')
  expect(fromBinary(VmessAccountSchema, bytes(user))).toMatchObject({ id: 'u', security: { type: 2 } })
})

it('Trojan carries its password', () => {
  const user = coreUser(home('trojan'), { email: 'ann', password: 'p' })
  expect(user.account?.type).toBe('xray.proxy.trojan.Account')
  expect(fromBinary(TrojanAccountSchema, bytes(user)).password).toBe('p')
})

it.each(['hysteria', 'hysteria2'] as const)('%s carries its auth', (protocol) => {
  const user = coreUser(home(protocol), { email: 'ann', auth: 'a' })
  expect(user.account?.type).toBe('xray.proxy.hysteria.account.Account')
  expect(fromBinary(HysteriaAccountSchema, bytes(user)).auth).toBe('a')
})

it.each([
  ['aes-128-gcm', 5],
  ['AES-256-GCM', 6],
  ['chacha20-ietf-poly1305', 7],
  ['xchacha20-poly1305', 8],
])('Shadowsocks %s is the core’s cipher %i', (method, cipher) => {
  const user = coreUser(home('shadowsocks', method), { email: 'ann', password: 'p' })
  expect(user.account?.type).toBe('xray.proxy.shadowsocks.Account')
  expect(fromBinary(ShadowsocksAccountSchema, bytes(user))).toMatchObject({ password: 'p', cipher })
})

it('Shadowsocks 2022 carries a key: the older account would crash the core', () => {
  const user = coreUser(home('shadowsocks', '2022-blake3-aes-256-gcm'), { email: 'ann', password: 'k' })
  expect(user.account?.type).toBe('xray.proxy.shadowsocks_2022.Account')
  expect(fromBinary(Shadowsocks2022AccountSchema, bytes(user)).key).toBe('k')
})

it.each(['', 'none', 'rc4-md5', '2022-blake3-nothing'])(
  'refuses the cipher "%s" instead of guessing',
  (method) => {
    expect(() => coreUser(home('shadowsocks', method), { email: 'ann', password: 'p' })).toThrow(
      'is not known',
    )
  },
)

const uuid = '4A5B6C7D-0000-4000-8000-00000000000a'
const entries: [UserHome, Omit<UserEntry, 'email'>][] = [
  [home('vless'), { id: uuid, flow: 'xtls-rprx-vision' }],
  [home('vless'), { id: uuid }],
  [home('vless'), { id: 'short' }],
  [home('vmess'), { id: uuid }],
  [home('trojan'), { password: 'p' }],
  [home('shadowsocks', 'aes-256-gcm'), { password: 'p' }],
  [home('shadowsocks', '2022-blake3-aes-128-gcm'), { password: 'AAAAAAAAAAAAAAAAAAAAAA==' }],
  [home('hysteria2'), { auth: 'a' }],
]

it.each(entries)('a credential is read alike from our entry and from the core: %j %j', (where, more) => {
  const entry = { email: 'ann', ...more }
  expect(entryCredential(where, entry)).toBe(credentialOf(coreUser(where, entry)))
})

it('a long list of users is read in pieces, and a truncated one is refused', async () => {
  const users = Array.from({ length: 2_500 }, (_, i) =>
    coreUser(home('trojan'), { email: `u${i}`, password: `p${i}` }),
  )
  const answer = Buffer.from(toBinary(UsersResponseSchema, create(UsersResponseSchema, { users })))
  const read = await readList(answer, readUser)
  expect([read.length, read[0], read.at(-1)]).toEqual([
    2_500,
    { email: 'u0', credential: 'p0' },
    { email: 'u2499', credential: 'p2499' },
  ])
  await expect(readList(answer.subarray(0, -3), readUser)).rejects.toThrow('in the middle')
})

it("a WireGuard client's keys, shared key and addresses are what is compared with the core's", () => {
  const key = 'hSDwCYkwp1R0i33ctD73Wg2/Og0mOBr066SpjqqbTmo='
  const entry: UserEntry = {
    email: 'ann',
    publicKey: key,
    preSharedKey: key,
    allowedIPs: ['10.0.0.2/32', 'fd00::2/128'],
  }
  const inCore = (e: UserEntry) => credentialOf(coreUser(home('wireguard'), e))
  expect(inCore(entry)).toBe(entryCredential(home('wireguard'), entry))
  for (const other of [
    { ...entry, preSharedKey: '' },
    { ...entry, allowedIPs: ['10.0.0.2/32'] },
  ]) {
    expect(inCore(other)).not.toBe(inCore(entry))
    expect(inCore(other)).toBe(entryCredential(home('wireguard'), other))
  }
})

import { create, fromBinary, toBinary } from '@bufbuild/protobuf'
import type { ClientProtocol } from '#contract/protocol.ts'
import { is2022, keyLength } from '#domain/clients/credentials.ts'
import { hexKey } from '#domain/wireguard/keys.ts'
import { type Channel, handlerService, method } from './call.ts'
import {
  AddUserOperationSchema,
  AlterRequestSchema,
  EmptySchema,
  HysteriaAccountSchema,
  RemoveUserOperationSchema,
  Shadowsocks2022AccountSchema,
  ShadowsocksAccountSchema,
  TrojanAccountSchema,
  type TypedMessage,
  TypedMessageSchema,
  type User,
  UserSchema,
  UsersRequestSchema,
  UsersResponseSchema,
  VlessAccountSchema,
  VmessAccountSchema,
  WireguardAccountSchema,
} from './generated/core_pb.ts'
import { readList } from './pieces.ts'

/** A user as listed in the configuration. */
export interface UserEntry {
  email: string
  id?: string
  flow?: string
  reverse?: { tag: string }
  /** Vision's padding seed, which the core reads per user. */
  testseed?: number[]
  password?: string
  method?: string
  auth?: string
  pass?: string
  publicKey?: string
  preSharedKey?: string
  allowedIPs?: readonly string[]
  keepAlive?: number
}

/** The kind of server behind a tag: adding a user of another kind would crash the core (P32). */
export interface UserHome {
  tag: string
  protocol: ClientProtocol
  /** The Shadowsocks cipher; blank for other protocols. */
  method: string
}

const typed = (type: string, value: Uint8Array): TypedMessage => create(TypedMessageSchema, { type, value })

/** Values of the core's CipherType; an unknown cipher is refused, never guessed. */
const ciphers: Record<string, number> = {
  'aes-128-gcm': 5,
  aead_aes_128_gcm: 5,
  'aes-256-gcm': 6,
  aead_aes_256_gcm: 6,
  'chacha20-poly1305': 7,
  'chacha20-ietf-poly1305': 7,
  aead_chacha20_poly1305: 7,
  'xchacha20-poly1305': 8,
  'xchacha20-ietf-poly1305': 8,
  aead_xchacha20_poly1305: 8,
}

const hysteria = (e: UserEntry) =>
  typed(
    'xray.proxy.hysteria.account.Account',
    toBinary(HysteriaAccountSchema, create(HysteriaAccountSchema, { auth: e.auth ?? '' })),
  )

function shadowsocks(e: UserEntry, method: string): TypedMessage {
  const password = e.password ?? ''
  if (is2022(method)) {
    if (keyLength(method) === 0) throw new Error(`the cipher ${method} is not known`)
    return typed(
      'xray.proxy.shadowsocks_2022.Account',
      toBinary(Shadowsocks2022AccountSchema, create(Shadowsocks2022AccountSchema, { key: password })),
    )
  }
  const cipher = ciphers[method]
  if (cipher === undefined) throw new Error(`the cipher ${method} is not known`)
  return typed(
    'xray.proxy.shadowsocks.Account',
    toBinary(ShadowsocksAccountSchema, create(ShadowsocksAccountSchema, { password, cipher })),
  )
}

const accountFor = {
  vless: (e) =>
    typed(
      'xray.proxy.vless.Account',
      toBinary(
        VlessAccountSchema,
        create(VlessAccountSchema, {
          id: e.id ?? '',
          flow: e.flow ?? '',
          ...(e.reverse?.tag && { reverse: { tag: e.reverse.tag } }),
          ...(e.testseed && { testseed: e.testseed }),
        }),
      ),
    ),
  // 2 is AUTO: the client chooses the cipher, and the server ignores this value.
  vmess: (e) =>
    typed(
      'xray.proxy.vmess.Account',
      toBinary(VmessAccountSchema, create(VmessAccountSchema, { id: e.id ?? '', security: { type: 2 } })),
    ),
  trojan: (e) =>
    typed(
      'xray.proxy.trojan.Account',
      toBinary(TrojanAccountSchema, create(TrojanAccountSchema, { password: e.password ?? '' })),
    ),
  shadowsocks,
  hysteria,
  hysteria2: hysteria,
  // The same field as Trojan's.
  masque: (e) =>
    typed(
      'xray.proxy.masque.Account',
      toBinary(TrojanAccountSchema, create(TrojanAccountSchema, { password: e.pass ?? '' })),
    ),
  wireguard: ({ publicKey = '', preSharedKey = '', allowedIPs = [], keepAlive = 0 }) =>
    typed(
      'xray.proxy.wireguard.PeerConfig',
      toBinary(
        WireguardAccountSchema,
        create(WireguardAccountSchema, {
          publicKey: hexKey(publicKey),
          preSharedKey: hexKey(preSharedKey),
          allowedIps: [...allowedIPs],
          keepAlive: keepAlive > 0 ? String(keepAlive) : '',
        }),
      ),
    ),
} satisfies Record<ClientProtocol, (e: UserEntry, method: string) => TypedMessage>

export const coreUser = ({ protocol, method }: UserHome, entry: UserEntry): User =>
  create(UserSchema, {
    level: 0,
    email: entry.email,
    account: accountFor[protocol](entry, method.toLowerCase()),
  })

const plainId = (id: string): string => {
  const hex = id.replaceAll('-', '').toLowerCase()
  return /^[0-9a-f]{32}$/.test(hex) ? hex : '' // the core derives a UUID from a short text: cannot be compared
}

const credentialFor: Readonly<Record<string, (bytes: Uint8Array) => string>> = {
  'xray.proxy.vless.Account': (bytes) => {
    const { id, flow } = fromBinary(VlessAccountSchema, bytes)
    return plainId(id) && `${plainId(id)} ${flow}`
  },
  'xray.proxy.vmess.Account': (bytes) => plainId(fromBinary(VmessAccountSchema, bytes).id),
  'xray.proxy.trojan.Account': (bytes) => fromBinary(TrojanAccountSchema, bytes).password,
  'xray.proxy.shadowsocks.Account': (bytes) => fromBinary(ShadowsocksAccountSchema, bytes).password,
  'xray.proxy.shadowsocks_2022.Account': (bytes) => fromBinary(Shadowsocks2022AccountSchema, bytes).key,
  'xray.proxy.hysteria.account.Account': (bytes) => fromBinary(HysteriaAccountSchema, bytes).auth,
  'xray.proxy.masque.Account': (bytes) => fromBinary(TrojanAccountSchema, bytes).password,
  'xray.proxy.wireguard.PeerConfig': (bytes) => {
    const { publicKey, preSharedKey, allowedIps } = fromBinary(WireguardAccountSchema, bytes)
    return [publicKey, preSharedKey, allowedIps.join()].join(' ')
  },
}

/** One `User` of the core's list: its email and credential. */
export function readUser(bytes: Uint8Array): { email: string; credential: string } {
  const user = fromBinary(UserSchema, bytes)
  return { email: user.email, credential: credentialOf(user) }
}

/** The same for an entry of ours, without building a message: there may be a hundred thousand. */
export function entryCredential({ protocol }: UserHome, entry: UserEntry): string {
  const id = plainId(entry.id ?? '')
  const { publicKey, preSharedKey = '', allowedIPs = [] } = entry
  const own = {
    vless: id && `${id} ${entry.flow ?? ''}`,
    vmess: id,
    trojan: entry.password,
    shadowsocks: entry.password,
    hysteria: entry.auth,
    hysteria2: entry.auth,
    masque: entry.pass,
    wireguard: publicKey && [hexKey(publicKey), hexKey(preSharedKey), allowedIPs.join()].join(' '),
  } satisfies Record<ClientProtocol, string | undefined>
  return own[protocol] ?? ''
}

/** A user's credential, to compare the core's state with the desired one; blank if unknown. */
export const credentialOf = ({ account }: User): string =>
  account ? (credentialFor[account.type]?.(account.value) ?? '') : ''

const alter = method(`${handlerService}/AlterInbound`, AlterRequestSchema, EmptySchema)
const list = method(`${handlerService}/GetInboundUsers`, UsersRequestSchema, UsersResponseSchema)
const removeUserMs = 5_000

/** Calls about the users of an inbound. */
export const userCalls = ({ call, raw }: Channel) => ({
  async addUser(home: UserHome, entry: UserEntry): Promise<void> {
    const added = create(AddUserOperationSchema, { user: coreUser(home, entry) })
    const bytes = toBinary(AddUserOperationSchema, added)
    const operation = typed('xray.app.proxyman.command.AddUserOperation', bytes)
    await call(alter, { tag: home.tag, operation })
  },
  async removeUser(tag: string, email: string): Promise<void> {
    const bytes = toBinary(RemoveUserOperationSchema, create(RemoveUserOperationSchema, { email }))
    const operation = typed('xray.app.proxyman.command.RemoveUserOperation', bytes)
    await call({ ...alter, deadlineMs: removeUserMs }, { tag, operation })
  },
  /** One of them; undefined if the core does not have it: then it answers with a blank one. */
  user: async (tag: string, email: string) =>
    (await readList(await raw(list, { tag, email }), readUser)).find((user) => user.email !== ''),
  /** As the core knows them. */
  users: async (tag: string) => readList(await raw(list, { tag }), readUser),
  userEmails: async (tag: string) => (await readList(await raw(list, { tag }), readUser)).map((u) => u.email),
})

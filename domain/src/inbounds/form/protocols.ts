import type { Coded } from '#contract/coded.ts'
import type { Protocol } from '#contract/protocol.ts'
import { hex32, isSingleUser, type Mint } from '#domain/clients/credentials.ts'
import { addressBytes } from '#domain/net/address.ts'
import { parseCidr } from '#domain/net/cidr.ts'
import { coded } from '#domain/refusal.ts'
import { base64 } from '#domain/texts.ts'
import { masqueAddressProblem, usualMasqueAddress } from '../masque.ts'
import { choice, type Field, flag, list, type Row, section, text, whole } from './field.ts'

export const shadowsocksMethods = [
  'aes-256-gcm',
  'aes-128-gcm',
  'chacha20-poly1305',
  'chacha20-ietf-poly1305',
  'xchacha20-poly1305',
  'xchacha20-ietf-poly1305',
  '2022-blake3-aes-128-gcm',
  '2022-blake3-aes-256-gcm',
  '2022-blake3-chacha20-poly1305',
] as const

const wireNetworks = ['tcp,udp', 'tcp', 'udp'] as const
const account = (mint: Mint) => [{ user: hex32(mint).slice(0, 8), pass: hex32(mint).slice(0, 12) }]
const accounts: Row[] = [
  { key: 'accounts', kind: 'rows', default: account, alias: ['users'] },
  text('accounts[].user', undefined, { max: 255 }),
  text('accounts[].pass', undefined, { max: 255 }),
]
const version = whole('version', 2, 2, 2, { fill: true })
const fallbacks: Row[] = [
  { key: 'fallbacks', kind: 'rows' },
  text('fallbacks[].dest', undefined, { orNumber: true }),
  text('fallbacks[].name'),
  text('fallbacks[].alpn'),
  text('fallbacks[].path'),
  whole('fallbacks[].xver', 0, 2),
]

const entriesIn = (value: string | readonly string[]): string[] =>
  (typeof value === 'string' ? value.split(',') : [...value]).map((entry) => entry.trim())

/** The core would refuse one that it cannot read; the pool is made of them. */
function addresses(value: string | readonly string[]): Coded | undefined {
  const entry = entriesIn(value).find((one) => one !== '' && !parseCidr(one))
  return entry === undefined ? undefined : coded('inbound.tunnel-address', { entry: entry.slice(0, 80) })
}

function resolvers(value: string): Coded | undefined {
  const entry = entriesIn(value).find((one) => one !== '' && !addressBytes(one))
  return entry === undefined ? undefined : coded('inbound.tunnel-dns', { entry: entry.slice(0, 80) })
}

/** `settings` of each protocol, without clients, which are stored separately. */
const rows = {
  vless: [
    text('decryption', 'none', { fill: true }),
    text('encryption', 'none', { panelOnly: true }),
    { key: 'testseed', kind: 'wholes', min: 0 },
    ...fallbacks,
  ],
  vmess: [],
  trojan: fallbacks,
  shadowsocks: [
    choice('method', shadowsocksMethods, '2022-blake3-aes-256-gcm', {
      fill: true,
      anyCase: true,
      unoffered: shadowsocksMethods.filter(isSingleUser),
    }),
    text('password', undefined, { default: (mint: Mint) => base64(mint.bytes(32)) }),
    // TCP only by default (S3).
    choice('network', [...wireNetworks, 'udp,tcp'], 'tcp', { fill: true }),
    flag('ivCheck'),
  ],
  hysteria: [version],
  hysteria2: [version],
  wireguard: [
    text('secretKey', undefined, { default: (mint: Mint) => base64(mint.bytes(32)), fill: true }),
    list('address', undefined, { orText: true, check: addresses }),
    whole('mtu', 0, 65_535, 1420),
    text('dns', undefined, { panelOnly: true, check: resolvers }),
    flag('noKernelTun', false),
    choice(
      'domainStrategy',
      ['', 'ForceIP', 'ForceIPv4', 'ForceIPv4v6', 'ForceIPv6', 'ForceIPv6v4'],
      undefined,
      {
        anyCase: true,
      },
    ),
    { key: 'peers', kind: 'rows', default: [] },
    text('peers[].publicKey'),
    text('peers[].privateKey', undefined, { panelOnly: true }),
    text('peers[].preSharedKey'),
    list('peers[].allowedIPs'),
    whole('peers[].keepAlive', 0, 65_535),
  ],
  masque: [
    list('address', [usualMasqueAddress], { fill: true, check: masqueAddressProblem }),
    whole('mtu', 1280, 65_535, undefined, { orZero: true }),
    text('dns', undefined, { panelOnly: true, check: resolvers }),
  ],
  http: [...accounts, flag('allowTransparent', false)],
  mixed: [
    choice('auth', ['password', 'noauth'], 'password'),
    ...accounts.map((row) => ({ ...row, where: { 'settings.auth': ['password', undefined] } })),
    flag('udp', false),
    text('ip', '127.0.0.1'),
  ],
  tunnel: [
    text('rewriteAddress', undefined, { alias: ['address'] }),
    whole('rewritePort', 0, 65_535, undefined, { alias: ['port'] }),
    choice('allowedNetwork', [...wireNetworks, 'udp,tcp'], 'tcp,udp', { alias: ['network'] }),
    { key: 'portMap', kind: 'map' },
    flag('followRedirect', false),
  ],
  tun: [
    text('name', 'xray0', { max: 15 }),
    whole('mtu', 0, 65_535, 1500, { alias: ['MTU'] }),
    list('gateway', []),
    list('dns', []),
    list('autoSystemRoutingTable', []),
    whole('userLevel', 0, 65_535, 0),
    text('autoOutboundsInterface', 'auto'),
  ],
} satisfies Record<Protocol, readonly Row[]>

export const settingsFields: readonly Field[] = (Object.keys(rows) as Protocol[]) // the table's own keys
  .flatMap((protocol) => section('settings', { protocol: [protocol] }, rows[protocol]))

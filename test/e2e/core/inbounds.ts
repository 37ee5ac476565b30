import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import type { UserEntry, UserHome } from '#server/core/api/users.ts'
import { freePort } from '#test/free-port.ts'
import { localAuthority } from './certificates.ts'

export const ways = ['vless-reality', 'vmess-ws', 'trojan-tls', 'shadowsocks-2022', 'hysteria2'] as const
export type Way = (typeof ways)[number]
export const emails = ['ann', 'bob'] as const
export type Email = (typeof emails)[number]

type Json = Record<string, unknown>
const method = '2022-blake3-aes-128-gcm'
export const host = 'target.test'

/** Everything that two clients and a server must agree on, generated for every run. */
export async function makeSecrets() {
  const { ca, pair } = await localAuthority(host)
  const { publicKey, privateKey } = generateKeyPairSync('x25519')
  const ports = {} as Record<Way, number> // filled for every one in the next line
  for (const way of ways) ports[way] = await freePort()
  const user = () => ({
    id: randomUUID(),
    password: randomBytes(12).toString('hex'),
    key: randomBytes(16).toString('base64'),
  })
  return {
    ca,
    pair,
    ports,
    targetPort: await freePort(),
    serverKey: randomBytes(16).toString('base64'),
    reality: {
      privateKey: String(privateKey.export({ format: 'jwk' }).d),
      publicKey: String(publicKey.export({ format: 'jwk' }).x),
    },
    users: { ann: user(), bob: user() } satisfies Record<Email, ReturnType<typeof user>>,
  }
}
export type Secrets = Awaited<ReturnType<typeof makeSecrets>>

export const tagOf = (secrets: Secrets, way: Way) => `inbound-${secrets.ports[way]}`

export const homeOf = (secrets: Secrets, way: Way): UserHome => ({
  tag: tagOf(secrets, way),
  ...(
    {
      'vless-reality': { protocol: 'vless', method: '' },
      'vmess-ws': { protocol: 'vmess', method: '' },
      'trojan-tls': { protocol: 'trojan', method: '' },
      'shadowsocks-2022': { protocol: 'shadowsocks', method },
      hysteria2: { protocol: 'hysteria', method: '' },
    } satisfies Record<Way, Omit<UserHome, 'tag'>>
  )[way],
})

export function entryOf(secrets: Secrets, way: Way, email: Email): UserEntry {
  const { id, password, key } = secrets.users[email]
  if (way === 'trojan-tls') return { email, password }
  if (way === 'shadowsocks-2022') return { email, password: key }
  if (way === 'hysteria2') return { email, auth: password }
  return { email, id }
}

const lines = (pem: string) => pem.trim().split('\n')

function stream(secrets: Secrets, way: Way, side: 'server' | 'client'): Json {
  const { pair, ca, reality } = secrets
  const tls =
    side === 'server'
      ? { certificates: [{ certificate: lines(pair.cert), key: lines(pair.key) }] }
      : {
          serverName: host,
          disableSystemRoot: true,
          certificates: [{ usage: 'verify', certificate: lines(ca) }],
        }
  const realitySettings =
    side === 'server'
      ? {
          target: `127.0.0.1:${secrets.targetPort}`,
          serverNames: [host],
          privateKey: reality.privateKey,
          shortIds: [''],
        }
      : { serverName: host, publicKey: reality.publicKey, shortId: '', fingerprint: 'chrome' }
  const table: Record<Way, Json> = {
    'vless-reality': { network: 'raw', security: 'reality', realitySettings },
    'vmess-ws': { network: 'ws', wsSettings: { path: '/w' } },
    'trojan-tls': { network: 'raw', security: 'tls', tlsSettings: tls },
    'shadowsocks-2022': { network: 'raw' },
    hysteria2: {
      network: 'hysteria',
      security: 'tls',
      tlsSettings: { ...tls, alpn: ['h3'] },
      hysteriaSettings: { version: 2 },
    },
  }
  return table[way]
}

export function inboundOf(secrets: Secrets, way: Way): Json {
  const { protocol } = homeOf(secrets, way)
  const clients = emails.map((email) => entryOf(secrets, way, email))
  const extra: Partial<Record<Way, Json>> = {
    'vless-reality': { decryption: 'none' },
    'shadowsocks-2022': { method, password: secrets.serverKey, network: 'tcp,udp' },
    hysteria2: { version: 2 },
  }
  return {
    tag: tagOf(secrets, way),
    listen: '127.0.0.1',
    port: secrets.ports[way],
    protocol,
    settings: { clients, ...extra[way] },
    streamSettings: stream(secrets, way, 'server'),
  }
}

function outboundSettings(secrets: Secrets, way: Way, email: Email): Json {
  const { id, password, key } = secrets.users[email]
  const server = { address: '127.0.0.1', port: secrets.ports[way] }
  const table: Record<Way, Json> = {
    'vless-reality': { vnext: [{ ...server, users: [{ id, encryption: 'none' }] }] },
    'vmess-ws': { vnext: [{ ...server, users: [{ id, security: 'auto' }] }] },
    'trojan-tls': { servers: [{ ...server, password }] },
    'shadowsocks-2022': { servers: [{ ...server, method, password: `${secrets.serverKey}:${key}` }] },
    hysteria2: { version: 2, ...server },
  }
  return table[way]
}

/** The client side; it dials from an address that the core's online list shows (not 127.0.0.1). */
export function outboundOf(secrets: Secrets, way: Way, email: Email, hops = false): Json {
  const settings = stream(secrets, way, 'client')
  if (way === 'hysteria2') {
    settings.hysteriaSettings = { version: 2, auth: secrets.users[email].password }
    const udpHop = { ports: String(secrets.ports[way]), interval: 5 } // the core's minimum
    if (hops) settings.finalmask = { quicParams: { udpHop } }
  }
  return {
    tag: way,
    sendThrough: '127.0.0.2',
    protocol: homeOf(secrets, way).protocol,
    settings: outboundSettings(secrets, way, email),
    streamSettings: settings,
  }
}

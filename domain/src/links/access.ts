import type { ClientFields } from '#contract/client.ts'
import type { Block } from '#contract/inbound.ts'
import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { is2022, isSingleUser, isValidKey, passwordOn } from '#domain/clients/shadowsocks-key.ts'
import { flowOn, methodOf } from '#domain/inbounds/capabilities.ts'
import { type InboundShape, textAt, textsAt } from '#domain/inbounds/stream.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Access, Security } from './advertised.ts'
import { hopPorts, salamander } from './dialling-masks.ts'

export type AccessSource = Pick<ClientFields, 'uuid' | 'password' | 'auth' | 'flow' | 'security'> & {
  shadowsocksKey?: string
}

export interface AccessContext {
  /** As it listens, before a fallback's master lends it its TLS: that is what the core gives it a flow by. */
  inbound: InboundShape
  client: AccessSource
  flowOverride: string
  /** The server's Shadowsocks key where it is not the stored one. */
  serverKey: string | undefined
  /** 1 to 65535 where the address asks for a route of its own, else 0. */
  vlessRoute: number
  /** What the client will dial with. */
  security: Security
  masks: Block
}

const needed = (value: string, what: string): string => {
  if (value === '') throw new Refusal(`The client has no ${what}: save it once more and one is made.`)
  return value
}

/** The core ignores these two bytes when it looks for the user, and routes by them. */
const routedId = (id: string, route: number): string =>
  route > 0 && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i.test(id)
    ? `${id.slice(0, 14)}${route.toString(16).padStart(4, '0')}${id.slice(18)}`
    : id

/** Over TLS an app may turn `auto` into a cipher that the core no longer has (real-apps 5). */
function vmessCipher(security: string, tls: boolean): Extract<Access, { protocol: 'vmess' }>['cipher'] {
  if (security === 'aes-128-gcm' || security === 'chacha20-poly1305') return security
  return tls ? 'aes-128-gcm' : 'auto'
}

/** A 2022 server knows its clients by "server key:client key"; other ciphers have one key each. */
function shadowsocksKeys(method: string, server: string, password: string): string[] {
  const fits = (key: string): string => {
    if (!isValidKey(method, key)) throw new Refusal('link.key-misfit', { method })
    return key
  }
  if (!is2022(method)) return [fits(password)]
  return isSingleUser(method) ? [fits(server)] : [fits(server), fits(password)]
}

/** The core listens for streams alone where nobody names a network. */
const takesPackets = (settings: Block): boolean =>
  textsAt(settings, 'network').some((network) => network.trim().toLowerCase() === 'udp')

const hysteria = ({ client, masks }: AccessContext): Access => ({
  protocol: 'hysteria',
  auth: needed(client.auth, 'auth'),
  obfs: salamander(masks),
  ports: hopPorts(masks),
})

const accessFor = {
  vless: ({ inbound, client, flowOverride, security, vlessRoute }) => ({
    protocol: 'vless',
    id: routedId(needed(client.uuid, 'id'), vlessRoute),
    flow: security.kind === 'none' ? '' : flowOn(inbound, client.flow, flowOverride),
    encryption: textAt(inbound.settings, 'encryption') || 'none',
  }),
  vmess: ({ client, security }) => ({
    protocol: 'vmess',
    id: needed(client.uuid, 'id'),
    cipher: vmessCipher(client.security, security.kind !== 'none'),
  }),
  // No flow: the core knows none here (R26).
  trojan: ({ client }) => ({ protocol: 'trojan', password: needed(client.password, 'password') }),
  shadowsocks: ({ inbound, client, serverKey }) => {
    const method = methodOf(inbound)
    if (method === '') throw new Refusal('link.no-cipher')
    const server = serverKey ?? textAt(inbound.settings, 'password')
    const keys = shadowsocksKeys(method, server, passwordOn(method, client))
    return { protocol: 'shadowsocks', method, keys, udp: takesPackets(inbound.settings) }
  },
  hysteria,
  hysteria2: hysteria,
} satisfies Record<ClientProtocol, (context: AccessContext) => Access>

export function accessTo(context: AccessContext): Access {
  const { protocol } = context.inbound
  if (!carriesClients(protocol)) throw new Refusal('link.no-links', { protocol })
  return accessFor[protocol](context)
}

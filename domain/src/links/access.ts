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
  /** The inbound's own stream, before a fallback master's TLS is applied: the core decides about flow by it. */
  inbound: InboundShape
  client: AccessSource
  flowOverride: string
  /** The server's Shadowsocks key, if it differs from the stored one. */
  serverKey: string | undefined
  /** 1 to 65535 if the address has its own route, else 0. */
  vlessRoute: number
  /** What the client will dial with. */
  security: Security
  masks: Block
}

const needed = (value: string, what: 'id' | 'password' | 'auth'): string => {
  if (value === '') throw new Refusal(`link.no-${what}`)
  return value
}

/** The core ignores these two bytes when looking up the user, and routes by them (C2). */
const routedId = (id: string, route: number): string =>
  route > 0 && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i.test(id)
    ? `${id.slice(0, 14)}${route.toString(16).padStart(4, '0')}${id.slice(18)}`
    : id

/** Over TLS some apps turn `auto` into a cipher that the core no longer has. */
function vmessCipher(security: string, tls: boolean): Extract<Access, { protocol: 'vmess' }>['cipher'] {
  if (security === 'aes-128-gcm' || security === 'chacha20-poly1305') return security
  return tls ? 'aes-128-gcm' : 'auto'
}

/** A 2022 server identifies clients by "server key:client key"; other ciphers have a single key. */
function shadowsocksKeys(method: string, server: string, password: string): string[] {
  const fits = (key: string): string => {
    if (!isValidKey(method, key)) throw new Refusal('link.key-misfit', { method })
    return key
  }
  if (!is2022(method)) return [fits(password)]
  return isSingleUser(method) ? [fits(server)] : [fits(server), fits(password)]
}

/** Without `network`, the core accepts TCP only. */
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
  // No flow: the core has none here (R26).
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

import type { ClientFields } from '#contract/client.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import { entryMethod, passwordOn } from '#domain/clients/credentials.ts'
import { flowOn, methodOf } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import type { Peer } from '#domain/wireguard/keys.ts'
import { addressesOn } from '#domain/wireguard/pool.ts'

/** A client as sent to the core. All clients are level 0, so `level` is omitted. */
export type CoreClient = { email: string } & (
  | { id: string; flow?: string; reverse?: { tag: string } }
  | { id: string; security?: string }
  | { password: string; method?: string }
  | { auth: string }
  | { pass: string }
  | { publicKey: string; allowedIPs: string[]; preSharedKey?: string; keepAlive?: number }
)

export type EntrySource = Pick<
  ClientFields,
  'email' | 'uuid' | 'password' | 'auth' | 'flow' | 'security' | 'reverse'
> & {
  shadowsocksKey?: string
  flowOverride?: string
} & Partial<Peer>

/** `-udp443` is for the client app: the core's server side knows only plain Vision (R26). */
const coreFlow = (flow: string): string => (flow.startsWith('xtls-rprx-vision') ? 'xtls-rprx-vision' : flow)

const byAuth = (c: EntrySource): CoreClient => ({ email: c.email, auth: c.auth })

const entryFor = {
  vless: (c, inbound) => {
    const flow = coreFlow(flowOn(inbound, c.flow, c.flowOverride))
    const tag = c.reverse?.tag // the core refuses a blank tag
    return { email: c.email, id: c.uuid, ...(flow && { flow }), ...(tag && { reverse: { tag } }) }
  },
  vmess: (c) => ({ email: c.email, id: c.uuid, ...(c.security && { security: c.security }) }),
  // No flow: the core would refuse its whole configuration (R26).
  trojan: (c) => ({ email: c.email, password: c.password }),
  shadowsocks: (c, inbound) => {
    const cipher = methodOf(inbound)
    const method = entryMethod(cipher)
    return { email: c.email, password: passwordOn(cipher, c), ...(method && { method }) }
  },
  hysteria: byAuth,
  hysteria2: byAuth,
  masque: ({ email, password }) => ({ email, pass: password }),
  wireguard: ({ email, publicKey = '', allowedIPs = '', preSharedKey, keepAlive }, { settings }) => ({
    email,
    publicKey,
    allowedIPs: addressesOn(settings, allowedIPs),
    ...(preSharedKey && { preSharedKey }),
    ...(keepAlive && { keepAlive }),
  }),
} satisfies Record<ClientProtocol, (c: EntrySource, inbound: InboundShape) => CoreClient>

export const coreClient = (
  inbound: InboundShape & { protocol: ClientProtocol },
  c: EntrySource,
): CoreClient => entryFor[inbound.protocol](c, inbound)

/** The core has no `hysteria2`: it is `hysteria` with `version: 2` (R27). */
export const coreProtocol = (protocol: string): string => (protocol === 'hysteria2' ? 'hysteria' : protocol)

import { byName, defaultOf, fieldsWith } from '#contract/clients/fields.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { canCarryFlow } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { hashOf } from '../text-hash.ts'
import type { DesiredClient, DesiredInbound } from './desired.ts'
import type { RemoteEntry } from './snapshot.ts'

/** The centre alone renews clients, so a node never does. */
const atNode = ({ client }: DesiredClient) => ({ ...client, reset: 0, resetDay: 0, resetMax: 0 })

const limits = ['limitIp', 'totalGB', 'enable', 'tgId', 'comment', 'reset', 'subId', 'email'] as const
const credentials = ['id', 'password', 'auth'] as const

/** The devices that a centre has given keys, as a part of an entry: panels that have the same ones have the same text. */
export const devicesPart = (secrets = ''): { devices?: string } =>
  secrets === '' ? {} : { devices: hashOf(secrets) }

export function expectedEntry(
  desired: DesiredClient,
  inbound: DesiredInbound,
  flowOverride: string,
): Block | undefined {
  const { protocol } = inbound
  if (!carriesClients(protocol)) return undefined
  const entry = clientEntry({ ...inbound, protocol }, { ...atNode(desired), flowOverride })
  return { ...entry, ...devicesPart(desired.client.deviceSecrets) }
}

const same = (a: unknown, b: unknown): boolean =>
  (a ?? '') === (b ?? '') || ((a ?? 0) === 0 && (b ?? 0) === 0)

/** A node that saw the first use has started to count the days; the centre learns of it from the reported bytes. */
const sameExpiry = (desired: unknown, has: unknown): boolean =>
  same(desired, has) || (Number(desired) < 0 && Number(has) > 0)

/** Only panels of our own kind have these. Their order is that of hashes: panels of other versions have the same one. */
const ownFields = fieldsWith({ nodes: 'own' })
export const speedFields = [...ownFields, 'devices'] as const

/** An entry without the field has the default: it is cut off at its end, and addresses are counted. */
const sameness: Record<string, typeof same> = {
  expiryTime: sameExpiry,
  ...byName(ownFields, (name) => (desired: unknown, has: unknown) => {
    const usual = defaultOf(name)
    return (desired || usual) === (has || usual)
  }),
}

/** The fields of an entry that a client needs to work on this inbound. */
export const comparedFields = (inbound: InboundShape): string[] => [
  ...limits,
  ...credentials,
  'expiryTime',
  ...(canCarryFlow(inbound) ? ['flow'] : []),
  ...(inbound.protocol === 'vmess' ? ['security'] : []),
]

/** The fields of an entry that are not as they should be; a 3x-ui node knows no speeds. */
export const differing = (
  entry: Block,
  has: RemoteEntry,
  inbound: DesiredInbound,
  knowsSpeeds = false,
): string[] =>
  [...comparedFields(inbound), ...(knowsSpeeds ? speedFields : [])].filter(
    (key) => !(sameness[key] ?? same)(entry[key], has[key]),
  )

const neverSent = new Set<string>(fieldsWith({ nodes: 'never' }))

/** The body of `clients/add` and `clients/update`. Only our own panels read `shadowsocksKey`. */
export function clientBody(desired: DesiredClient): Block {
  const { uuid, createdAt, updatedAt, shadowsocksKey, reverse, ...fields } = atNode(desired)
  const rest: Block = Object.fromEntries(Object.entries(fields).filter(([name]) => !neverSent.has(name)))
  const entries = desired.on.flatMap((on): Block[] => {
    const entry = expectedEntry(desired, on.inbound, on.flowOverride)
    return entry ? [entry] : []
  })
  const passwords = new Set(entries.flatMap(({ password }) => (typeof password === 'string' ? password : [])))
  const vision = desired.on.find(({ inbound }) => canCarryFlow(inbound))
  const [only] = passwords
  return {
    ...rest,
    id: uuid,
    ...(vision && { flow: vision.flowOverride || rest.flow }),
    ...(reverse && { reverse }),
    ...(passwords.size === 1 ? { password: only } : shadowsocksKey && { shadowsocksKey }),
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

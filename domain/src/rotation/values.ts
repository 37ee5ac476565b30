import type { Block } from '#contract/inbound.ts'
import { type RotationChange, type RotationKind, rotationKinds } from '#contract/rotation-api.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import { securityOf } from '#domain/inbounds/stream.ts'
import { blockAt, textAt, textsAt } from '#domain/untyped.ts'

/** What of an inbound can rotate. As the former values, it is what the inbound serves beside its own. */
export interface Values {
  port?: number
  address?: { strategy: string; shareAddr: string }
  /** `preferred` is the name that all links have, if the operator set one. */
  sni?: { names: readonly string[]; preferred: string }
  shortId?: readonly string[]
}

type Source = Pick<InboundFields, 'port' | 'shareAddrStrategy' | 'shareAddr' | 'streamSettings'>

const realityOf = (stream: Block): Block => blockAt(stream, 'realitySettings')

export function valuesOf(inbound: Source, kinds: readonly RotationKind[]): Values {
  const { port, shareAddrStrategy: strategy, shareAddr } = inbound
  const reality = realityOf(inbound.streamSettings)
  const preferred = textAt(blockAt(reality, 'settings'), 'serverName')
  return {
    ...(kinds.includes('port') && { port }),
    ...(kinds.includes('address') && { address: { strategy, shareAddr } }),
    ...(kinds.includes('sni') && { sni: { names: textsAt(reality, 'serverNames'), preferred } }),
    ...(kinds.includes('shortId') && { shortId: textsAt(reality, 'shortIds') }),
  }
}

function realityWith(reality: Block, { sni, shortId }: Values): Block {
  const settings = blockAt(reality, 'settings')
  const isPreferred = sni && sni.preferred !== textAt(settings, 'serverName')
  return {
    ...reality,
    ...(sni && { serverNames: sni.names }),
    ...(isPreferred && { settings: { ...settings, serverName: sni.preferred } }),
    ...(shortId && { shortIds: shortId }),
  }
}

export function withValues(fields: InboundFields, values: Values): InboundFields {
  const { port = fields.port, address } = values
  const stream = fields.streamSettings
  return {
    ...fields,
    port,
    ...(address && { shareAddrStrategy: address.strategy, shareAddr: address.shareAddr }),
    ...((values.sni || values.shortId) && {
      streamSettings: { ...stream, realitySettings: realityWith(realityOf(stream), values) },
    }),
  }
}

/** One value of a pool. */
export function pooledValue(kind: RotationKind, text: string): Values {
  if (kind === 'port') return { port: Number(text) }
  if (kind === 'address') return { address: { strategy: 'custom', shareAddr: text } }
  return kind === 'sni' ? { sni: { names: [text], preferred: '' } } : { shortId: [text] }
}

export const kindsOf = (values: Values): RotationKind[] =>
  rotationKinds.filter((kind) => values[kind] !== undefined)

export function textsOf(values: Values, kind: RotationKind): string[] {
  const { port, address, sni, shortId } = values
  if (kind === 'port') return port === undefined ? [] : [String(port)]
  if (kind === 'address') return address?.strategy === 'custom' ? [address.shareAddr] : []
  return [...((kind === 'sni' ? sni?.names : shortId) ?? [])]
}

export const changesOf = (from: Values, to: Values): RotationChange[] =>
  kindsOf(to).map((kind) => ({ kind, from: textsOf(from, kind), to: textsOf(to, kind) }))

/** The ports on which an inbound listens, its own first. */
export const servedPorts = ({ port, also }: { port: number; also?: Values | undefined }): number[] => [
  ...new Set([port, also?.port ?? port]),
]

/** The stream of the core with the names and short ids that are served beside those of the links. */
export function servedStream(stream: Block, { sni, shortId }: Values = {}): Block {
  if (securityOf(stream) !== 'reality' || !(sni || shortId)) return stream
  const reality = realityOf(stream)
  const both = (key: string, former: readonly string[] = []) => [
    ...new Set([...textsAt(reality, key), ...former]),
  ]
  return {
    ...stream,
    realitySettings: {
      ...reality,
      serverNames: both('serverNames', sni?.names),
      shortIds: both('shortIds', shortId),
    },
  }
}

import type { ClientFields } from '#contract/client.ts'
import { byName } from '#contract/clients/fields.ts'
import type { Coded } from '#contract/coded.ts'
import type { FallbackRow } from '#contract/fallback.ts'
import type { HostGroup } from '#contract/host.ts'
import type { Block, Inbound } from '#contract/inbound.ts'
import { type InboundField, inboundField, inboundFieldNames } from '#contract/inbounds/fields.ts'
import type { MoveInFinding, MoveInPlan } from '#contract/move-in-api.ts'
import type { OutboundSub } from '#contract/outbounds-api.ts'
import type { ExternalRow } from '#domain/links/external.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { asFlag, asLine, asText, wholeOr } from '#domain/untyped.ts'

/**
 * What another panel's database brings, in the terms of this panel. A reader makes it from the rows of one database;
 * nothing is compared with what is already here. Inbounds are referred to by tag and clients by email, because row
 * numbers of the source mean nothing here.
 */
export interface Arrival {
  readonly panel: MoveInPlan['panel']
  /** As the source says, or as its tables show; blank if unknown. */
  readonly version: string
  readonly inbounds: readonly ArrivingInbound[]
  readonly clients: readonly ArrivingClient[]
  readonly groups: readonly string[]
  readonly fallbacks: readonly ArrivingFallback[]
  readonly hosts: readonly ArrivingHosts[]
  readonly nodes: readonly ArrivingNode[]
  readonly outboundTraffics: readonly { readonly tag: string; readonly up: number; readonly down: number }[]
  readonly outboundSubscriptions: readonly ArrivingOutboundSubscription[]
  readonly geoResources: readonly ArrivingGeoResource[]
  readonly users: readonly ArrivingUser[]
  readonly tokens: readonly ArrivingToken[]
  /** By the setting's name of this panel, as text. Only settings that the source has changed or that differ here. */
  readonly settings: Readonly<Record<string, string>>
  /** The core's template as JSON text; null keeps the default. */
  readonly template: string | null
  /** Subscription URLs of the source that are not `/<path>/<subId>`. */
  readonly oldSubscriptions: readonly OldSubscriptions[]
  /** What was changed to make it fit, and what cannot be imported. */
  readonly findings: readonly Finding[]
}

/** Only panels of our own kind have these. */
const ownNames = ['speedDown', 'speedUp', 'trafficMultiplier', 'labels'] as const
/** Fields of an inbound that 3x-ui has, too. */
type CommonFields = Omit<Pick<Inbound, InboundField>, 'protocol' | 'nodeId' | (typeof ownNames)[number]>

export interface ArrivingInbound extends Readonly<CommonFields> {
  readonly tag: string
  readonly protocol: string
  /** Without `clients`. */
  readonly settings: Block
  readonly streamSettings: Block
  readonly sniffing: Block
  readonly up: number
  readonly down: number
  readonly lastTrafficResetTime: number
  /** Bits per second; only panels of our own kind have them. */
  readonly speedDown?: number
  readonly speedUp?: number
  readonly trafficMultiplier?: number
  /** The node that runs it, by name; blank: this panel. */
  readonly node: string
}

const commonNames = inboundFieldNames.filter(
  (name): name is keyof CommonFields => !['protocol', 'nodeId', ...ownNames].includes(name),
)

/** The fields of an inbound from cells that are not trusted: what cannot be is replaced by the default. */
export const inboundCells = (cellOf: (name: InboundField) => unknown): CommonFields =>
  byName(commonNames, (name) => {
    const { kind, default: instead, choices, min = 0, max } = inboundField(name)
    const cell = cellOf(name)
    if (kind === 'toggle') return asFlag(cell, instead === true)
    if (kind === 'choice') return choices?.find((choice) => choice === asText(cell)) ?? instead
    if (kind === 'text') return asLine(cell, max ?? 0)
    // A port that is too large is refused later, with a message.
    const number = wholeOr(cell, Number(instead))
    return Math.max(min, name === 'port' || max === undefined ? number : Math.min(max, number))
  }) as CommonFields // by its kind

/** The fields that a new inbound here would have. */
export const arrivingInput = (
  { up: _, down: __, lastTrafficResetTime: ___, node: ____, tag: _____, ...fields }: ArrivingInbound,
  nodeId: number | undefined,
) => ({ ...fields, nodeId })

export interface ArrivingClient {
  readonly fields: ClientFields
  /** Shadowsocks 2022 key, if it differs from the password. */
  readonly shadowsocksKey: string
  /** Disabled by the source's limits, not by its operator. */
  readonly disabledByPanel: boolean
  readonly attachments: readonly { readonly inboundTag: string; readonly flowOverride: string }[]
  readonly externalLinks: readonly ExternalRow[]
  readonly up: number
  readonly down: number
  readonly lastOnline: number
  /** `inbound_client_ips.ips` of this panel, as JSON text; blank for none. */
  readonly ips: string
  /** How the source knew this client, for its old subscription URLs; null if they are `/<path>/<subId>`. */
  readonly oldIdentity: OldIdentity | null
}

export interface OldIdentity {
  readonly id: number
  readonly name: string
  /** Milliseconds. */
  readonly createdAt: number
  /** Milliseconds; 0 if never revoked. */
  readonly revokedAt: number
}

/** How signed subscription URLs of the source are verified. */
export interface OldSubscriptions {
  readonly kind: 'marzban' | 'pasarguard'
  readonly secret: string
  /** The path in front of the token, with slashes: `/sub/`. */
  readonly path: string
}

export interface ArrivingFallback
  extends Readonly<Pick<FallbackRow, 'name' | 'alpn' | 'path' | 'xver' | 'dest'>> {
  readonly masterTag: string
  /** Blank for a row with a destination of its own. */
  readonly childTag: string
}

/** One group of advertised addresses. */
export interface ArrivingHosts {
  readonly inboundTags: readonly string[]
  readonly group: Omit<HostGroup, 'groupId' | 'inboundIds'>
}

export type ArrivingNode = Readonly<NodeFields>

/** The hash is as stored: bcrypt, or argon2id. */
export type ArrivingUser = Readonly<Record<'username' | 'passwordHash', string>>

export interface ArrivingToken {
  readonly name: string
  /** SHA-256 in hexadecimal. */
  readonly hash: string
  readonly enabled: boolean
  readonly createdAt: number
}

export type ArrivingOutboundSubscription = Readonly<
  Pick<OutboundSub, 'remark' | 'url' | 'enabled' | 'tagPrefix' | 'updateInterval' | 'priority' | 'prepend'>
>

export type ArrivingGeoResource = Readonly<Record<'geoType' | 'alias' | 'url', string>>

/** One line of the plan. */
export type Finding = Readonly<Pick<MoveInFinding, 'kind' | 'subject'> & { said: Coded }>

import { byName } from '#contract/clients/fields.ts'
import type { MoveInPlan as ShownPlan } from '#contract/move-in-api.ts'
import { plannedKinds } from '#contract/move-in-kinds.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import type { Mint } from '#domain/clients/credentials.ts'
import type { InboundFields } from '#domain/inbounds/inbound.ts'
import type { Layer4 } from '#domain/inbounds/port.ts'
import type {
  Arrival,
  ArrivingClient,
  ArrivingFallback,
  ArrivingGeoResource,
  ArrivingHosts,
  ArrivingInbound,
  ArrivingNode,
  ArrivingToken,
  ArrivingUser,
  OldSubscriptions,
} from './arrival.ts'
import { Findings } from './findings.ts'
import { planClients } from './plan-clients.ts'
import { type PlanTools, planInbounds } from './plan-inbounds.ts'
import { planFallbacks, planHosts, planNodes, planRest, planTokens } from './plan-rest.ts'
import { outboundTagsAfter, ownPortsAfter, planSettings, planTemplate, planUsers } from './plan-settings.ts'

/** What this panel has, for a comparison with the source. */
export interface Here {
  /** No inbounds and no clients: everything is imported, with settings, template and users. */
  readonly isFresh: boolean
  readonly inbounds: readonly HereInbound[]
  readonly clients: readonly HereClient[]
  readonly groups: readonly string[]
  readonly nodes: readonly Pick<ArrivingNode, 'name' | 'address' | 'port'>[]
  /** In order. */
  readonly fallbacks: readonly ArrivingFallback[]
  /** One entry per group of advertised addresses. */
  readonly hosts: readonly (Pick<ArrivingHosts['group'], 'hosts' | 'port' | 'remark'> &
    Pick<ArrivingHosts, 'inboundTags'>)[]
  readonly outboundTraffics: Arrival['outboundTraffics']
  readonly outboundSubscriptionUrls: readonly string[]
  readonly geoResources: readonly Pick<ArrivingGeoResource, 'geoType' | 'alias'>[]
  readonly tokens: readonly Pick<ArrivingToken, 'name' | 'hash'>[]
  readonly users: readonly ArrivingUser[]
  readonly oldSubscriptions: readonly OldSubscriptions[]
  /** Every setting's value in force, as text: the stored one, else the default. */
  readonly settings: Readonly<Record<string, string>>
  /** The template in force, as JSON text. */
  readonly template: string
  /** Names of the geo files that the core has: `geoip.dat`. */
  readonly geoFiles: readonly string[]
  /** Where this panel listens itself. */
  readonly ownPorts: readonly {
    readonly what: 'panel' | 'subscriptions'
    readonly listen: string
    readonly port: number
  }[]
}

export type HereInbound = Pick<
  ArrivingInbound,
  'tag' | 'remark' | 'protocol' | 'listen' | 'port' | 'node' | 'settings' | 'streamSettings'
>

export interface HereClient
  extends Readonly<
    Pick<
      StoredClient,
      'email' | 'subId' | 'uuid' | 'password' | 'auth' | 'shadowsocksKey' | 'publicKey' | 'allowedIPs'
    >
  > {
  readonly inboundTags: readonly string[]
}

/** Settings, template and users replace those of a panel in use; a fresh panel takes them anyway. */
export type MoveInOptions = Readonly<ShownPlan['options']>

export interface PlannedInbound
  extends Pick<ArrivingInbound, 'tag' | 'node' | 'up' | 'down' | 'lastTrafficResetTime'> {
  /** `nodeId` is null here; the writer fills it in from `node`. */
  readonly fields: InboundFields
  readonly layers: readonly Layer4[]
}

export interface PlannedAttachment {
  /** Imported by this plan, or already here. */
  readonly inboundTag: string
  readonly protocol: ClientProtocol
  readonly flowOverride: string
}

export interface PlannedClient
  extends Pick<ArrivingClient, 'up' | 'down' | 'lastOnline' | 'ips' | 'oldIdentity'> {
  readonly record: StoredClient
  readonly attachments: readonly PlannedAttachment[]
  /** `clients.external_links` as stored; blank for none. */
  readonly externalLinks: string
}

/** A client that is here is attached to an inbound of the source on which it is missing. */
export interface AddedAttachment extends PlannedAttachment {
  readonly email: string
}

export type MoveInKind = (typeof plannedKinds)[number]

type MoveInCount = Record<'comes' | 'here' | 'left', number>

/**
 * Everything that the import will write, in one transaction, and only what differs from this panel. Fallbacks are
 * appended to those of their master, and outbound traffic replaces the row of its tag. Imported users replace those of
 * this panel, the first one in the first row. Without users, or without a template, those of this panel stay.
 */
export interface MoveInPlan extends Omit<Arrival, 'inbounds' | 'clients'> {
  readonly isFresh: boolean
  readonly inbounds: readonly PlannedInbound[]
  readonly clients: readonly PlannedClient[]
  readonly attachments: readonly AddedAttachment[]
  readonly counts: Readonly<Record<MoveInKind, Readonly<MoveInCount>>>
}

/**
 * Compares what arrives with what is here. The same arrival planned again after it was carried out has nothing to do.
 * Only credentials that were missing are random.
 */
export function planMoveIn(arrival: Arrival, here: Here, options: MoveInOptions, mint: Mint): MoveInPlan {
  const found = new Findings()
  const counts = new Counting()
  const tools: PlanTools = { here, mint, found, counts }
  const takes = here.isFresh || options.takeSettings
  const settings = planSettings(arrival, takes, options, tools)
  const template = planTemplate(arrival, takes, tools)
  const users = planUsers(arrival, takes, tools)
  const { nodes, names } = planNodes(arrival.nodes, tools)
  const placed = arrival.inbounds.map((inbound) => ({ ...inbound, node: names.get(inbound.node) ?? '' }))
  const { planned, places } = planInbounds(placed, ownPortsAfter(here, settings), tools)
  const outboundTags = outboundTagsAfter(template, here)
  const { clients, attachments } = planClients(arrival.clients, places, outboundTags, tools)
  return {
    panel: arrival.panel,
    version: arrival.version,
    isFresh: here.isFresh,
    nodes,
    inbounds: planned,
    clients,
    attachments,
    fallbacks: planFallbacks(arrival.fallbacks, places, tools),
    hosts: planHosts(arrival.hosts, places, tools),
    ...planRest(arrival, tools),
    tokens: planTokens(arrival.tokens, tools),
    users,
    settings,
    template,
    counts: counts.all,
    findings: [...arrival.findings, ...found.all()],
  }
}

/** Counts of a plan, by kind. */
export class Counting {
  readonly all = byName(plannedKinds, (): MoveInCount => ({ comes: 0, here: 0, left: 0 }))

  add(kind: MoveInKind, what: keyof MoveInCount, many = 1): void {
    this.all[kind][what] += many
  }
}

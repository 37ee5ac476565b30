import type { ClientFields } from '#contract/client.ts'
import { byName, defaultOf, fieldsWith } from '#contract/clients/fields.ts'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { canCarryFlow } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { coded } from '#domain/refusal.ts'
import { hashOf } from '../content-version.ts'
import type { DesiredClient, DesiredInbound } from './inbound-plan.ts'
import type { RemoteClient, RemoteEntry, Snapshot } from './snapshot.ts'

export type Identity = Pick<ClientFields, 'email' | 'subId'>

/** What the centre remembers of a client that it put on a node. */
export interface ManagedClient extends Identity {
  /** Names that it may have there by now: they were sent, and the node has not shown them yet. */
  sent: readonly Identity[]
}

/** What has to be done so that the node has exactly this client. */
export interface ClientSteps {
  name?: string
  /** Names to delete: the client itself, or copies of it that a call brought back after a rename. */
  remove?: string[]
  /** Names that the list does not show: to be deleted if they are ours. */
  check?: string[]
  add?: { body: Block; inboundIds: number[]; devices?: string }
  attach?: number[]
  detach?: number[]
  update?: { body: Block; differs: string[] }
  /** The devices of the centre with keys of their own become exactly these, after all other steps. */
  devices?: string
}

export type ClientPlan =
  | { do: 'nothing' }
  | { do: 'steps'; steps: ClientSteps }
  | { do: 'conflict' | 'wait'; why: Coded }

/** What a plan is made from. `ours` are the tags of inbounds that the centre put on this node. */
export interface Situation {
  desired: DesiredClient | undefined
  managed: ManagedClient | undefined
  snapshot: Snapshot
  ours: ReadonlySet<string>
  knowsSpeeds?: boolean
}

export const identitiesOf = (managed: ManagedClient | undefined): readonly Identity[] =>
  managed ? [managed, ...managed.sent] : []

/** The client on the node under any name that it has or had there, the desired one first. */
export function remotesOf({ desired, managed, snapshot }: Omit<Situation, 'ours'>): RemoteClient[] {
  const names = [...(desired ? [desired.client] : []), ...identitiesOf(managed)].map(({ email }) =>
    emailKey(email),
  )
  return [...new Set(names)].flatMap((name) => snapshot.clients.get(name) ?? [])
}

const idsOf = ({ inbounds }: Snapshot, tags: readonly string[]): number[] =>
  tags.flatMap((tag) => inbounds.get(tag)?.id ?? [])

const subIdsOf = ({ desired, managed }: Situation): ReadonlySet<string> =>
  new Set([...(desired ? [desired.client] : []), ...identitiesOf(managed)].map(({ subId }) => subId))

/** Only clients that the centre put there are deleted. A client that the node also uses locally is kept. */
function removal(situation: Situation): ClientPlan {
  const { managed, snapshot, ours, knowsSpeeds } = situation
  const subIds = subIdsOf(situation)
  const seen = remotesOf({ ...situation, desired: undefined })
  const steps: ClientSteps = {}
  for (const { email, subId, on } of seen) {
    const [own, foreign] = [
      [...on.keys()].filter((t) => ours.has(t)),
      [...on.keys()].filter((t) => !ours.has(t)),
    ]
    if (!subIds.has(subId)) continue // another client by now
    if (foreign.length === 0) steps.remove = [...(steps.remove ?? []), email]
    else if (own.length > 0)
      Object.assign(steps, { name: email, detach: idsOf(snapshot, own), ...(knowsSpeeds && { devices: '' }) })
  }
  const shown = new Set(seen.map(({ email }) => emailKey(email)))
  const check = identitiesOf(managed).flatMap(({ email }) => (shown.has(emailKey(email)) ? [] : email))
  if (check.length > 0) steps.check = [...new Set(check)]
  return Object.keys(steps).length > 0 ? { do: 'steps', steps } : { do: 'nothing' }
}

export function planClient(situation: Situation): ClientPlan {
  const { desired, snapshot, ours } = situation
  if (!desired || desired.on.length === 0) return removal(situation)
  const waits: ClientPlan = { do: 'wait', why: coded('fleet.inbound-not-there') }
  const there = desired.on.filter(
    ({ inbound }) => ours.has(inbound.tag) && snapshot.inbounds.has(inbound.tag),
  )
  const [remote, ...copies] = remotesOf(situation)
  if (!remote && there.length === 0) return waits
  if (!remote) {
    const inboundIds = idsOf(
      snapshot,
      there.map(({ inbound }) => inbound.tag),
    )
    const { deviceSecrets: devices } = desired.client
    return {
      do: 'steps',
      steps: { add: { body: clientBody(desired), inboundIds, ...(devices && { devices }) } },
    }
  }
  const subIds = subIdsOf(situation)
  if (!subIds.has(remote.subId))
    return { do: 'conflict', why: coded('fleet.client-foreign', { email: remote.email }) }
  const steps = changes(desired, there, remote, situation)
  const remove = copies.filter(({ subId }) => subIds.has(subId)).map(({ email }) => email)
  if (remove.length > 0) steps.remove = remove
  if (Object.keys(steps).length > 0) return { do: 'steps', steps: { name: remote.email, ...steps } }
  return there.length < desired.on.length ? waits : { do: 'nothing' }
}

const isRekeyed = (differs: ReadonlySet<string>): boolean =>
  ['id', 'password', 'auth'].some((key) => differs.has(key))

function changes(
  desired: DesiredClient,
  there: DesiredClient['on'],
  remote: RemoteClient,
  { snapshot, ours, knowsSpeeds }: Situation,
): ClientSteps {
  const differs = new Set<string>()
  for (const { inbound, flowOverride } of there) {
    const has = remote.on.get(inbound.tag)
    const entry = has && expectedEntry(desired, inbound, flowOverride)
    if (has && entry) for (const field of differing(entry, has, inbound, knowsSpeeds)) differs.add(field)
  }
  const tags = new Set(there.map(({ inbound }) => inbound.tag))
  const attach = idsOf(
    snapshot,
    [...tags].filter((tag) => !remote.on.has(tag)),
  )
  const detach = idsOf(
    snapshot,
    [...remote.on.keys()].filter((tag) => ours.has(tag) && !tags.has(tag)),
  )
  // If it is on no inbound yet, nothing was compared. Replacing its keys also removes those of its devices.
  const lacksDevices = differs.delete('devices') || (knowsSpeeds && (attach.length > 0 || isRekeyed(differs)))
  return {
    ...(attach.length > 0 && { attach }),
    ...(detach.length > 0 && { detach }),
    ...(differs.size > 0 && { update: { body: clientBody(desired), differs: [...differs] } }),
    ...(lacksDevices && { devices: desired.client.deviceSecrets ?? '' }),
  }
}

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
  allowedIPs: (desired, has) => addressesIn(desired) === addressesIn(has),
  ...byName(ownFields, (name) => (desired: unknown, has: unknown) => {
    const usual = defaultOf(name)
    return (desired || usual) === (has || usual)
  }),
}

const wireguardFields = ['publicKey', 'preSharedKey', 'allowedIPs', 'keepAlive'] as const
const addressesIn = (list: unknown): string => (Array.isArray(list) ? list.join() : '')

/** The fields of an entry that a client needs to work on this inbound. */
export const comparedFields = (inbound: InboundShape): string[] => [
  ...limits,
  // An entry of a tunnel may show the others too, as those of a 3x-ui node do.
  ...(inbound.protocol === 'wireguard' ? wireguardFields : credentials),
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

/** The node gets what the centre hands out: a peer of another key or address could not connect there. */
const peerBody = ({
  privateKey = '',
  publicKey,
  preSharedKey = '',
  allowedIPs,
  keepAlive = 0,
}: Block): Block => ({
  ...{ privateKey, publicKey, preSharedKey, allowedIPs, keepAlive },
})

/** The body of `clients/add` and `clients/update`. Only our own panels read `shadowsocksKey`. */
export function clientBody(desired: DesiredClient): Block {
  const { uuid, createdAt, updatedAt, shadowsocksKey, reverse, ...fields } = atNode(desired)
  const rest: Block = Object.fromEntries(Object.entries(fields).filter(([name]) => !neverSent.has(name)))
  const entries = desired.on.flatMap((on): Block[] => {
    const entry = expectedEntry(desired, on.inbound, on.flowOverride)
    return entry ? [entry] : []
  })
  const passwords = new Set(entries.flatMap(({ password }) => (typeof password === 'string' ? password : [])))
  const tunnel = entries.find(({ publicKey }) => publicKey !== undefined)
  const vision = desired.on.find(({ inbound }) => canCarryFlow(inbound))
  const [only] = passwords
  return {
    ...rest,
    id: uuid,
    ...(vision && { flow: vision.flowOverride || rest.flow }),
    ...(reverse && { reverse }),
    ...(tunnel && peerBody(tunnel)),
    ...(passwords.size === 1 ? { password: only } : shadowsocksKey && { shadowsocksKey }),
    created_at: createdAt,
    updated_at: updatedAt,
  }
}

import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { carriesClients } from '#contract/protocol.ts'
import { canCarryFlow } from '#domain/inbounds/capabilities.ts'
import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { coded } from '#domain/refusal.ts'
import type { RemoteClient, RemoteEntry, Snapshot } from './snapshot.ts'
import type { WantedClient, WantedInbound } from './wanted.ts'

/** What the centre remembers of a client that it put on a node. */
export interface PlacedClient {
  /** Its email and subscription id there, as last sent. */
  email: string
  subId: string
}

/** What has to be done so that the node has exactly this client. Calls are made in this order. */
export interface ClientSteps {
  /** The name under which the node has it now. */
  name?: string
  add?: { body: Block; inboundIds: number[] }
  update?: { body: Block; differs: string[] }
  attach?: number[]
  detach?: number[]
  /** Delete it if it is there and is ours: `unseen` if the list does not show whether it is. */
  remove?: { unseen: boolean }
  /** A second copy under the old name: a call that was given up may arrive after a rename. */
  leftover?: string
}

export type ClientPlan =
  | { do: 'nothing' }
  | { do: 'steps'; steps: ClientSteps }
  | { do: 'conflict' | 'wait'; why: Coded }

/** The centre alone renews clients, so a node never does. */
const atNode = ({ client }: WantedClient) => ({ ...client, reset: 0, resetDay: 0, resetMax: 0 })

const limits = ['limitIp', 'totalGB', 'enable', 'tgId', 'comment', 'reset', 'subId', 'email'] as const
const credentials = ['id', 'password', 'auth'] as const

function expected(wanted: WantedClient, inbound: WantedInbound, flowOverride: string): Block | undefined {
  const { protocol } = inbound
  if (!carriesClients(protocol)) return undefined
  return { ...clientEntry({ ...inbound, protocol }, { ...atNode(wanted), flowOverride }) }
}

const same = (a: unknown, b: unknown): boolean =>
  (a ?? '') === (b ?? '') || ((a ?? 0) === 0 && (b ?? 0) === 0)

/** A node that saw the first use has begun to count the days; the centre hears of it with the bytes. */
const sameExpiry = (wanted: unknown, has: unknown): boolean =>
  same(wanted, has) || (Number(wanted) < 0 && Number(has) > 0)

/** The fields of an entry that are not as they should be. */
function differing(entry: Block, has: RemoteEntry, inbound: WantedInbound): string[] {
  const fields: string[] = [...limits, ...credentials].filter((key) => !same(entry[key], has[key]))
  if (!sameExpiry(entry.expiryTime, has.expiryTime)) fields.push('expiryTime')
  if (canCarryFlow(inbound) && !same(entry.flow, has.flow)) fields.push('flow')
  if (inbound.protocol === 'vmess' && !same(entry.security, has.security)) fields.push('security')
  return fields
}

/** The body of `clients/add` and `clients/update`. Only our own panels read `shadowsocksKey`. */
export function clientBody(wanted: WantedClient): Block {
  const { uuid, createdAt, updatedAt, shadowsocksKey, limitHwid: _, reverse, ...rest } = atNode(wanted)
  const entries = wanted.on.flatMap((on): Block[] => {
    const entry = expected(wanted, on.inbound, on.flowOverride)
    return entry ? [entry] : []
  })
  const passwords = new Set(entries.flatMap(({ password }) => (typeof password === 'string' ? password : [])))
  const vision = wanted.on.find(({ inbound }) => canCarryFlow(inbound))
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

function removal(
  placed: PlacedClient | undefined,
  remote: RemoteClient | undefined,
  ours: ReadonlySet<string>,
): ClientPlan {
  if (!placed) return { do: 'nothing' }
  if (!remote) return { do: 'steps', steps: { name: placed.email, remove: { unseen: true } } }
  if (remote.subId !== placed.subId) return { do: 'nothing' } // somebody else by now
  const [own, foreign] = [
    [...remote.on.keys()].filter((tag) => ours.has(tag)),
    [...remote.on.keys()].filter((tag) => !ours.has(tag)),
  ]
  if (foreign.length === 0) return { do: 'steps', steps: { name: remote.email, remove: { unseen: false } } }
  // The node attached it to inbounds of its own: there it stays.
  return own.length === 0 ? { do: 'nothing' } : { do: 'steps', steps: { name: remote.email, detach: [] } }
}

/** `ours` are the tags of inbounds that the centre put on this node; `leftover` is its copy under the old name. */
export function planClient(
  wanted: WantedClient | undefined,
  placed: PlacedClient | undefined,
  remote: RemoteClient | undefined,
  snapshot: Snapshot,
  ours: ReadonlySet<string>,
  leftover?: RemoteClient,
): ClientPlan {
  const idOf = (tag: string): number[] => {
    const inbound = snapshot.inbounds.get(tag)
    return inbound ? [inbound.id] : []
  }
  if (!wanted || wanted.on.length === 0) {
    const plan = removal(placed, remote, ours)
    if (plan.do !== 'steps' || !plan.steps.detach || !remote) return plan
    return {
      do: 'steps',
      steps: { ...plan.steps, detach: [...remote.on.keys()].filter((t) => ours.has(t)).flatMap(idOf) },
    }
  }
  const there = wanted.on.filter(({ inbound }) => ours.has(inbound.tag) && snapshot.inbounds.has(inbound.tag))
  if (there.length === 0) return { do: 'wait', why: coded('fleet.inbound-not-there') }
  if (!remote)
    return {
      do: 'steps',
      steps: {
        add: { body: clientBody(wanted), inboundIds: there.flatMap(({ inbound }) => idOf(inbound.tag)) },
      },
    }
  const known = [wanted.client.subId, ...(placed ? [placed.subId] : [])]
  if (!known.includes(remote.subId))
    return { do: 'conflict', why: coded('fleet.client-foreign', { email: remote.email }) }
  const steps = changes(wanted, there, remote, ours, idOf)
  const copy =
    leftover && known.includes(leftover.subId) ? { name: remote.email, leftover: leftover.email } : undefined
  if (steps || copy) return { do: 'steps', steps: { ...steps, ...copy } }
  return there.length < wanted.on.length
    ? { do: 'wait', why: coded('fleet.inbound-not-there') }
    : { do: 'nothing' }
}

function changes(
  wanted: WantedClient,
  there: WantedClient['on'],
  remote: RemoteClient,
  ours: ReadonlySet<string>,
  idOf: (tag: string) => number[],
): ClientSteps | undefined {
  const differs = new Set<string>()
  for (const { inbound, flowOverride } of there) {
    const has = remote.on.get(inbound.tag)
    const entry = has && expected(wanted, inbound, flowOverride)
    if (has && entry) for (const field of differing(entry, has, inbound)) differs.add(field)
  }
  const tags = new Set(there.map(({ inbound }) => inbound.tag))
  const attach = [...tags].filter((tag) => !remote.on.has(tag)).flatMap(idOf)
  const detach = [...remote.on.keys()].filter((tag) => ours.has(tag) && !tags.has(tag)).flatMap(idOf)
  if (differs.size + attach.length + detach.length === 0) return undefined
  return {
    name: remote.email,
    ...(differs.size > 0 && { update: { body: clientBody(wanted), differs: [...differs] } }),
    ...(attach.length > 0 && { attach }),
    ...(detach.length > 0 && { detach }),
  }
}

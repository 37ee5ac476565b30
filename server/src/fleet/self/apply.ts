import type { Coded } from '#contract/coded.ts'
import type { FleetApply, FleetDone, FleetKey } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import {
  type ClientPlan,
  type ClientSteps,
  planClient,
  remotesOf,
  type Situation,
} from '#domain/fleet/client-plan.ts'
import {
  accepts,
  type DesiredInbound,
  findInbound,
  type InboundStep,
  mayBeForeign,
  planInbound,
  sentOf,
} from '#domain/fleet/inbound-plan.ts'
import type { RemoteInbound, Snapshot } from '#domain/fleet/snapshot.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Operations } from '../adapters/adapter.ts'
import { appliedInbound, notKept } from '../sync/diff.ts'

export interface OwnOperations extends Operations {
  snapshot(tags: readonly string[], emails: readonly string[]): Promise<Snapshot>
  /** Many at once, if that costs less: why not, by the place in the list. */
  addMany?(list: readonly NonNullable<ClientSteps['add']>[]): Promise<Map<number, Coded>>
}

type InboundKey = Extract<FleetKey, { kind: 'inbound' }>
type ClientKey = Extract<FleetKey, { kind: 'client' }>
type UnmanagedKey = Extract<FleetKey, { kind: 'stranger' }>
type Numbered<K> = { key: K; n: number }

/** Writes at a time. */
const width = 4
/** From here on clients are added in one write. */
const fewest = 10

const tagsOf = ({ placed, be }: InboundKey): string[] => [placed?.tag, be?.tag].flatMap((tag) => tag ?? [])
const emailsOf = ({ names, be }: ClientKey): string[] => [
  ...names.map(({ email }) => email),
  ...(be ? [be.client.email] : []),
]

/** Row ids of inbounds that were made for a centre, by what it sent: the answer may have been lost. */
export type Made = Map<string, number>
const mostMade = 1_000

/** Applies what the central panel asks for, key by key: a refusal of one key does not stop the others. */
export function createApply(operations: OwnOperations, made: Made) {
  async function tried(work: () => Promise<FleetDone>): Promise<FleetDone> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { done: false, why: codedOf(error) }
    }
  }

  const found = ({ placed, be }: InboundKey, snapshot: Snapshot, ours: ReadonlySet<string>) =>
    findInbound(snapshot, placed ?? undefined, be ?? undefined, () => ours)

  function inboundStep(key: InboundKey, remote: RemoteInbound | undefined): InboundStep {
    const { placed: managed, be } = key
    const isMade = managed?.sent.split(' ').some((sent) => made.get(sent) === remote?.id)
    const isForeign = managed && remote && mayBeForeign(managed, remote) && !isMade
    if (!isForeign) return planInbound(be ?? undefined, managed ?? undefined, remote)
    return be ? { do: 'conflict', why: coded('fleet.inbound-foreign', { tag: be.tag }) } : { do: 'nothing' }
  }

  async function inbound(key: InboundKey, ours: ReadonlySet<string>): Promise<FleetDone> {
    const read = () => operations.snapshot(tagsOf(key), [])
    const before = await read()
    const step = inboundStep(key, found(key, before, ours))
    if (step.do === 'conflict') return { done: false, why: step.why }
    if (step.do !== 'nothing') await operations.inbound(step, key.be ?? undefined, before)
    const remote = found(key, step.do === 'nothing' ? before : await read(), ours)
    if (!key.be) return { done: true }
    if (!remote) return { done: false, why: notKept(step) }
    if (step.do === 'add') remember(sentOf(key.be), remote.id)
    // It was written just now, so whatever is shown is what this panel makes of it.
    const rest = planInbound(key.be, { ...blank, ...key.placed, remoteId: remote.id }, remote)
    const accepted = accepts(key.be, remote)
    return appliedInbound({ step: rest, desired: key.be, remoteId: remote.id, accepted })
  }

  function remember(sent: string, id: number): void {
    made.set(sent, id)
    const [oldest] = made.keys()
    if (made.size > mostMade && oldest !== undefined) made.delete(oldest)
  }

  async function takeOff({ email, on }: UnmanagedKey): Promise<FleetDone> {
    const { inbounds, clients } = await operations.snapshot(on, [email])
    const has = clients.get(emailKey(email))
    const detach = on.filter((tag) => has?.on.has(tag)).flatMap((tag) => inbounds.get(tag)?.id ?? [])
    if (has && detach.length > 0) await operations.client({ name: has.email, detach })
    return { done: true }
  }

  /** Adds the clients that need nothing else, in one write. Returns these, with the reason if one was refused. */
  async function addAll(planned: readonly { n: number; plan: ClientPlan }[]) {
    const added = new Map<number, Coded | undefined>()
    const some = planned.flatMap(({ n, plan }) => {
      const { add, ...rest } = plan.do === 'steps' ? plan.steps : {}
      return add && Object.keys(rest).length === 0 ? [{ n, add }] : []
    })
    if (!operations.addMany || some.length < fewest) return added
    const refused = await operations.addMany(some.map(({ add }) => add))
    for (const [place, { n }] of some.entries()) added.set(n, refused.get(place))
    return added
  }

  /** One snapshot for all of them: `tags` are all inbounds that they may be on. */
  async function clients(
    keys: readonly Numbered<ClientKey>[],
    ours: ReadonlySet<string>,
    answers: FleetDone[],
  ): Promise<void> {
    if (keys.length === 0) return
    const tags = [...new Set([...ours, ...keys.flatMap(({ key }) => key.be?.on.map(({ tag }) => tag) ?? [])])]
    const emails = keys.flatMap(({ key }) => emailsOf(key))
    const read = () => operations.snapshot(tags, emails)
    const before = await read()
    const planned = keys.map(({ key, n }) => ({ key, n, plan: ownPlan(situation(key, before, ours)) }))
    const added = await addAll(planned)
    await mapLimited(planned, width, async ({ key, n, plan }) => {
      answers[n] = await tried(async () => {
        const why = 'why' in plan ? plan.why : added.get(n)
        if (why) return { done: false, why }
        if (plan.do === 'steps' && !added.has(n)) await operations.client(plan.steps)
        return { done: true, ...sumsOf(key, before) }
      })
    })
    const after = await read()
    for (const { key, n } of keys) {
      const answer = answers[n]
      if (!answer?.done) continue
      const plan = ownPlan(situation(key, after, ours))
      if (remotesOf(situation(key, after, ours)).length === 0) answer.gone = true
      if (plan.do === 'wait') answers[n] = { done: false, why: plan.why }
      else if (plan.do !== 'nothing') answers[n] = { done: false, why: notKept(plan) }
    }
  }

  return async function apply({ ours: tags, keys }: FleetApply): Promise<FleetDone[]> {
    const answers: FleetDone[] = []
    const numbered = keys.map((key, n) => ({ key, n }))
    const inbounds = numbered.filter((one): one is Numbered<InboundKey> => one.key.kind === 'inbound')
    const all = numbered.filter((one): one is Numbered<ClientKey> => one.key.kind === 'client')
    const ours = new Set(tags)
    for (const { key, n } of inbounds.filter(({ key: { be } }) => be)) {
      answers[n] = await tried(() => inbound(key, ours))
      if (answers[n].done && key.be) ours.add(key.be.tag)
    }
    const isRemoval = ({ key: { be } }: Numbered<ClientKey>) => !be || be.on.length === 0
    const { leaving = [], staying = [] } = Object.groupBy(all, (one) =>
      isRemoval(one) ? 'leaving' : 'staying',
    )
    await clients(leaving, ours, answers)
    await clients(staying, ours, answers)
    for (const { key, n } of numbered)
      if (key.kind === 'stranger') answers[n] = await tried(() => takeOff(key))
    for (const { key, n } of inbounds.filter(({ key: { be } }) => !be))
      answers[n] = await tried(() => inbound(key, ours))
    return answers
  }
}

const blank = { tag: '', accepted: '', sent: '', goneAt: 0, remoteId: 0 }

/** The clients of a centre are compared on the inbounds as this panel has them. */
function situation({ names, be }: ClientKey, snapshot: Snapshot, ours: ReadonlySet<string>): Situation {
  const [first, ...sent] = names
  const on = (be?.on ?? []).map(({ tag, flowOverride }) => {
    const has = snapshot.inbounds.get(tag)
    return { inbound: has ? { disableFlow: false, ...has } : { ...nowhere, tag }, flowOverride }
  })
  return {
    desired: be ? { client: be.client, on } : undefined,
    managed: first && { ...first, sent },
    snapshot,
    ours,
    knowsSpeeds: true,
  }
}

const nowhere: DesiredInbound = {
  tag: '',
  remark: '',
  enable: false,
  listen: '',
  port: 0,
  protocol: '',
  settings: {},
  streamSettings: {},
  sniffing: {},
  disableFlow: false,
}

/** The snapshot showed everything, so there is no name to be asked for. */
function ownPlan(at: Situation): ClientPlan {
  const plan = planClient(at)
  if (plan.do !== 'steps') return plan
  const { check: _, ...steps } = plan.steps
  return Object.keys(steps).some((step) => step !== 'name') ? { do: 'steps', steps } : { do: 'nothing' }
}

function sumsOf(key: ClientKey, snapshot: Snapshot): { up: number; down: number } {
  const { desired, managed } = situation(key, snapshot, new Set())
  const [remote] = remotesOf({ desired, managed, snapshot })
  return remote?.sums ?? { up: 0, down: 0 }
}

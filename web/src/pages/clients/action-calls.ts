import type { z } from 'zod'
import type { ClientSlim, Skipped } from '#contract/client-bodies.ts'
import { type BulkName, bulkFields, bulkNames, type StoredFields } from '#contract/clients/fields.ts'
import type { Sent } from '#domain/limits/fields.ts'
import type { Api } from '../../api/client.ts'
import { endpoints } from '../../api/endpoints.ts'
import { newSecrets } from './client-form.ts'
import { type Plan, termsOf } from './plans.ts'
import type { ListQuery } from './use-clients.ts'

/** Everything that a query of the list matches, except a few. */
export interface Matching {
  query: ListQuery
  except: readonly string[]
  count: number
}

/** Who is meant: some clients, or a query that the panel evaluates. */
export type Targets = readonly Pick<ClientSlim, 'email'>[] | Matching

export interface Outcome {
  done: number
  skipped?: z.output<typeof Skipped> | undefined
}

/** What was done, and how to undo it: by the number that the panel gave, or by a call. */
export interface Action {
  outcome: Outcome
  undo?: number | (() => Promise<unknown>) | undefined
}

const isMatching = (targets: Targets): targets is Matching => 'query' in targets
export const countOf = (targets: Targets): number => (isMatching(targets) ? targets.count : targets.length)

/** The part of a request that selects the clients. */
export const targetsIn = (targets: Targets) =>
  isMatching(targets)
    ? { emails: [], query: targets.query as never, except: [...targets.except] } // absent keys are not sent
    : { emails: targets.map(({ email }) => email) }

type BulkField = (typeof bulkFields)[BulkName]
type Adjustment = { addDays?: number } & { [N in BulkName]?: StoredFields[(typeof bulkFields)[N]] }

export async function adjust(api: Api, targets: Targets, change: Adjustment): Promise<Action> {
  const { adjusted, skipped, undo } = await api.call(endpoints.clientsBulk.adjust, {
    body: { addDays: 0, addBytes: 0, flow: '', ...targetsIn(targets), ...change },
  })
  return { outcome: { done: adjusted, skipped }, undo }
}

export async function groupTo(api: Api, targets: Targets, group: string): Promise<Action> {
  const body = targetsIn(targets)
  const { affected: done, undo } = await (group === ''
    ? api.call(endpoints.clientGroups.bulkRemove, { body })
    : api.call(endpoints.clientGroups.bulkAdd, { body: { ...body, group } }))
  return { outcome: { done }, undo }
}

/** A renewal: the plan's quota or the same as before, its days added to the remaining ones, counters at zero. */
export async function renewal(api: Api, targets: Targets, plan: Plan): Promise<Action> {
  const body = { ...targetsIn(targets), ...termsOf(plan) }
  const { renewed: done, skipped, undo } = await api.call(endpoints.clientsBulk.renew, { body })
  return { outcome: { done, skipped }, undo }
}

export type Limits = Sent<Pick<StoredFields, BulkField>>

/** Sets the limits of a tier or of a plan; fields that are not named stay. */
export const limitation = (api: Api, targets: Targets, limits: Limits): Promise<Action> => {
  const named = bulkNames.map((name) => [name, limits[bulkFields[name]]] as const)
  return adjust(api, targets, Object.fromEntries(named.filter(([, value]) => value !== undefined)))
}

/** Regenerates every secret: old links and subscriptions stop working, and their connections are cut. */
export async function revocation(api: Api, email: string): Promise<Action> {
  const params = { email }
  const { client } = await api.call(endpoints.clients.get, { params })
  const { uuid: id, password, auth, subId } = client
  const put = (secrets: object) =>
    api.call(endpoints.clients.update, { params, body: { email: client.email, ...secrets } })
  const { uuid, ...others } = newSecrets()
  await put({ id: uuid, ...others })
  return { outcome: { done: 1 }, undo: () => put({ id, password, auth, subId }) }
}

export async function deletion(api: Api, targets: Targets): Promise<Action> {
  const body = { ...targetsIn(targets), keepTraffic: false }
  const { deleted: done, skipped, undo } = await api.call(endpoints.clientsBulk.del, { body })
  return { outcome: { done, skipped }, undo }
}

export async function switching(api: Api, targets: Targets, enable: boolean): Promise<Action> {
  const body = targetsIn(targets)
  const {
    changed: done,
    skipped,
    undo,
  } = await (enable
    ? api.call(endpoints.clientsBulk.enable, { body })
    : api.call(endpoints.clientsBulk.disable, { body }))
  return { outcome: { done, skipped }, undo }
}

export async function resetting(api: Api, targets: Targets): Promise<Action> {
  const body = targetsIn(targets)
  const { affected: done, undo } = await api.call(endpoints.clientsBulk.resetTraffic, { body })
  return { outcome: { done }, undo }
}

export async function attachment(api: Api, targets: Targets, inboundIds: number[]): Promise<Action> {
  const body = { ...targetsIn(targets), inboundIds }
  const { attached, refused, undo } = await api.call(endpoints.clientsBulk.attach, { body })
  return { outcome: { done: attached.length, skipped: refused }, undo }
}

export async function detachment(api: Api, targets: Targets, inboundIds: number[]): Promise<Action> {
  const body = { ...targetsIn(targets), inboundIds }
  const { detached, undo } = await api.call(endpoints.clientsBulk.detach, { body })
  return { outcome: { done: detached.length }, undo }
}

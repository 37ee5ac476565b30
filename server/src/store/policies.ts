import { type Limits, Limits as LimitsSchema } from '#contract/limits.ts'
import type { EndRule } from '#domain/clients/enable.ts'
import type { Usage } from '#domain/clients/status.ts'
import { effectiveLimits, type Layers } from '#domain/limits/effective.ts'
import { noLimits, withLimits } from '#domain/limits/fields.ts'
import { sharedUsage } from '#domain/limits/service.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Reader, Tx } from './open.ts'
import { sharedState, toLimits } from './rows/group.ts'
import { chunked, type Sets } from './sets.ts'

/** What decides which limits a client inherits. */
export interface Member {
  group: string
  planId: number
}

/** The limits that count for a client, with those of its group and its plan, and what its group shares. */
export type Policies = (client: Limits & Member) => Limits & EndRule

/** Who says what about a client's limits, and what its group shares. */
export type Layered = (client: Limits & Member) => { layers: Layers; shared: Usage | undefined }

const planLimits = LimitsSchema.partial()

/** Plans are stored as JSON: those from before limits have none. */
export function limitsOfPlan(data: string): Limits {
  const { data: found } = planLimits.safeParse(parseBlock(data))
  return withLimits(noLimits, found ?? {})
}

/** Reads the groups and plans of these clients; most have neither, and then nothing is read. */
export async function readLayers(
  source: Reader | Tx,
  { among }: Pick<Sets, 'among'>,
  members: Iterable<Member>,
): Promise<Layered> {
  const [names, ids] = [new Set<string>(), new Set<number>()]
  for (const { group, planId } of members) {
    if (group !== '') names.add(group)
    if (planId > 0) ids.add(planId)
  }
  const groups = new Map<string, { limits: Limits; shared: Usage }>()
  for (const part of chunked([...names])) {
    const rows = await source.selectFrom('client_groups').selectAll().where(among('name', part)).execute()
    for (const row of rows)
      groups.set(row.name, { limits: toLimits(row), shared: sharedUsage(sharedState(row)) })
  }
  const plans = new Map<number, Limits>()
  for (const part of chunked([...ids])) {
    const rows = await source.selectFrom('plans').select(['id', 'data']).where(among('id', part)).execute()
    for (const row of rows) plans.set(row.id, limitsOfPlan(row.data))
  }
  return (client) => {
    const group = groups.get(client.group)
    const layers = { client, group: group?.limits, plan: plans.get(client.planId) }
    return { layers, shared: group?.shared }
  }
}

/** The limits that count for these clients. */
export async function readPolicies(
  source: Reader | Tx,
  sets: Pick<Sets, 'among'>,
  members: Iterable<Member>,
): Promise<Policies> {
  const layered = await readLayers(source, sets, members)
  return (client) => {
    const { layers, shared } = layered(client)
    return { ...effectiveLimits(layers), shared }
  }
}

import { Named } from '#contract/follow.ts'
import { carriesClients } from '#contract/protocol.ts'
import { type Labelled, meantBy, nothingNamed } from '#domain/follow/named.ts'
import { wordsIn } from '#domain/inbounds/labels.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Reader } from './open.ts'
import type { Member } from './policies.ts'
import { chunked, type Sets } from './sets.ts'

/** The inbounds that a client's group and plan name. */
export interface Sources {
  group: ReadonlySet<number>
  plan: ReadonlySet<number>
}
export type SourcesOf = (member: Member) => Sources

/** A group or a plan, which is looked at as if it named something else. */
export type Policy = { kind: 'plan'; id: number } | { kind: 'group'; name: string }
export type Instead = { policy: Policy; named: Named }

const none: ReadonlySet<number> = new Set()
const nobody: SourcesOf = () => ({ group: none, plan: none })

const read = (value: unknown): Named =>
  (Named.partial().safeParse(value).data as Named | undefined) ?? nothingNamed

/** Plans from before this name nothing. */
export const namedByPlan = (data: string): Named => ({ ...nothingNamed, ...read(parseBlock(data)) })
export const namedByGroup = (follows: string): Named =>
  follows === '' ? nothingNamed : { ...nothingNamed, ...read(parseBlock(follows)) }
export const toFollows = (named: Named): string => (named.followInbounds ? JSON.stringify(named) : '')

/** Inbounds that take clients, with their labels: those with these ids, and all that have a label if one is asked for. */
async function readLabelled(
  source: Reader,
  { among }: Pick<Sets, 'among'>,
  named: readonly Named[],
): Promise<Labelled[]> {
  const ids = [...new Set(named.flatMap(({ inboundIds }) => inboundIds))]
  const anyLabel = named.some(({ labels }) => labels.length > 0)
  const rows = await source
    .selectFrom('inbounds')
    .select(['id', 'protocol', 'labels'])
    .where((e) => e.or([among('id', ids), ...(anyLabel ? [e('labels', '<>', '')] : [])]))
    .execute()
  return rows
    .filter(({ protocol }) => carriesClients(protocol))
    .map(({ id, labels }) => ({ id, labels: wordsIn(labels) }))
}

async function readFollowing(source: Reader, { among }: Pick<Sets, 'among'>, members: Iterable<Member>) {
  const [names, ids] = [new Set<string>(), new Set<number>()]
  for (const { group, planId } of members) {
    if (group !== '') names.add(group)
    if (planId > 0) ids.add(planId)
  }
  const groups = new Map<string, Named>()
  for (const part of chunked([...names])) {
    const query = source.selectFrom('client_groups').select(['name', 'follows']).where('follows', '<>', '')
    for (const { name, follows } of await query.where(among('name', part)).execute())
      groups.set(name, namedByGroup(follows))
  }
  const plans = new Map<number, Named>()
  for (const part of chunked([...ids])) {
    const query = source.selectFrom('plans').select(['id', 'data'])
    for (const { id, data } of await query.where(among('id', part)).execute()) {
      const named = namedByPlan(data)
      if (named.followInbounds) plans.set(id, named)
    }
  }
  return { groups, plans }
}

/** What the groups and plans of these clients name; most have neither, and then nothing is read. */
export async function readSources(
  source: Reader,
  sets: Pick<Sets, 'among'>,
  members: Iterable<Member>,
  instead?: Instead,
): Promise<SourcesOf> {
  const { groups, plans } = await readFollowing(source, sets, members)
  if (instead?.policy.kind === 'plan') plans.set(instead.policy.id, instead.named)
  if (instead?.policy.kind === 'group') groups.set(instead.policy.name, instead.named)
  const all = [...groups.values(), ...plans.values()]
  if (all.length === 0) return nobody
  const inbounds = await readLabelled(source, sets, all)
  const meant = new Map(all.map((named) => [named, new Set(meantBy(named, inbounds))]))
  const of = (named: Named | undefined) => (named && meant.get(named)) ?? none
  return ({ group, planId }) => ({ group: of(groups.get(group)), plan: of(plans.get(planId)) })
}

/** The union: a client has every inbound that its group or its plan names. */
export const wantedOf = ({ group, plan }: Sources): ReadonlySet<number> =>
  group.size === 0 ? plan : plan.size === 0 ? group : new Set([...group, ...plan])

/** Groups and plans that name one of these inbounds, or one of these labels. */
export async function policiesNaming(
  source: Reader,
  ids: readonly number[],
  labels: readonly string[],
): Promise<Policy[]> {
  const names = (named: Named): boolean =>
    named.followInbounds &&
    (named.inboundIds.some((id) => ids.includes(id)) || named.labels.some((label) => labels.includes(label)))
  const plans = await source.selectFrom('plans').select(['id', 'data']).execute()
  const groups = await source
    .selectFrom('client_groups')
    .select(['name', 'follows'])
    .where('follows', '<>', '')
    .execute()
  return [
    ...plans.filter(({ data }) => names(namedByPlan(data))).map(({ id }): Policy => ({ kind: 'plan', id })),
    ...groups
      .filter(({ follows }) => names(namedByGroup(follows)))
      .map(({ name }): Policy => ({ kind: 'group', name })),
  ]
}

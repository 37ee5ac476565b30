import { isDeepStrictEqual } from 'node:util'
import { blankHost, type HostGroup } from '#contract/host.ts'

export interface Said {
  before?: Record<string, unknown>
  after?: Record<string, unknown>
}
type NameOf = (inboundId: number) => string

const mostListed = 8
const mostNamed = 30
const longest = 120

const brief = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)

function briefly(value: unknown): unknown {
  if (typeof value === 'string') return brief(value)
  if (!Array.isArray(value)) return value
  const some = value.slice(0, mostListed).map(briefly)
  return value.length > mostListed ? [...some, '…'] : some
}

/** Inbounds by name: they may be gone when the entry is read. A port of zero is the inbound's. */
function fieldsOf(group: Omit<HostGroup, 'groupId'>, nameOf: NameOf): Record<string, unknown> {
  const { hosts, remark, inboundIds, isDisabled, sortOrder, port, ownKeys: _, ...rest } = group
  const inbounds = inboundIds.toSorted((a, b) => a - b).map(nameOf)
  return { hosts, remark, inbounds, enable: !isDisabled, order: sortOrder, port: port || '', ...rest }
}

/** By these people know a group. */
const known: ReadonlySet<string> = new Set(['hosts', 'remark', 'inbounds'])

const onlyThose = (all: Record<string, unknown>, isWanted: (key: string) => boolean) =>
  Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) =>
      known.has(key) || isWanted(key) ? [[key, briefly(value)]] : [],
    ),
  )

/** What a group is called, where it is used, and what was set. */
export function describe({ groupId: _, ...group }: HostGroup, nameOf: NameOf): Record<string, unknown> {
  const blank = fieldsOf({ ...blankHost, hosts: [], inboundIds: [] }, nameOf)
  const all = fieldsOf(group, nameOf)
  return onlyThose(all, (key) => !isDeepStrictEqual(all[key], blank[key]))
}

/** What a group is called, and what changed. */
export function changeOf(
  { groupId: _, ...before }: HostGroup,
  { groupId: __, ...after }: HostGroup,
  nameOf: NameOf,
): Said {
  const [old, next] = [fieldsOf(before, nameOf), fieldsOf(after, nameOf)]
  const isOther = (key: string) => !isDeepStrictEqual(old[key], next[key])
  return { before: onlyThose(old, isOther), after: onlyThose(next, isOther) }
}

const calledOf = ({ hosts, remark }: HostGroup): string => {
  const some = hosts.length > 2 ? `${hosts.slice(0, 2).join(', ')}, …` : hosts.join(', ')
  return brief(remark ? `${some} (${remark})` : some)
}

/** One group is described, several are named. */
export function describeAll(groups: readonly HostGroup[], nameOf: NameOf): Record<string, unknown> {
  const [first, ...others] = groups
  if (first && others.length === 0) return describe(first, nameOf)
  const more = groups.length - mostNamed
  return { names: groups.slice(0, mostNamed).map(calledOf), ...(more > 0 && { more }) }
}

/** The groups between the first and the last place that changed. */
export function orderOf(before: readonly HostGroup[], after: readonly HostGroup[]): Said {
  const isMoved = (group: HostGroup, at: number) => group.groupId !== after[at]?.groupId
  const [first, last] = [before.findIndex(isMoved), before.findLastIndex(isMoved)]
  if (first < 0) return {}
  const part = (groups: readonly HostGroup[]) => ({
    order: briefly(groups.slice(first, last + 1).map(calledOf)),
  })
  return { before: part(before), after: part(after) }
}

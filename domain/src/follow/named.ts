import type { Named } from '#contract/follow.ts'
import { checkLabels } from '#domain/inbounds/labels.ts'
import { Refusal } from '#domain/refusal.ts'

export const nothingNamed: Named = { followInbounds: false, inboundIds: [], labels: [] }

/** What a group or a plan is to name, as it is stored. */
export function checkNamed({ followInbounds, inboundIds, labels }: Named): Named {
  const words = checkLabels(labels)
  if (!followInbounds && words.length > 0) throw new Refusal('follow.labels-alone', {}, 'labels')
  if (followInbounds && inboundIds.length + words.length === 0)
    throw new Refusal('follow.nothing-named', {}, 'inboundIds')
  const ids = followInbounds ? [...new Set(inboundIds)].sort((a, b) => a - b) : [...inboundIds]
  return { followInbounds, inboundIds: ids, labels: words }
}

export interface Labelled {
  id: number
  labels: readonly string[]
}

/** The inbounds that are meant, of those that there are. */
export function meantBy(
  { followInbounds, inboundIds, labels }: Named,
  inbounds: readonly Labelled[],
): number[] {
  if (!followInbounds) return []
  const isMeant = (one: Labelled) =>
    inboundIds.includes(one.id) || one.labels.some((label) => labels.includes(label))
  return inbounds.filter(isMeant).map(({ id }) => id)
}

export const sameNamed = (a: Named, b: Named): boolean => {
  if (!a.followInbounds && !b.followInbounds) return true
  return a.followInbounds === b.followInbounds && JSON.stringify(wordsOf(a)) === JSON.stringify(wordsOf(b))
}
const wordsOf = ({ inboundIds, labels }: Named) => [[...inboundIds].sort((x, y) => x - y), [...labels].sort()]

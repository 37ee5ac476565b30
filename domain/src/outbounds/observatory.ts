import type { Block } from '#contract/inbound.ts'
import { textIn, valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { asBlocks, textsAt } from '#domain/untyped.ts'

export const observatories = ['observatory', 'burstObservatory'] as const
type Observatory = (typeof observatories)[number]

/** A small response from a highly available host; 3x-ui uses the same. */
const probe = 'https://www.google.com/generate_204'
const fresh: Record<Observatory, Block> = {
  observatory: { probeURL: probe, probeInterval: '1m', enableConcurrency: true },
  burstObservatory: { pingConfig: { destination: probe, interval: '1m', sampling: 3, timeout: '5s' } },
}

const strategyIn = (balancer: Block): string => textIn(balancer, ['strategy', 'type']).toLowerCase()

/** Only the burst observatory measures what leastLoad needs; with a fallback, every strategy needs to know who is alive. */
function needOf(balancer: Block): Observatory | undefined {
  const strategy = strategyIn(balancer)
  if (strategy === 'leastload') return 'burstObservatory'
  return strategy === 'leastping' || textIn(balancer, ['fallbackTag']) !== '' ? 'observatory' : undefined
}

/** A core uses one observatory: the burst one serves both strategies, so it is used if either needs it. */
function needed(template: Block): { kind: Observatory | undefined; subjects: string[] } {
  const balancers = asBlocks(valueAt(template, ['routing', 'balancers']))
  const needing = balancers.filter((balancer) => needOf(balancer) !== undefined)
  const kinds = new Set(needing.map(needOf))
  const subjects = needing.flatMap((b) => textsAt({ s: valueAt(b, ['selector']) }, 's'))
  const kind = (['burstObservatory', 'observatory'] as const).find((one) => kinds.has(one))
  return { kind, subjects: [...new Set(subjects)] }
}

export const subjectsOf = (template: Block, kind: Observatory): string[] =>
  textsAt({ s: valueAt(template, [kind, 'subjectSelector']) }, 's')

/**
 * `after` with the observatory that its balancers need. What an operator observes in addition (present, and not needed
 * by a balancer of `before`) is kept; a section that nothing needs any more is removed.
 */
export function observed(before: Block, after: Block): Block {
  const was = needed(before)
  const is = needed(after)
  let next = after
  for (const kind of observatories) {
    const there = subjectsOf(after, kind)
    const own = there.filter((subject) => !was.subjects.includes(subject))
    const subjects = [...new Set([...own, ...(is.kind === kind ? is.subjects : [])])]
    const isThere = valueAt(after, [kind]) !== undefined
    if (subjects.length > 0) {
      const section = isThere ? next : withValueAt(next, [kind], { ...fresh[kind] })
      if (!isThere || `${subjects}` !== `${there}`)
        next = withValueAt(section, [kind, 'subjectSelector'], subjects)
    } else if (isThere && there.length > 0) next = withValueAt(next, [kind], undefined)
  }
  return next
}

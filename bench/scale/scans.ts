import { clientFilters, clientSorts } from '#contract/client-bodies.ts'
import { pageOf, type Side } from './edits.ts'
import { inTurns, type Times, timed, timesOf } from './timing.ts'
import type { Helper } from './worker.ts'

const day = 86_400_000

/** Every sort and filter other than the default order. */
export function queries(inbounds: readonly number[], now: number): Map<string, string> {
  return new Map([
    ...clientSorts.map((sort): [string, string] => [`sort ${sort}`, `sort=${sort}&order=ascend`]),
    ...clientSorts.map((sort): [string, string] => [
      `sort ${sort}, last page`,
      `sort=${sort}&order=ascend&page=LAST`,
    ]),
    ...clientFilters.map((filter): [string, string] => [`filter ${filter}`, `filter=${filter}`]),
    ['the middle page', 'page=HALF'],
    ['protocol', 'protocol=trojan'],
    ['inbound', `inbound=${inbounds.slice(0, 2).join(',')}`],
    ['expiry range', `expiryFrom=${now}&expiryTo=${now + 60 * day}`],
    ['usage range', 'usageFrom=0&usageTo=1000'],
    ['autoRenew', 'autoRenew=true'],
    ['hasTgId', 'hasTgId=true'],
    ['hasComment', 'hasComment=true'],
    ['group', 'group=group-5'],
    ['search, one hit', 'search=u77777'],
    ['search, many hits', 'search=transfer'],
    ['search, no hit', 'search=nobody-at-all'],
    ['search, sorted', 'search=u7&sort=traffic&order=descend'],
  ])
}

export async function measureScans(
  large: Side,
  bare: Helper,
  rounds: number,
): Promise<Map<string, { panel: Times; bare: Times }>> {
  const out = new Map<string, { panel: Times; bare: Times }>()
  const last = Math.ceil(large.count / 50)
  for (const [what, query] of queries(large.inbounds, Date.now())) {
    const text = query.replace('LAST', String(last)).replace('HALF', String(last >> 1))
    out.set(
      what,
      await inTurns(rounds, { panel: () => pageOf(large.desk, text), bare: () => bare.ask('scan') }),
    )
  }
  return out
}

/** Each search right after a commit, when no cached result is valid. */
export async function measureSearchAfterEdit({ desk }: Side, bare: Helper, rounds: number) {
  const panel: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) {
    await desk.post('/panel/api/clients/update/u42', { email: 'u42', comment: `round ${round}` })
    panel.push(await timed(() => pageOf(desk, 'search=u77777')))
    alone.push(await timed(() => bare.ask('scan')))
  }
  return { panel: timesOf(panel), bare: timesOf(alone) }
}

import type { ClientSlim } from '#contract/client-bodies.ts'
import type { Selection } from '../../table/use-selection.ts'
import type { ListQuery } from './use-clients.ts'

/** Everything that a query of the list matches, except a few. */
interface Matching {
  query: ListQuery
  except: readonly string[]
  count: number
}

/** Who is meant: some clients, or a query that the panel evaluates. */
export type Targets = readonly Pick<ClientSlim, 'email'>[] | Matching

const isMatching = (targets: Targets): targets is Matching => 'query' in targets
export const countOf = (targets: Targets): number => (isMatching(targets) ? targets.count : targets.length)

/** The client, if exactly one is named. */
export const onlyOf = (targets: Targets) =>
  isMatching(targets) || targets.length !== 1 ? undefined : targets[0]

/** The part of a request that selects the clients. */
export const targetsIn = (targets: Targets) =>
  isMatching(targets)
    ? { emails: [], query: targets.query as never, except: [...targets.except] } // absent keys are not sent
    : { emails: targets.map(({ email }) => email) }

/** The targets: the selected rows, or everything that matches except the deselected ones. */
export const chosenTargets = (query: ListQuery, { all, names, count }: Selection): Targets =>
  all ? { query, except: [...names], count } : [...names].map((email) => ({ email }))

import type { Quota } from '#contract/quotas.ts'
import { wordsIn } from '#domain/inbounds/labels.ts'
import { type InForce, inForce, type QuotaInbound } from '#domain/quotas/in-force.ts'
import { quotasIn, quotasOf } from '#domain/quotas/quotas.ts'
import { parseBlock } from '../../platform/db/json.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { Member } from '../../store/policies.ts'
import { readInChunks, type Sets } from '../../store/sets.ts'

type Source = Reader | Tx

/** A client, as far as its quotas ask for it. */
export interface Holder extends Member {
  id: number
  quotas: readonly Quota[]
  inboundIds: readonly number[]
}

/** Plans from before quotas have none. */
export const quotasOfPlan = (data: string): readonly Quota[] => quotasOf(parseBlock(data).quotas)

/** The quotas that count for these clients; who has neither a group nor a plan costs no query. */
export async function readInForce(
  source: Source,
  { among }: Pick<Sets, 'among'>,
  holders: Iterable<Member>,
): Promise<(holder: Pick<Holder, 'quotas' | keyof Member>) => InForce[]> {
  const [names, ids] = [new Set<string>(), new Set<number>()]
  for (const { group, planId } of holders) {
    if (group !== '') names.add(group)
    if (planId > 0) ids.add(planId)
  }
  const groupRows = await readInChunks([...names], (part) =>
    source
      .selectFrom('client_groups')
      .select(['name', 'quotas'])
      .where('quotas', '<>', '')
      .where(among('name', part))
      .execute(),
  )
  const planRows = await readInChunks([...ids], (part) =>
    source.selectFrom('plans').select(['id', 'data']).where(among('id', part)).execute(),
  )
  const groups = new Map(groupRows.map(({ name, quotas }) => [name, quotasIn(quotas)]))
  const plans = new Map(planRows.map(({ id, data }) => [id, quotasOfPlan(data)]))
  return ({ quotas, group, planId }) =>
    inForce({ client: quotas, group: groups.get(group), plan: plans.get(planId) })
}

/** These inbounds, or all, as quotas see them. */
export async function readQuotaInbounds(
  source: Source,
  { among }: Pick<Sets, 'among'>,
  ids?: readonly number[],
): Promise<Map<number, QuotaInbound>> {
  const query = source.selectFrom('inbounds').select(['id', 'node_id', 'labels', 'protocol'])
  const rows = ids
    ? await readInChunks(ids, (part) => query.where(among('id', part)).execute())
    : await query.execute()
  return new Map(
    rows.map(({ id, node_id, labels, protocol }) => [
      id,
      { id, node: node_id ?? 0, labels: wordsIn(labels), countable: protocol !== 'masque' },
    ]),
  )
}

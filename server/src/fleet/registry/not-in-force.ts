import type { Coded } from '#contract/coded.ts'
import type { Limits } from '#contract/limits.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { notInForce } from '#domain/nodes/lacks.ts'
import { isRowId } from '../../platform/db/row-id.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Db } from '../../store/open.ts'
import { readPolicies } from '../../store/policies.ts'
import { toClient } from '../../store/rows/client.ts'
import { setsFor } from '../../store/sets.ts'

type PlanTerms = Limits & { id: number; inboundIds: readonly number[]; deviceKeys: boolean }

const once = (notes: readonly Coded[]): Coded[] => [
  ...new Map(notes.map((note) => [JSON.stringify(note), note])).values(),
]

/** What was saved and does not hold on the nodes that it concerns. Costs one read where there are no such nodes. */
export function createNotInForce(db: Db) {
  const sets = setsFor(db.engine)
  const lacking = () => db.read.selectFrom('nodes as n').where('n.fleet', 'in', [0, 1])

  /** Those with a client of this group or plan. */
  const nodesOf = (column: 'group_name' | 'plan_id', value: string | number) =>
    lacking()
      .select(['n.id', 'n.name', 'n.fleet'])
      .where((e) =>
        e.exists(
          e
            .selectFrom('clients as c')
            .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
            .innerJoin('inbounds as i', 'i.id', 'ci.inbound_id')
            .select('c.id')
            .whereRef('i.node_id', '=', 'n.id')
            .where(`c.${column}`, '=', value),
        ),
      )
      .orderBy('n.id')
      .execute()

  return {
    async ofClient(email: string): Promise<Coded[]> {
      if (!isStorable(email)) return []
      const key = emailKey(email)
      const nodes = await lacking()
        .innerJoin('inbounds as i', 'i.node_id', 'n.id')
        .innerJoin('client_inbounds as ci', 'ci.inbound_id', 'i.id')
        .innerJoin('clients as c', 'c.id', 'ci.client_id')
        .select(['n.id', 'n.name', 'n.fleet'])
        .distinct()
        .where('c.email_key', '=', key)
        .orderBy('n.id')
        .execute()
      if (nodes.length === 0) return []
      const row = await db.read
        .selectFrom('clients')
        .selectAll()
        .where('email_key', '=', key)
        .executeTakeFirst()
      if (!row) return []
      const client = toClient(row)
      const { deviceKeys } = client
      return notInForce({ ...(await readPolicies(db.read, sets, [client]))(client), deviceKeys }, nodes)
    },
    async ofInbounds(ids: readonly number[]): Promise<Coded[]> {
      const found = await lacking()
        .innerJoin('inbounds as i', 'i.node_id', 'n.id')
        .select(['n.name', 'n.fleet', 'i.speed_down as speedDown', 'i.speed_up as speedUp'])
        .where(sets.among('i.id', ids))
        .orderBy('n.id')
        .execute()
      return once(found.flatMap((one) => notInForce(one, [one])))
    },
    /** A member has what its group sets, or a value of its own instead. */
    async ofGroup(name: string, limits: Limits): Promise<Coded[]> {
      return isStorable(name) ? notInForce(limits, await nodesOf('group_name', name)) : []
    },
    /** Its limits apply to clients that have the plan; the rest applies to clients that get it later, with its inbounds. */
    async ofPlan({ id, inboundIds, deviceKeys, ...limits }: PlanTerms): Promise<Coded[]> {
      const places = await lacking()
        .innerJoin('inbounds as i', 'i.node_id', 'n.id')
        .select(['n.id', 'n.name', 'n.fleet'])
        .distinct()
        .where(sets.among('i.id', inboundIds.filter(isRowId)))
        .orderBy('n.id')
        .execute()
      const promised = notInForce({ ...limits, deviceKeys }, places)
      return once([...notInForce(limits, await nodesOf('plan_id', id)), ...promised])
    },
    /** A plan that was just applied. */
    async ofApplied({ id, deviceKeys, ...limits }: PlanTerms): Promise<Coded[]> {
      return notInForce({ ...limits, deviceKeys }, await nodesOf('plan_id', id))
    },
  }
}

import { sql } from 'kysely'
import type { Policy } from '../../store/named.ts'
import type { Reader } from '../../store/open.ts'
import type { Member } from '../../store/policies.ts'

interface FollowingMember extends Member {
  id: number
  givenInbounds: string
  withoutInbounds: string
  attached: number[]
}

// The conditions are those of the partial indexes.
const isIn = (policy: Policy) =>
  policy.kind === 'plan'
    ? sql<boolean>`c.plan_id = ${policy.id} and c.plan_id <> 0`
    : sql<boolean>`c.group_name = ${policy.name} and c.group_name <> ''`

/** Clients that have a plan or are in a group, with as little as their inbounds depend on. */
export const members = {
  async of(source: Reader, policy: Policy): Promise<FollowingMember[]> {
    const rows = await source
      .selectFrom('clients as c')
      .select(['c.id', 'c.group_name', 'c.plan_id', 'c.given_inbounds', 'c.without_inbounds'])
      .where(isIn(policy))
      .orderBy('c.id')
      .execute()
    const links = await source
      .selectFrom('clients as c')
      .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
      .select(['ci.client_id', 'ci.inbound_id'])
      .where(isIn(policy))
      .orderBy('ci.inbound_id')
      .execute()
    const attached = new Map<number, number[]>(rows.map(({ id }) => [id, []]))
    for (const { client_id, inbound_id } of links) attached.get(client_id)?.push(inbound_id)
    return rows.map((row) => ({
      id: row.id,
      group: row.group_name,
      planId: row.plan_id,
      givenInbounds: row.given_inbounds,
      withoutInbounds: row.without_inbounds,
      attached: attached.get(row.id) ?? [],
    }))
  },

  async some(source: Reader, policy: Policy): Promise<boolean> {
    const row = await source.selectFrom('clients as c').select('c.id').where(isIn(policy)).limit(1).execute()
    return row.length > 0
  },
}

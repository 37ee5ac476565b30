import { sql } from 'kysely'
import type { Db } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import type { Run } from '../traffic/history/place-days.ts'

/** How many clients have one of these inbounds, and how many have no other enabled one. */
export async function membersOf(engine: Db['engine'], run: Run, ids: readonly number[]) {
  if (ids.length === 0) return { clients: 0, alone: 0 }
  const { among } = setsFor(engine)
  const [row] = await run(sql<{ clients: number; alone: number | null }>`select count(*) as "clients",
      sum(case when t.other = 0 then 1 else 0 end) as "alone" from (
        select ci.client_id, sum(case when ${among('i.id', ids)} then 1 else 0 end) as inside,
          sum(case when i.enable and not ${among('i.id', ids)} then 1 else 0 end) as other
        from client_inbounds ci join inbounds i on i.id = ci.inbound_id group by ci.client_id
      ) t where t.inside > 0`)
  return { clients: Number(row?.clients ?? 0), alone: Number(row?.alone ?? 0) }
}

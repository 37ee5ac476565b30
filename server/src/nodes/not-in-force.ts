import type { Coded } from '#contract/coded.ts'
import { emailKey } from '#domain/clients/names.ts'
import { notInForce } from '#domain/nodes/lacks.ts'
import type { Db } from '../platform/db/open.ts'
import { readPolicies } from '../platform/db/policies.ts'
import { toClient } from '../platform/db/rows/client.ts'
import { setsFor } from '../platform/db/sets.ts'
import { isStorable } from '../platform/db/storable.ts'

/** What was saved and does not hold on the nodes that it concerns. Costs one read where there are no such nodes. */
export function createNotInForce(db: Db) {
  const sets = setsFor(db.engine)
  const lacking = () => db.read.selectFrom('nodes as n').where('n.fleet', 'in', [0, 1])

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
    async ofInbound(id: number): Promise<Coded[]> {
      const found = await lacking()
        .innerJoin('inbounds as i', 'i.node_id', 'n.id')
        .select(['n.name', 'n.fleet', 'i.speed_down as speedDown', 'i.speed_up as speedUp'])
        .where('i.id', '=', id)
        .executeTakeFirst()
      return found ? notInForce(found, [found]) : []
    },
  }
}

import type { PagedQuery } from '#contract/client-bodies.ts'
import type { Settings } from '#contract/settings.ts'
import { type ClientFacts, endingToday, type UnenforcedFacts } from '#domain/health/clients.ts'
import { kindsSet } from '#domain/nodes/own-kind-limits.ts'
import type { Auth } from '../auth/room.ts'
import type { ClientRoom } from '../clients/room.ts'
import type { Base } from '../settings/base-services.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import { limitsOfPlan } from '../store/policies.ts'

export interface ClientSources extends Pick<Base, 'db' | 'now'> {
  clientRoom: Pick<ClientRoom, 'page'>
  auth: Pick<Auth, 'refused'>
  bulkReads: Pick<BulkReads, 'scan'>
}

const entryless = `select count(*) as n from clients c where c.enable and not exists (
  select 1 from client_inbounds ci join inbounds i on i.id = ci.inbound_id where ci.client_id = c.id and i.enable)`

export async function clientFacts(
  { clientRoom, auth, now, bulkReads }: ClientSources,
  { subEnable }: Settings,
): Promise<ClientFacts> {
  const ending = endingToday(now())
  const query: PagedQuery = { page: 1, pageSize: 1, filter: undefined, sort: undefined, ...ending }
  const { summary, filtered } = await clientRoom.page(query)
  const [row] = await bulkReads.scan<{ n: number }>(entryless, [])
  return {
    ...{ ...summary, today: filtered, entryless: Number(row?.n ?? 0) },
    ...{ refused: await auth.refused.lately(), subscriptionsOn: subEnable },
  }
}

/** Limits of a client or a group that only panels of our own kind know, in SQL: `kindsSet` of the domain. */
const ownKind = (of: string) =>
  `${of}.speed_down > 0 or ${of}.speed_up > 0 or ${of}.fair_use > 0 or ${of}.ip_grace > 0
   or ${of}.when_ended = 'slow' or ${of}.when_over_ip = 'slow' or ${of}.ip_count = 'network'`

/** Both may scan the table of clients, on the thread of lists. */
export async function unenforcedFacts(
  { db, bulkReads }: ClientSources,
  { ipLimitEnable }: Settings,
): Promise<UnenforcedFacts> {
  const numberOf = async (where: string): Promise<number> => {
    const sql = `select count(*) as n from clients c where c.enable and ${where}`
    const [row] = await bulkReads.scan<{ n: number }>(sql, [])
    return Number(row?.n ?? 0)
  }
  const foreign = db.read.selectFrom('nodes').select('id').where('fleet', '=', 0).where('enable', '=', true)
  const hasForeign = (await foreign.limit(1).executeTakeFirst()) !== undefined
  return {
    ip: ipLimitEnable ? 0 : await numberOf('c.limit_ip > 0'),
    nodes: hasForeign ? await numberOf(await lackingOnNodes(db)) : 0,
  }
}

async function lackingOnNodes(db: Base['db']): Promise<string> {
  const plans = await db.read.selectFrom('plans').select(['id', 'data']).execute()
  const limited = plans.filter(({ data }) => kindsSet(limitsOfPlan(data)).limits).map(({ id }) => id)
  return `(${ownKind('c')} or c.device_keys
     or c.group_name in (select g.name from client_groups g where ${ownKind('g')})
     ${limited.length > 0 ? `or c.plan_id in (${limited.join(',')})` : ''})
   and c.id in (select ci.client_id from nodes n join inbounds i on i.node_id = n.id
     join client_inbounds ci on ci.inbound_id = i.id where n.fleet = 0 and n.enable and i.enable)`
}

import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { type ClientRow, type TrafficRow, toClient, toRecord, toTraffic } from '../db/rows/client.ts'
import { createJoin, type Query, step } from './query.ts'

type Joined = ClientRow & { [K in keyof TrafficRow as `t_${K}`]: TrafficRow[K] }

const trafficColumns = [
  'id',
  'inbound_id',
  'enable',
  'email',
  'up',
  'down',
  'expiry_time',
  'total',
  'reset',
  'last_online',
  'reset_count',
  'last_sub_fetch',
] as const
export const joinedTraffic = trafficColumns.map((c) => `t.${c} as t_${c}`).join(', ')

const pageSql = `select c.*, ${joinedTraffic} from clients c left join client_traffics t on t.email = c.email
  where c.id > $1 order by c.id limit ${step}`
const linksSql = `select client_id, inbound_id from client_inbounds
  where client_id > $1 and client_id <= $2 order by client_id, inbound_id`

export const trafficPart = (row: Joined): TrafficRow => ({
  id: row.t_id ?? 0,
  inbound_id: row.t_inbound_id ?? 0,
  enable: row.t_id === null ? row.enable : Boolean(row.t_enable),
  email: row.email,
  up: row.t_up ?? 0,
  down: row.t_down ?? 0,
  expiry_time: row.t_expiry_time ?? row.expiry_time,
  total: row.t_total ?? row.total_gb,
  reset: row.t_reset ?? row.reset,
  last_online: row.t_last_online ?? 0,
  reset_count: row.t_reset_count ?? 0,
  last_sub_fetch: row.t_last_sub_fetch ?? 0,
})

/** Walks all clients in id order with their attachments, a step at a time. */
async function* walk(query: Query): AsyncGenerator<{ row: Joined; inboundIds: number[] }[]> {
  for (let after = 0; ; ) {
    const rows = await query<Joined>(pageSql, [after])
    const last = rows.at(-1)
    if (!last) return
    const links = new Map<number, number[]>()
    for (const l of await query<{ client_id: number; inbound_id: number }>(linksSql, [after, last.id])) {
      const list = links.get(l.client_id)
      if (list) list.push(l.inbound_id)
      else links.set(l.client_id, [l.inbound_id])
    }
    yield rows.map((row) => ({ row, inboundIds: links.get(row.id) ?? [] }))
    after = last.id
  }
}

export async function* clientsJson(query: Query): AsyncGenerator<string> {
  const join = createJoin()
  yield '['
  for await (const part of walk(query)) {
    yield join(
      part.map(({ row, inboundIds }) =>
        JSON.stringify({
          ...toRecord(row),
          inboundIds,
          traffic: toTraffic(trafficPart(row), row, inboundIds[0] ?? 0),
        }),
      ),
    )
  }
  yield ']'
}

/** In the form that import takes: a client as it is added, and where. Every credential is in it, whatever the protocol. */
export async function* exportJson(query: Query): AsyncGenerator<string> {
  const join = createJoin()
  const shape = { protocol: 'vless' as const, settings: {}, streamSettings: {} }
  yield '['
  for await (const part of walk(query)) {
    yield join(
      part.map(({ row, inboundIds }) => {
        const { password, auth, flow } = row
        const client = {
          ...clientEntry(shape, toClient(row)),
          password,
          auth,
          flow,
          limitHwid: row.limit_hwid,
        }
        return JSON.stringify({ client, inboundIds })
      }),
    )
  }
  yield ']'
}

export async function* lastOnlineJson(query: Query): AsyncGenerator<string> {
  const join = createJoin()
  const sql = `select id, email, last_online from client_traffics where id > $1 order by id limit ${step * 10}`
  yield '{'
  for (let after = 0; ; ) {
    const rows = await query<{ id: number; email: string; last_online: number }>(sql, [after])
    const last = rows.at(-1)
    if (!last) break
    yield join(rows.map((r) => `${JSON.stringify(r.email)}:${r.last_online}`))
    after = last.id
  }
  yield '}'
}

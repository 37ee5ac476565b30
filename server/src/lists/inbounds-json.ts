import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { fallbackParents } from '#domain/inbounds/fallbacks.ts'
import { clientEntry } from '#domain/inbounds/with-clients.ts'
import { parseBlock } from '../db/json.ts'
import { type ClientRow, type TrafficRow, toClient, toTraffic } from '../db/rows/client.ts'
import {
  type InboundRow,
  type StoredFallback,
  toFallback,
  toFallbackInbound,
  toInbound,
} from '../db/rows/inbound.ts'
import { joinedTraffic, trafficPart } from './clients-json.ts'
import { createJoin, type Query, step } from './query.ts'

export interface InboundsArgs {
  userId: number
  /** One inbound instead of a list of all. */
  id?: number
  /** Clients reduced to email, enable and comment; statistics without identities. */
  slim?: boolean
}

type Attached = ClientRow & { flow_override: string; t_id: number | null } & {
  [K in keyof TrafficRow as `t_${K}`]: TrafficRow[K]
}

const attachedSql = `select c.*, ci.flow_override from client_inbounds ci join clients c on c.id = ci.client_id
  where ci.inbound_id = $1 and ci.client_id > $2 order by ci.client_id limit ${step}`
const statsSql = `select c.*, ci.flow_override, ${joinedTraffic} from client_inbounds ci join clients c on c.id = ci.client_id
  left join client_traffics t on t.email = c.email
  where ci.inbound_id = $1 and ci.client_id > $2 order by ci.client_id limit ${step}`

async function* attachedTo(query: Query, sql: string, inboundId: number): AsyncGenerator<Attached[]> {
  for (let after = 0; ; ) {
    const rows = await query<Attached>(sql, [inboundId, after])
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.id
  }
}

const members = (value: object): string => JSON.stringify(value).slice(1, -1)
const comma = (before: string, after: string): string =>
  before && after ? `${before},${after}` : before + after

async function* settingsJson(
  query: Query,
  row: InboundRow,
  settings: Record<string, unknown>,
  slim: boolean,
): AsyncGenerator<string> {
  if (!carriesClients(row.protocol)) return void (yield JSON.stringify(settings))
  const shape = {
    protocol: row.protocol as ClientProtocol,
    settings,
    streamSettings: parseBlock(row.stream_settings),
    disableFlow: row.disable_flow,
  }
  const join = createJoin()
  yield '{"clients":['
  for await (const part of attachedTo(query, attachedSql, row.id)) {
    yield join(
      part.map((c) =>
        JSON.stringify(
          slim
            ? { email: c.email, enable: c.enable, comment: c.comment }
            : clientEntry(shape, { ...toClient(c), flowOverride: c.flow_override }),
        ),
      ),
    )
  }
  const { clients: _, ...rest } = settings
  yield `]${comma(members(rest) && ',', '')}${members(rest)}}`
}

async function* statsJson(query: Query, row: InboundRow, slim: boolean): AsyncGenerator<string> {
  const join = createJoin()
  yield '['
  for await (const part of attachedTo(query, statsSql, row.id)) {
    yield join(
      part.map((c) => {
        const stats = toTraffic(trafficPart(c), c, row.id)
        return JSON.stringify(slim ? { ...stats, uuid: '', subId: '' } : stats)
      }),
    )
  }
  yield ']'
}

export async function* inboundsJson(
  query: Query,
  { userId, id, slim = false }: InboundsArgs,
): AsyncGenerator<string> {
  const rows = await query<InboundRow>('select * from inbounds where user_id = $1 order by id', [userId])
  const byId = new Map(rows.map((r) => [r.id, toFallbackInbound(r)]))
  const fallbacks = await query<StoredFallback>('select * from inbound_fallbacks order by sort_order, id', [])
  const parents = fallbackParents(fallbacks.map(toFallback), (inbound) => byId.get(inbound))
  const wanted = id === undefined ? rows : rows.filter((r) => r.id === id)
  if (id === undefined) yield '['
  else if (wanted.length === 0) yield 'null' // deleted since it was looked up
  for (const [i, row] of wanted.entries()) {
    const { settings, ...rest } = toInbound(row, parents.get(row.id))
    yield `${i > 0 ? ',' : ''}{${members(rest)},"settings":`
    yield* settingsJson(query, row, settings, slim)
    yield ',"clientStats":'
    yield* statsJson(query, row, slim)
    yield '}'
  }
  if (id === undefined) yield ']'
}

import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { fallbackParents } from '#domain/inbounds/fallbacks.ts'
import { parseBlock } from '../db/json.ts'
import {
  type InboundRow,
  type StoredFallback,
  toFallback,
  toFallbackInbound,
  toInbound,
} from '../db/rows/inbound.ts'
import { entryFields, slimEntryFields, trafficFields } from './client-fields.ts'
import { type Engine, objectSql, stepSql } from './json-sql.ts'
import { type Query, step, steps } from './query.ts'

export interface InboundsArgs {
  userId: number
  /** One inbound instead of a list of all. */
  id?: number
  /** Clients reduced to email, enable and comment; statistics without identities. */
  slim?: boolean
}

type Json = AsyncGenerator<string | Uint8Array>

const attached = (engine: Engine, object: string, join = '') =>
  stepSql(
    engine,
    `select ci.client_id as id, ${object} as j from client_inbounds ci join clients c on c.id = ci.client_id ${join}
      where ci.inbound_id = $2 and ci.client_id > $1 order by ci.client_id limit ${step}`,
  )

const members = (value: object): string => JSON.stringify(value).slice(1, -1)

async function* settingsJson(
  query: Query,
  engine: Engine,
  row: InboundRow,
  settings: Record<string, unknown>,
  slim: boolean,
): Json {
  if (!carriesClients(row.protocol)) return void (yield JSON.stringify(settings))
  const shape = {
    protocol: row.protocol as ClientProtocol, // just asked
    settings,
    streamSettings: parseBlock(row.stream_settings),
    disableFlow: row.disable_flow,
  }
  const object = objectSql(engine, slim ? slimEntryFields : entryFields(engine, shape))
  yield '{"clients":['
  yield* steps(query, attached(engine, object), [row.id])
  const { clients: _, ...rest } = settings
  yield `]${members(rest) && ','}${members(rest)}}`
}

async function* statsJson(query: Query, engine: Engine, row: InboundRow, slim: boolean): Json {
  const object = objectSql(engine, trafficFields('ci.inbound_id', !slim))
  yield '['
  yield* steps(query, attached(engine, object, 'left join client_traffics t on t.email = c.email'), [row.id])
  yield ']'
}

export async function* inboundsJson(
  query: Query,
  engine: Engine,
  { userId, id, slim = false }: InboundsArgs,
): Json {
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
    yield* settingsJson(query, engine, row, settings, slim)
    yield ',"clientStats":'
    yield* statsJson(query, engine, row, slim)
    yield '}'
  }
  if (id === undefined) yield ']'
}

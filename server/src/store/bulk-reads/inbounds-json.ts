import { type ClientProtocol, carriesClients } from '#contract/protocol.ts'
import { fallbackParents } from '#domain/inbounds/fallbacks.ts'
import { parseBlock } from '../../platform/db/json.ts'
import {
  type InboundRow,
  type StoredFallback,
  toFallback,
  toFallbackInbound,
  toInbound,
} from '../rows/inbound.ts'
import { entryFields, slimEntryFields, trafficFields } from './client-fields.ts'
import { type Engine, objectSql, pairStepSql, stepSql } from './json-sql.ts'
import { type Bytes, type Query, step, steps, twoLists } from './query.ts'

export interface InboundsArgs {
  userId: number
  /** One inbound instead of all. */
  id?: number
  /** Clients reduced to email, enable and comment; statistics without identities. */
  slim?: boolean
  /** No clients and no statistics. */
  bare?: boolean
  /** Why the core could not open an inbound, by id. */
  notOpen?: readonly { id: number; reason: string }[]
}

const attached = (columns: string, join = '') =>
  `select ci.client_id as id, ${columns} from client_inbounds ci join clients c on c.id = ci.client_id ${join}
    where ci.inbound_id = $2 and ci.client_id > $1 order by ci.client_id limit ${step}`
const counters = 'left join client_traffics t on t.email = c.email'

const members = (value: object): string => JSON.stringify(value).slice(1, -1)

/** The members `settings` and `clientStats`: two lists of the same clients. */
async function* clientsJson(
  query: Query,
  engine: Engine,
  row: InboundRow,
  settings: Record<string, unknown>,
  slim: boolean,
): AsyncGenerator<Bytes> {
  const stats = objectSql(engine, trafficFields('ci.inbound_id', !slim))
  const second = stepSql(engine, attached(`${stats} as j`, counters))
  if (!carriesClients(row.protocol)) {
    yield `"settings":${JSON.stringify(settings)},"clientStats":[`
    yield* steps(query, second, [row.id])
    return void (yield ']')
  }
  const shape = {
    protocol: row.protocol as ClientProtocol, // checked above
    settings,
    streamSettings: parseBlock(row.stream_settings),
    disableFlow: row.disable_flow,
  }
  const entry = objectSql(engine, slim ? slimEntryFields : entryFields(engine, shape))
  const first = stepSql(engine, attached(`${entry} as j`))
  const both = pairStepSql(engine, attached(`${entry} as j, ${stats} as k`, counters))
  const { clients: _, ...rest } = settings
  yield '"settings":{"clients":['
  yield* twoLists(
    query,
    both,
    { first, second },
    [row.id],
    `]${members(rest) && ','}${members(rest)}},"clientStats":[`,
  )
  yield ']'
}

export async function* inboundsJson(
  query: Query,
  engine: Engine,
  { userId, id, slim = false, bare = false, notOpen = [] }: InboundsArgs,
): AsyncGenerator<Bytes> {
  const rows = await query<InboundRow>('select * from inbounds where user_id = $1 order by id', [userId])
  const byId = new Map(rows.map((r) => [r.id, toFallbackInbound(r)]))
  const fallbacks = await query<StoredFallback>('select * from inbound_fallbacks order by sort_order, id', [])
  const parents = fallbackParents(fallbacks.map(toFallback), (inbound) => byId.get(inbound))
  const wanted = id === undefined ? rows : rows.filter((r) => r.id === id)
  if (id === undefined) yield '['
  else if (wanted.length === 0) yield 'null' // deleted in the meantime
  for (const [i, row] of wanted.entries()) {
    const { settings, ...rest } = toInbound(row, parents.get(row.id))
    const closed = row.enable ? notOpen.find((one) => one.id === row.id) : undefined
    yield `${i > 0 ? ',' : ''}{${members({ ...rest, ...(closed && { notOpen: closed.reason }) })},`
    const { clients: _, ...own } = settings
    if (bare) yield `"settings":${JSON.stringify(own)},"clientStats":[]`
    else yield* clientsJson(query, engine, row, settings, slim)
    yield '}'
  }
  if (id === undefined) yield ']'
}

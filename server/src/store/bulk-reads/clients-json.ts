import { exportFields, recordFields, trafficFields } from './client-fields.ts'
import { type Engine, json, numbersSql, objectSql, quotedSql, stepSql } from './json-sql.ts'
import { type Query, step, steps } from './query.ts'

const inboundIds = (engine: Engine) =>
  json(
    'inboundIds',
    numbersSql(
      engine,
      'select inbound_id as n from client_inbounds where client_id = c.id order by inbound_id',
    ),
  )
const firstInbound =
  'coalesce((select min(ci.inbound_id) from client_inbounds ci where ci.client_id = c.id), 0)'

const walk = (engine: Engine, object: string, tables: string) =>
  stepSql(
    engine,
    `select c.id as id, ${object} as j from ${tables} where c.id > $1 order by c.id limit ${step}`,
  )

export async function* clientsJson(query: Query, engine: Engine): AsyncGenerator<string | Uint8Array> {
  const traffic = json('traffic', objectSql(engine, trafficFields(firstInbound)))
  const object = objectSql(engine, [...recordFields(engine), inboundIds(engine), traffic])
  yield '['
  yield* steps(query, walk(engine, object, 'clients c left join client_traffics t on t.email = c.email'), [])
  yield ']'
}

/** In the import format: a client and its inbounds. */
export async function* exportJson(query: Query, engine: Engine): AsyncGenerator<string | Uint8Array> {
  const client = json('client', objectSql(engine, exportFields(engine)))
  yield '['
  yield* steps(query, walk(engine, objectSql(engine, [client, inboundIds(engine)]), 'clients c'), [])
  yield ']'
}

export async function* lastOnlineJson(query: Query, engine: Engine): AsyncGenerator<string | Uint8Array> {
  const member = `concat(${quotedSql(engine, 'email')}, ':', last_online)`
  const rows = `select id, ${member} as j from client_traffics where id > $1 order by id limit ${step * 5}`
  yield '{'
  yield* steps(query, stepSql(engine, rows), [])
  yield '}'
}

import type { Db } from '../db/open.ts'

/** One member of a JSON object that the database itself writes. */
export interface Field {
  key: string
  /** The value over the tables of the query. `json` is text that is JSON already, or null. */
  kind: 'text' | 'number' | 'switch' | 'json'
  sql: string
  /** Left out where the value is blank, zero or null. */
  mayLack?: true
}

export type Engine = Db['engine']

const field =
  (kind: Field['kind']) =>
  (key: string, sql: string): Field => ({ key, kind, sql })
export const text = field('text')
export const number = field('number')
export const toggle = field('switch')
export const json = field('json')
/** A value that is the same in every row. */
export const fixed = (key: string, value: string | number): Field => json(key, literal(JSON.stringify(value)))
export const mayLack = (f: Field): Field => ({ ...f, mayLack: true })

export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`

export const quotedSql = (engine: Engine, sql: string): string =>
  engine === 'sqlite' ? `json_quote(${sql})` : `to_json(${sql})::text`

const valueSql = (engine: Engine, { kind, sql }: Field): string => {
  if (kind === 'text') return quotedSql(engine, sql)
  if (kind === 'switch') return `case when ${sql} then 'true' else 'false' end`
  return kind === 'json' ? `coalesce(${sql}, 'null')` : sql
}

const isThere = ({ kind, sql }: Field): string => {
  if (kind === 'json') return `${sql} is not null`
  if (kind === 'switch') return sql
  return kind === 'text' ? `${sql} <> ''` : `${sql} <> 0`
}

/**
 * An object as one SQL text: a hundred thousand rows become JSON where they are read, without ever being values of
 * ours. The first field must always be there; the tests hold the result to the domain's own projections.
 */
export function objectSql(engine: Engine, fields: readonly Field[]): string {
  const members = fields.map((f, i) => {
    const name = literal(`${i === 0 ? '{' : ','}${JSON.stringify(f.key)}:`)
    return f.mayLack
      ? `case when ${isThere(f)} then concat(${name}, ${valueSql(engine, f)}) else '' end`
      : `${name}, ${valueSql(engine, f)}`
  })
  return `concat(${members.join(', ')}, '}')`
}

/** The objects `j` of the rows of `from`, in their order, joined; and the last `id` to go on from. */
export const stepSql = (engine: Engine, from: string): string =>
  engine === 'sqlite'
    ? `select cast(group_concat(j, ',') as blob) as body, max(id) as last from (${from})` // fed in the order of the inner query
    : `select string_agg(j, ',' order by id) as body, max(id) as last from (${from}) as x`

/** A list of numbers as JSON, made by a query of one column `n`. */
export const numbersSql = (engine: Engine, from: string): string => {
  const joined = engine === 'sqlite' ? 'group_concat(n)' : "string_agg(n::text, ',' order by n)"
  return `concat('[', (select ${joined} from (${from}) as x), ']')`
}

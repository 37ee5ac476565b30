import type { Db } from '../open.ts'

/** One member of a JSON object that the database writes. */
export interface Field {
  key: string
  /** The SQL value. `json` is text that already is JSON, or null. */
  kind: 'text' | 'number' | 'switch' | 'json'
  sql: string
  /** Omitted if the value is blank, zero or null; a switch is never omitted. */
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
/** A constant value. */
export const fixed = (key: string, value: string | number): Field => json(key, literal(JSON.stringify(value)))
export const mayLack = (f: Field): Field => ({ ...f, mayLack: true })

export const literal = (value: string): string => `'${value.replaceAll("'", "''")}'`

export const quotedSql = (engine: Engine, sql: string): string =>
  engine === 'sqlite' ? `json_quote(${sql})` : `to_json(${sql})::text`

const nameSql = (f: Field, first: boolean, tail = ''): string =>
  literal(`${first ? '{' : ','}${JSON.stringify(f.key)}:${tail}`)

/** One member as arguments of `concat`, which ignores null. */
function memberSql(engine: Engine, f: Field, first: boolean): string {
  const name = nameSql(f, first)
  switch (f.kind) {
    case 'text':
      return f.mayLack
        ? `case when ${f.sql} <> '' then ${name} || ${quotedSql(engine, f.sql)} end`
        : `${name}, ${quotedSql(engine, f.sql)}`
    case 'number':
      return f.mayLack ? `${name} || nullif(${f.sql}, 0)` : `${name}, ${f.sql}`
    case 'switch':
      return `case when ${f.sql} then ${nameSql(f, first, 'true')} else ${nameSql(f, first, 'false')} end`
    case 'json':
      return f.mayLack ? `${name} || (${f.sql})` : `${name}, coalesce(${f.sql}, 'null')`
  }
}

/**
 * An object as one SQL text: the database turns rows into JSON, so a hundred thousand rows never become JavaScript
 * values. The first field must always be present; tests compare the result with the domain's own projections.
 */
export const objectSql = (engine: Engine, fields: readonly Field[]): string =>
  `concat(${fields.map((f, i) => memberSql(engine, f, i === 0)).join(', ')}, '}')`

/** The values of a column of `from`, joined in row order. */
const joinedSql = (engine: Engine, column: string): string =>
  engine === 'sqlite'
    ? `cast(group_concat(${column}, ',') as blob)` // in the order of the inner query
    : `string_agg(${column}, ',' order by id)`

/** The objects `j` of the rows of `from`, joined in order, and the last `id` to continue from. */
export const stepSql = (engine: Engine, from: string): string =>
  `select ${joinedSql(engine, 'j')} as body, max(id) as last from (${from}) as x`

/** The same for two objects per row, `j` and `k`. */
export const pairStepSql = (engine: Engine, from: string): string =>
  `select ${joinedSql(engine, 'j')} as body, ${joinedSql(engine, 'k')} as beside, max(id) as last from (${from}) as x`

/** A JSON list of numbers, from a query with one column `n`. */
export const numbersSql = (engine: Engine, from: string): string => {
  const joined = engine === 'sqlite' ? 'group_concat(n)' : "string_agg(n::text, ',' order by n)"
  return `concat('[', (select ${joined} from (${from}) as x), ']')`
}

import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import { createStatements } from './statements.ts'

it('reads the columns of a table as they are after a change of the schema', () => {
  const db = new DatabaseSync(':memory:')
  const run = createStatements(db, new Set(['enable']))
  run('create table t (a, enable)', [])
  run('insert into t values (?, ?)', ['x', true])
  expect(run('select * from t', []).rows).toEqual([{ a: 'x', enable: true }])
  run('alter table t rename column a to b', [])
  run('alter table t add column c default 7', [])
  expect(run('select * from t', []).rows).toEqual([{ b: 'x', enable: true, c: 7 }])
  db.close()
})

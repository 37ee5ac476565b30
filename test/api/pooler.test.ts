import { describe, expect, it } from 'vitest'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
import { poolerBinary, startPooler } from '#test/pooler.ts'
import { createTestDatabase } from '#test/postgres.ts'

const canRun = process.env.SLUICE_TEST_DB === 'postgres' && poolerBinary

/** The second one hides that it is there. */
describe.skipIf(!canRun).each([
  ['refuses parameters of a connection', ''],
  ['swallows them', 'ignore_startup_parameters = statement_timeout'],
])('a pooler in transaction mode that %s', (_, more) => {
  it('serves lookups, writes with their limit, and snapshots', async () => {
    const database = await createTestDatabase()
    const pooler = await startPooler(database.dsn, more)
    const db = await openDb({ kind: 'postgres', dsn: pooler.dsn(database.dsn) }, silentLog, Date.now)
    try {
      const lookUp = async (n: number) => {
        const [row] = await db.rows<{ n: number }>(`select $1::int + ${n % 3} as n`, [n])
        return row?.n === n + (n % 3)
      }
      for (let round = 0; round < 5; round++) {
        const found = await Promise.all(Array.from({ length: 30 }, (_, n) => lookUp(n)))
        expect(found.every(Boolean)).toBe(true)
      }
      expect(db.isPooled?.()).toBe(true)
      const limits = await db.write(async (tx) => {
        await tx.insertInto('client_groups').values({ name: 'one' }).execute()
        return tx
          .selectNoFrom((e) => [
            e.fn<string>('current_setting', [e.val('statement_timeout')]).as('statement'),
            e.fn<string>('current_setting', [e.val('idle_in_transaction_session_timeout')]).as('idle'),
          ])
          .executeTakeFirstOrThrow()
      })
      expect(limits).toEqual({ statement: '30s', idle: '8s' })
      const { bulk } = db
      if (bulk.kind !== 'snapshot') throw new Error('PostgreSQL reads lists from snapshots')
      const snapshot = await bulk.open()
      const names = () => snapshot.query('select name from client_groups', [])
      const before = await names()
      await db.write((tx) => tx.deleteFrom('client_groups').execute())
      const after = await names()
      await snapshot.close()
      expect([before, after]).toEqual([[{ name: 'one' }], [{ name: 'one' }]])
      expect(await db.rows('select name from client_groups', [])).toEqual([])
    } finally {
      await db.close()
      await pooler.stop()
      await database.drop()
    }
  })
})

import pg from 'pg'
import { expect, it } from 'vitest'
import { testPanel } from '#test/panel.ts'
import { createTestDatabase } from '#test/postgres.ts'

const postgres = process.env.SLUICE_TEST_DB === 'postgres'
const tooLong = {
  success: false,
  msg: 'The database took too long to answer. Try again in a moment: nothing was saved.',
  obj: null,
}

it.runIf(postgres)(
  'PostgreSQL: a statement blocked by a foreign lock fails with a message, and the panel continues',
  async () => {
    const database = await createTestDatabase()
    const limited = new URL(database.dsn)
    limited.searchParams.set('statement_timeout', '700')
    const t = await testPanel({ SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: limited.href })
    const somebody = new pg.Client({ connectionString: database.dsn })
    await somebody.connect()
    try {
      const me = await t.login()
      await somebody.query('begin')
      await somebody.query('lock table api_tokens in access exclusive mode')
      const create = (name: string) => me.post('/panel/setting/apiTokens/create', { name })
      expect(await Promise.all([create('behind a lock'), me.get('/panel/setting/apiTokens')])).toMatchObject([
        tooLong,
        tooLong,
      ])
      // Requests that do not need that table are served meanwhile, and other writes do not queue behind it.
      expect((await me.get('/panel/api/inbounds/list')).success).toBe(true)
      expect((await me.post('/panel/setting/update', { pageSize: 77 })).success).toBe(true)
      await somebody.query('rollback')
      expect((await create('after it')).success).toBe(true)
      const { obj } = await me.get<{ name: string }[]>('/panel/setting/apiTokens')
      expect(obj.map(({ name }) => name)).toEqual(['after it'])
    } finally {
      await somebody.end()
      await t.stop()
      await database.drop()
    }
  },
)

it.runIf(!postgres)('SQLite has only our own writer, so no foreign lock is held for long', async () => {
  const t = await testPanel()
  try {
    expect(t.panel.db.engine).toBe('sqlite')
  } finally {
    await t.stop()
  }
})

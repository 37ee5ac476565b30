import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { importCommand } from '#server/cli/import.ts'
import { readConfig } from '#server/platform/config.ts'
import { databaseOf, withDatabase } from '#test/fixtures/three-x-ui.ts'
import { createTestDatabase } from '#test/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-move-in-postgres-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isPostgres = process.env.SLUICE_TEST_DB === 'postgres'
const print = (lines: string[]) => (line: string) => void lines.push(line)

/** The fixture as 3x-ui keeps it in PostgreSQL. */
async function inPostgres(dsn: string): Promise<void> {
  const client = new pg.Client({ connectionString: dsn })
  await client.connect()
  const tables = withDatabase('3.6.0', (db) =>
    db
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
      .all()
      .map(({ name }) => ({
        name: String(name),
        columns: db.prepare(`pragma table_info("${name}")`).all(),
        rows: db.prepare(`select * from "${name}"`).all(),
      })),
  )
  for (const { name, columns, rows } of tables) {
    const kinds = { integer: 'bigint', numeric: 'boolean', real: 'float8' } as Record<string, string>
    const typeOf = (c: (typeof columns)[number]) => kinds[String(c.type)] ?? 'text'
    const list = columns.map((c) => `"${c.name}" ${typeOf(c)}`)
    await client.query(`create table "${name}" (${list.join(', ')})`)
    for (const row of rows) {
      const values = columns.map((c) =>
        typeOf(c) === 'boolean' && row[String(c.name)] !== null
          ? Boolean(row[String(c.name)])
          : row[String(c.name)],
      )
      const places = values.map((_, i) => `$${i + 1}`).join(', ')
      await client.query(`insert into "${name}" values (${places})`, values)
    }
  }
  await client.end()
}

/** The plan without its first line, which names the source, and the ports in use: other programs take and free them. */
function lasting([, ...lines]: string[]): string[] {
  const from = lines.findIndex((line) => line.startsWith('Ports that are still in use'))
  return from < 0 ? lines : lines.toSpliced(from, lines.indexOf('', from) - from + 1)
}

// The panel's engine decides whether a PostgreSQL server is there.
describe.runIf(isPostgres)('a source in PostgreSQL', () => {
  it('is read like a file', async () => {
    const database = await createTestDatabase()
    try {
      await inPostgres(database.dsn)
      const config = readConfig({ SLUICE_DB_FOLDER: join(folder, 'from-postgres') }, {})
      const lines: string[] = []
      await importCommand('import-3x-ui', config, [database.dsn, '--plan'], print(lines))
      const file = join(folder, 'x-ui.db')
      writeFileSync(file, databaseOf('3.6.0'))
      const same: string[] = []
      await importCommand('import-3x-ui', config, [file, '--plan'], print(same))
      expect(lasting(lines)).toEqual(lasting(same))
      expect(lines[0]).not.toContain('sluice:')
    } finally {
      await database.drop()
    }
    const gone = importCommand(
      'import-3x-ui',
      readConfig({ SLUICE_DB_FOLDER: join(folder, 'gone') }, {}),
      [database.dsn, '--yes'],
      () => {},
    )
    await expect(gone).rejects.toMatchObject({ code: 'cli.import-postgres-failed' })
  })
})

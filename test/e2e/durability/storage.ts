import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { createTestDatabase } from '#test/postgres.ts'

type Row = Record<string, unknown>

/** The stored data, read without the panel: the same statements on both engines. */
export interface Storage {
  /** For the program's environment. */
  env: Record<string, string>
  rows(sql: string): Promise<Row[]>
  /** Run between the kill and the restart; 'ok' or what is wrong. */
  integrity(): Promise<string>
  drop(): Promise<void>
}

export function sqliteStorage(folder: string): Storage {
  const file = join(folder, 'sluice.db')
  return {
    env: {},
    async rows(sql) {
      const db = new DatabaseSync(file, { readOnly: true })
      try {
        return db.prepare(sql).all()
      } finally {
        db.close()
      }
    },
    integrity: async () => checkCopy(file),
    drop: async () => {},
  }
}

/** On a copy: opening the real files would recover the journal, which is the restarted panel's work. */
function checkCopy(file: string): string {
  const side = mkdtempSync(join(tmpdir(), 'sluice-integrity-'))
  try {
    for (const suffix of ['', '-wal']) {
      if (existsSync(file + suffix)) copyFileSync(file + suffix, join(side, `copy.db${suffix}`))
    }
    const db = new DatabaseSync(join(side, 'copy.db'))
    try {
      return db
        .prepare('pragma integrity_check')
        .all()
        .map((row) => String(row.integrity_check))
        .join('; ')
    } finally {
      db.close()
    }
  } finally {
    rmSync(side, { recursive: true, force: true })
  }
}

export async function postgresStorage(): Promise<Storage> {
  const database = await createTestDatabase()
  const pool = new pg.Pool({ connectionString: database.dsn, max: 2 })
  return {
    env: { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: database.dsn },
    rows: async (sql) => (await pool.query<Row>(sql)).rows,
    integrity: async () => 'ok', // the server was not killed, so its files are fine
    async drop() {
      await pool.end()
      await database.drop()
    },
  }
}

import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Database } from '#server/platform/config.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
import { createTestDatabase, dropWithCopies } from './postgres.ts'

// The schema is made once per run and copied for most panels. Making it from nothing has its own tests.
const names = { file: 'SLUICE_TEST_TEMPLATE_FILE', postgres: 'SLUICE_TEST_TEMPLATE_POSTGRES' } as const

/** What the tier made before its first file, as workers see it. */
export const templates = () => ({ file: process.env[names.file], postgres: process.env[names.postgres] })

/** A new panel's folder starts with a copy of the SQLite template, if the tier made one. */
export function copyTemplate(folder: string): void {
  const { file } = templates()
  if (file) copyFileSync(file, join(folder, 'sluice.db'))
}

async function migrate(database: Database): Promise<void> {
  await (await openDb(database, silentLog, Date.now)).close()
}

/** Vitest calls it before the first file of a tier, and what it returns after the last. */
export async function setup({ config }: TestProject): Promise<() => Promise<void>> {
  if (config.env.SLUICE_TEST_DB === 'postgres') {
    const { dsn } = await createTestDatabase()
    await migrate({ kind: 'postgres', dsn })
    const template = new URL(dsn).pathname.slice(1)
    process.env[names.postgres] = template
    return () => dropWithCopies(template)
  }
  const folder = mkdtempSync(join(tmpdir(), 'sluice-template-'))
  process.env[names.file] = join(folder, 'sluice.db')
  await migrate({ kind: 'sqlite', file: join(folder, 'sluice.db') })
  return async () => rmSync(folder, { recursive: true, force: true })
}

import { stat } from 'node:fs/promises'
import type { DatabaseFacts } from '#domain/health/data.ts'
import { aboutDatabase } from '../backup/about.ts'
import type { Db } from '../store/open.ts'
import type { Integrity } from './integrity.ts'

const longest = `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::int as seconds
  from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

const walOf = async (file: string): Promise<number> =>
  (await stat(`${file}-wal`).catch(() => undefined))?.size ?? 0

async function longestOf(db: Db): Promise<number> {
  const [row] = await db.rows<{ seconds: number }>(longest, [])
  return Number(row?.seconds ?? 0)
}

export const nothingKnown = {
  error: '',
  bytes: 0,
  walBytes: 0,
  flaws: undefined,
  answerMs: 0,
  longestSeconds: 0,
  isPooled: false,
  isOld: false,
} satisfies Omit<DatabaseFacts, 'engine'>

/** `integrity`: only for a file. */
export async function databaseFacts(
  db: Db,
  integrity: Integrity | undefined,
  withinMs: number,
): Promise<DatabaseFacts> {
  const engine = db.engine
  try {
    const began = performance.now()
    await db.rows('select count(*) as n from settings', [])
    const answerMs = performance.now() - began
    const [{ bytes }, walBytes, flaws, longestSeconds] = await Promise.all([
      aboutDatabase(db),
      db.bulk.kind === 'file' ? walOf(db.bulk.file) : 0,
      integrity?.flaws(withinMs),
      engine === 'postgres' ? longestOf(db) : 0,
    ])
    const isPooled = db.isPooled?.() ?? false
    return { ...nothingKnown, engine, bytes, walBytes, flaws, answerMs, longestSeconds, isPooled }
  } catch (error) {
    return { ...nothingKnown, engine, error: (error as Error).message }
  }
}

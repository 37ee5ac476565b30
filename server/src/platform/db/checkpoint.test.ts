import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { checkpointWhenIdle } from './checkpoint.ts'

let folder: string
let db: DatabaseSync
beforeEach(() => {
  vi.useFakeTimers()
  folder = mkdtempSync(join(tmpdir(), 'sluice-fold-'))
  db = new DatabaseSync(join(folder, 'test.db'))
  db.exec('pragma journal_mode=wal; pragma synchronous=off; create table t (a)')
})
afterEach(() => {
  vi.useRealTimers()
  if (db.isOpen) db.close()
  rmSync(folder, { recursive: true, force: true })
})

const waiting = () => {
  const { log, checkpointed } = db.prepare('pragma wal_checkpoint(noop)').get() as Record<string, number>
  return (log ?? 0) - (checkpointed ?? 0)
}
const write = (pages: number) => db.prepare('insert into t values (zeroblob(?))').run(pages * 4096)

it('a commit does not checkpoint, and an idle moment does', () => {
  const asked = checkpointWhenIdle(db)
  asked()
  write(1_500)
  expect(waiting()).toBeGreaterThan(1_000)
  vi.advanceTimersByTime(20)
  asked() // another request: not now
  vi.advanceTimersByTime(20)
  expect(waiting()).toBeGreaterThan(1_000)
  vi.advanceTimersByTime(20)
  expect(waiting()).toBe(0)
})

it('checkpoints for every burst, not for every edit, and never inside a transaction', () => {
  const asked = checkpointWhenIdle(db)
  for (let burst = 0; burst < 3; burst++) {
    asked()
    write(1_500)
    vi.advanceTimersByTime(100)
    expect(waiting()).toBe(0)
  }
  asked()
  write(3)
  vi.advanceTimersByTime(100)
  expect(waiting()).toBeGreaterThan(0)
  asked()
  db.exec('begin immediate')
  write(2_000)
  vi.advanceTimersByTime(100)
  db.exec('commit')
  expect(waiting()).toBeGreaterThan(1_000)
})

it('a commit checkpoints after all if there is never an idle moment', () => {
  const asked = checkpointWhenIdle(db)
  for (let i = 0; i < 10; i++) {
    asked()
    write(1_000)
  }
  expect(waiting()).toBeLessThan(8_000)
})

it('a database that is closed in the meantime causes no error', () => {
  checkpointWhenIdle(db)()
  db.close()
  expect(() => vi.advanceTimersByTime(100)).not.toThrow()
})

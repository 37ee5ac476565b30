import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../platform/log.ts'
import { openDb, type WritableDb } from '../store/open.ts'
import { createSettings } from './service.ts'

let folder: string
let db: WritableDb
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-settings-'))
  db = await openDb({ kind: 'sqlite', file: join(folder, 'sluice.db') }, silentLog, Date.now)
})
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

const unused = (): never => {
  throw new Error('not used here')
}

it('keeps the same object until a value differs, because caches compare it', async () => {
  const recovery = { renew: unused, forget: unused }
  const checks = { checkCertificate: unused, codeFits: unused, raiseEpoch: unused, recovery }
  const settings = await createSettings({ db, log: silentLog, commit: unused as never, ...checks })
  const before = settings.current()
  expect(await settings.fresh()).toBe(before)
  await db.write((tx) => tx.insertInto('settings').values({ key: 'subTitle', value: 'Ours' }).execute())
  const after = await settings.fresh()
  expect(after).not.toBe(before)
  expect(after.subTitle).toBe('Ours')
  expect(await settings.fresh()).toBe(after)
})

import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { About } from '#contract/backup-api.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

const postgres = process.env.SLUICE_TEST_DB === 'postgres'
let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

const download = () => me.call('GET', '/panel/api/server/getDb')

describe('a backup', () => {
  it('is a consistent database with every acknowledged write, taken under load', async () => {
    const { id } = await addInbound(me, { remark: 'kept' })
    await addClient(me, { email: 'before' }, [id])
    const writing = Array.from({ length: 5 }, (_, i) => addClient(me, { email: `during-${i}` }, [id]))
    const res = await download()
    await Promise.all(writing)
    expect(res.headers['content-type']).toBe('application/octet-stream')
    expect(res.headers['content-disposition']).toBe('attachment; filename="x-ui.db"')
    expect(res.headers['cache-control']).toBe('no-store')
    const file = join(t.config.dataFolder, 'taken.db')
    writeFileSync(file, res.rawPayload)
    const copy = new DatabaseSync(file)
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const emails = copy.prepare('select email from clients').all()
    expect(emails.map(({ email }) => email)).toContain('before')
    copy.close()
    // Complete, with no temporary copy left; the audit trail names who took it.
    expect(readdirSync(t.config.dataFolder).filter((name) => name.startsWith('.copy-'))).toEqual([])
    const trail = await me.get<{ items: object[] }>('/panel/api/audit?objectKind=panel&pageSize=1')
    expect(trail.obj.items).toMatchObject([{ action: 'panel.backup' }])
  })

  it('removes what a killed panel left', async () => {
    writeFileSync(join(t.config.dataFolder, '.copy-old'), 'x')
    const both = await Promise.all([download(), download()])
    for (const { rawPayload } of both) expect(rawPayload.subarray(0, 15).toString()).toBe('SQLite format 3')
    expect(readdirSync(t.config.dataFolder).filter((name) => name.startsWith('.copy-'))).toEqual([])
  })
})

it('reports its own version and environment', async () => {
  const { obj } = await me.get<About>('/panel/api/about')
  expect(obj).toMatchObject({ coreVersion: 'Unknown', nodeVersion: process.versions.node, licence: 'MIT' })
  expect(obj.version).toMatch(/^\d+\.\d+\.\d+/)
  expect(obj.database.engine).toBe(postgres ? 'postgres' : 'sqlite')
  expect(obj.database.version).toMatch(/^\d+\.\d+/)
  expect(obj.database.bytes).toBeGreaterThan(10_000)
  expect(Math.abs(obj.startedAt - Date.now())).toBeLessThan(60_000)
})

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Backup, BackupComparison } from '#contract/backup.ts'
import { unpackArchive } from '#server/backup/archive/archive-thread.ts'
import { tableSums } from '#test/fixtures/table-sums.ts'
import { formWithFile } from '#test/form.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { until } from '#test/until.ts'

const postgres = process.env.SLUICE_TEST_DB === 'postgres'
if (!postgres) console.log('The restore drill needs both engines: it runs with PostgreSQL.')
const root = '/panel/api/backups'
const otherEngine: Record<string, Record<string, string>> = {
  sqlite: { SLUICE_DB_TYPE: 'sqlite' },
  postgres: {},
}

/** Everything that a database holds, apart from the log of the restore itself and the sessions of this test. */
async function contentOf(database: Parameters<typeof tableSums>[0]) {
  const sums = await tableSums(database)
  return sums.filter(({ table }) => !['audit', 'sessions'].includes(table))
}

/** Clients are added one after the other until it is stopped; resolves with how many were acknowledged. */
function load(me: Visitor, inbound: number) {
  let acknowledged = 0
  let going = true
  const done = (async () => {
    for (let i = 0; going && i < 2_000; i++) {
      await addClient(
        me,
        { email: `load-${i}`, totalGB: i * 1_000_000_007, comment: `"quoted" и ünïcode ${i}` },
        [inbound],
      )
      acknowledged = i + 1
    }
  })()
  return {
    acknowledged: () => acknowledged,
    async stop() {
      going = false
      await done
    },
  }
}

/** Takes a backup while somebody writes, and destroys the panel. */
async function backedUp(t: TestPanel): Promise<{ archive: Buffer; before: number }> {
  const me = await t.login()
  const { id } = await addInbound(me, { remark: 'drill' })
  const writer = load(me, id)
  await until('twenty are written', () => writer.acknowledged() >= 20)
  const before = writer.acknowledged()
  const { obj } = await me.post<Backup>(`${root}/create`, {})
  await writer.stop()
  const { rawPayload } = await me.call('GET', `${root}/download/${obj.id}`)
  await t.stop()
  return { archive: rawPayload, before }
}

it.runIf(postgres).each([
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
])('a panel on %s, destroyed under load, is restored on %s', async (from, to) => {
  const { archive, before } = await backedUp(await testPanel(otherEngine[from]))
  const folder = mkdtempSync(join(tmpdir(), 'sluice-drill-'))
  const t = await testPanel(otherEngine[to])
  try {
    const file = join(folder, 'backup')
    writeFileSync(file, archive)
    mkdirSync(join(folder, 'content'))
    await unpackArchive({ archive: file, passphrase: '', folder: join(folder, 'content') })
    const wanted = await contentOf({ kind: 'sqlite', file: join(folder, 'content', 'sluice.db') })

    let me = await t.login()
    const sent = await me.call('POST', `${root}/upload`, formWithFile('file', archive))
    const { id } = sent.json<{ obj: Backup }>().obj
    const { obj } = await me.post<BackupComparison>(`${root}/compare/${id}`, {})
    expect(obj.backup).toMatchObject({ engine: from, inbounds: 1 })
    expect(obj.backup.clients).toBeGreaterThanOrEqual(before)
    expect(obj.here).toMatchObject({ engine: to, inbounds: 0, clients: 0 })
    const done = await me.post(`${root}/restore/${id}`, { confirm: obj.sha256 })
    expect(done).toMatchObject({ success: true })
    await t.reopen()

    expect(await contentOf(t.config.database)).toEqual(wanted)
    me = await t.login() // with the login of the backup
    const clients = await me.get<{ email: string }[]>('/panel/api/clients/list')
    expect(clients.obj).toHaveLength(obj.backup.clients)
    const { obj: inbounds } = await me.get<{ id: number }[]>('/panel/api/inbounds/list')
    await addClient(me, { email: 'afterwards' }, [inbounds[0]?.id ?? 0]) // ids go on where they were
    const { obj: undone } = await me.post<{ restored: object }>(`${root}/undo`)
    expect(undone.restored).toMatchObject({ clients: 0, engine: to })
  } finally {
    await t.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { clientsApi } from '#contract/clients-api.ts'
import { createSessions, insertSession } from '#server/auth/sessions.ts'
import { createPort } from '#server/platform/http/ports.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb } from '#server/store/open.ts'
import { commitOn } from '#test/commit.ts'

// The panel's request pipeline (guard, session in SQLite, CSRF token, body, schema, envelope) around an `add client`
// that stores nothing: measures the pipeline, not the disk.

async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const db = await openDb({ kind: 'sqlite', file: join(folder, 'sluice.db') }, silentLog, Date.now)
  const session = { userId: 1, epoch: 0, visitorToken: 'c'.repeat(43), address: '', userAgent: '' }
  const cookie = await db.write(async (tx) => {
    await tx.insertInto('users').values({ username: 'root', password: '' }).execute()
    return insertSession(tx, { ...session, expiresAt: Date.now() + 3_600_000 }, Date.now())
  })
  const port = createPort(undefined)
  const { handlers, mount } = createHttp({
    basePath: '/',
    identify: { bySession: createSessions(db, commitOn(db), Date.now).find, byBearer: async () => null },
    trusted: () => ({ contains: () => false }),
    domain: () => '',
    hsts: false,
    sockets: {},
    now: Date.now,
    log: silentLog,
  })
  mount(clientsApi.add, () => null)
  port.attach(handlers)
  return { port: await port.listen('127.0.0.1', 0), cookie, csrf: session.visitorToken }
}

process.once('message', async () => process.send?.(await serve()))
process.on('disconnect', () => process.exit())

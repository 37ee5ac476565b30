import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importCommand } from '#server/cli/import.ts'
import { readConfig } from '#server/platform/config.ts'
import { databaseOf } from '#test/fixtures/three-x-ui.ts'
import { freePort } from '#test/free-port.ts'
import { importer } from '#test/move-in.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { servedPanel } from '#test/served.ts'

const folder = mkdtempSync(join(tmpdir(), 'sluice-move-in-edges-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const isPostgres = process.env.SLUICE_TEST_DB === 'postgres'

/** The newest fixture with something changed in it. */
function changed(sql: string): Buffer {
  const file = join(folder, 'changed.db')
  writeFileSync(file, databaseOf('3.6.0'))
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
  return readFileSync(file)
}

function foreign(sql: string): Buffer {
  const file = join(folder, 'foreign.db')
  rmSync(file, { force: true })
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
  return readFileSync(file)
}

const damaged = (): Buffer => {
  const file = databaseOf('3.6.0')
  file.fill(0xaa, 3 * 4096, 20 * 4096)
  return file
}

// Files are read before the panel's own database is asked: one engine is enough.
describe.skipIf(isPostgres)('a file that is no database of another panel', () => {
  let t: TestPanel
  let me: Visitor
  beforeAll(async () => {
    t = await testPanel()
    me = await t.login()
  })
  afterAll(() => t.stop())
  const state = async () => {
    const { read } = t.panel.db
    return {
      audit: (await read.selectFrom('audit').select('id').execute()).length,
      inbounds: await read.selectFrom('inbounds').selectAll().execute(),
      settings: await read.selectFrom('settings').selectAll().execute(),
      users: await read.selectFrom('users').selectAll().execute(),
    }
  }

  it.each([
    ['nothing', Buffer.alloc(0), 'source.not-sqlite'],
    ['a text', Buffer.from('hello\n'.repeat(1_000)), 'source.not-sqlite'],
    ['a photo', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'source.not-sqlite'],
    ['a cut file', databaseOf('3.6.0').subarray(0, 100_000), 'source.damaged'],
    ['a damaged file', damaged(), 'source.damaged'],
    ['a database of something else', foreign('create table notes (text)'), 'source.foreign'],
    [
      'one of ours',
      foreign(
        'create table schema_migrations (n); create table inbounds (n); create table client_traffics (n)',
      ),
      'source.ours',
    ],
  ])('%s is refused with a sentence, and nothing is left', async (_name, file, code) => {
    const before = await state()
    expect(await importer(me).upload(file)).toMatchObject({ success: false, code })
    expect(await state()).toEqual(before)
  })

  it('is dropped when asked, and an unknown one has no plan', async () => {
    const { upload, drop, apply } = importer(me)
    const { obj } = await upload(databaseOf('base'))
    const staged = join(t.config.dataFolder, 'move-in', obj.id)
    expect(existsSync(staged)).toBe(true)
    expect(await drop(obj.id)).toMatchObject({ success: true })
    expect(existsSync(staged)).toBe(false)
    for (const id of [obj.id, 'x', '../..']) {
      const answer = await apply(encodeURIComponent(id))
      expect(answer).toMatchObject({ success: false, code: 'move-in.not-staged' })
    }
  })
})

describe('a panel in use', () => {
  it('gets what it lacks and keeps its settings and logins, unless it is asked to take them', async () => {
    const t = await testPanel({ SLUICE_BASE_PATH: '/' })
    try {
      const me = await t.login()
      const other = await t.login()
      // Not the defaults: a panel of another test may listen there, and held ports are refused.
      const [webPort, subPort] = [await freePort(), await freePort()]
      await me.post('/panel/setting/update', { webPort, subPort })
      const inbound = {
        port: await freePort(),
        protocol: 'vless',
        remark: 'mine',
        settings: {},
        streamSettings: {},
      }
      expect(await me.post('/panel/api/inbounds/add', inbound)).toMatchObject({ success: true })
      const { upload, plan, apply } = importer(me)
      const { obj } = await upload(databaseOf('3.6.0'))
      expect(obj).toMatchObject({ fresh: false, options: { takeSettings: false } })
      expect(obj.effect.logins.to).toEqual(['root'])
      const more = (await plan(obj.id, '?takeSettings=true')).obj
      expect(more.effect.logins.to).toEqual(['opfaa30'])
      expect(await apply(obj.id)).toMatchObject({ success: true, obj: { restarts: false } })
      const { read } = t.panel.db
      expect(await read.selectFrom('inbounds').select('id').execute()).toHaveLength(12)
      expect(t.panel.settings.current().webPort).toBe(webPort)
      const actions = await read
        .selectFrom('audit')
        .selectAll()
        .where('action', '=', 'panel.import')
        .execute()
      expect(actions).toHaveLength(1)

      const second = await upload(databaseOf('3.6.0'))
      expect(second.obj.nothingToDo).toBe(true)
      expect(await apply(second.obj.id, { takeSettings: true })).toMatchObject({ success: true })
      expect(t.panel.settings.current()).toMatchObject({ webPort: 26921, subPath: '/94b42f/' })
      // The session that imports goes on; others ended with their login.
      expect((await me.get('/panel/api/inbounds/list')).success).toBe(true)
      expect((await other.call('GET', '/panel/api/inbounds/list')).statusCode).toBe(404)
      const both = { username: 'opfaa30', password: 'pw-6f1663659d00' }
      const logins = await Promise.all([t.login(both), t.login(both)])
      expect(logins.map(({ cookie }) => cookie !== '')).toEqual([true, true])
    } finally {
      await t.stop()
    }
  })
})

describe('where the panel goes', () => {
  it('is followed by the session, and the panel answers there', async () => {
    const [port, subPort] = [await freePort(), await freePort()]
    const file = changed(`update settings set value = '${port}' where key = 'webPort';
      update settings set value = '${subPort}' where key = 'subPort'`)
    const first = await freePort()
    const t = await testPanel({ SLUICE_SUB_PORT: '' })
    try {
      await t.panel.settings.set(
        { webPort: first, subPort: await freePort() },
        { kind: 'cli', name: 'test', address: '' },
      )
      const me = await t.login()
      const { upload } = importer(me)
      const { obj } = await upload(file)
      const path = `/panel/api/move-in/apply/${obj.id}`
      const done = await me.call('POST', path, { payload: {}, headers: { host: `127.0.0.1:${first}` } })
      const { panelUrl, restarts, loginAgain } = done.json().obj
      expect({ panelUrl, restarts, loginAgain }).toEqual({
        panelUrl: `http://127.0.0.1:${port}/12c2a924/`,
        restarts: true,
        loginAgain: false,
      })
      expect(done.headers['set-cookie']).toContain('Path=/12c2a924/;')
      const cookie = String(done.headers['set-cookie']).split(';')[0]
      const url = '/12c2a924/panel/api/inbounds/list'
      await expect.poll(async () => (await t.inject({ url, headers: { cookie } })).statusCode).toBe(200)
    } finally {
      await t.stop()
    }
  })

  it('must be free: a port that another program holds is named, and nothing is imported', async () => {
    const port = await freePort()
    const script = `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('up'))`
    const holder = spawn(process.execPath, ['-e', script])
    holder.once('error', (error) => expect.fail(error.message))
    await once(holder.stdout, 'data')
    const t = await testPanel()
    try {
      const { upload, apply, plan } = importer(await t.login())
      const { obj } = await upload(changed(`update settings set value = '${port}' where key = 'webPort'`))
      // Ports of its inbounds may be held by other tests that run this database.
      const held = obj.busyPorts.filter(({ what }: { what: string }) => what === 'panel')
      expect(held).toMatchObject([{ port, pid: holder.pid }])
      expect(await apply(obj.id)).toMatchObject({ success: false, code: 'move-in.port-held' })
      expect(await t.panel.db.read.selectFrom('inbounds').select('id').execute()).toEqual([])
      const kept = await plan(obj.id, '?takeSettings=false')
      expect(kept.obj.effect.panel.to).toBe(kept.obj.effect.panel.from)
      expect(await apply(obj.id, { takeSettings: false })).toMatchObject({ success: true })
    } finally {
      holder.kill()
      await t.stop()
    }
  })
})

describe.skipIf(isPostgres)('the command line', () => {
  const print = (lines: string[]) => (line: string) => void lines.push(line)

  it('refuses beside a running panel, without an answer, and for another panel', async () => {
    const t = await servedPanel()
    const file = join(folder, 'x-ui.db')
    writeFileSync(file, databaseOf('3.6.0'))
    const run = (...args: string[]) => importCommand('import-3x-ui', t.config, args, () => {})
    await expect(run(file, '--yes')).rejects.toMatchObject({ code: 'cli.import-panel-runs' })
    await t.stop()
    const empty = readConfig({ SLUICE_DB_FOLDER: join(folder, 'empty') }, {})
    const alone = (...args: string[]) => importCommand('import-3x-ui', empty, args, () => {})
    await expect(alone(file)).rejects.toMatchObject({ code: 'cli.import-needs-yes' })
    await expect(alone('--yes')).rejects.toMatchObject({ code: 'cli.import-no-source' })
    await expect(alone('mysql://a@b/c')).rejects.toMatchObject({ code: 'cli.import-mysql' })
    await expect(alone(join(folder, 'none.db'))).rejects.toMatchObject({ code: 'source.missing' })
    const marzban = importCommand('import-marzban', empty, [file, '--plan'], () => {})
    await expect(marzban).rejects.toMatchObject({ code: 'cli.import-wrong-panel' })
  })

  it('prints a plan and the commands of a take-over, and changes nothing', async () => {
    const file = join(folder, 'x-ui.db')
    writeFileSync(file, databaseOf('3.6.0'))
    const config = readConfig({ SLUICE_DB_FOLDER: join(folder, 'planned') }, {})
    const lines: string[] = []
    await importCommand('import-3x-ui', config, [file, '--plan', '--take-over'], print(lines))
    const text = lines.join('\n')
    expect(text).toMatch(/inbounds +11 +0 +0/)
    expect(text).toContain('Logins: none -> opfaa30')
    expect(text).toContain('systemctl stop x-ui\n  systemctl disable x-ui')
    const again: string[] = []
    await importCommand('import-3x-ui', config, [file, '--plan'], print(again))
    expect(again.join('\n')).toMatch(/into an empty panel/)
    expect(readFileSync(file).equals(databaseOf('3.6.0'))).toBe(true)
  })
})

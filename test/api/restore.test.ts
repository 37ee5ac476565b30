import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backup, BackupComparison, BackupState } from '#contract/backup.ts'
import { databaseOf } from '#test/fixtures/three-x-ui.ts'
import { formWithFile } from '#test/form.ts'
import { freePorts } from '#test/free-port.ts'
import { addClient, addInbound } from '#test/inbounds.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'
import { wholeState } from '#test/state.ts'

const root = '/panel/api/backups'
let t: TestPanel
let me: Visitor
beforeAll(async () => {
  // An import refuses to move the panel to a port that another program holds.
  const [port, subPort] = await freePorts(2)
  t = await testPanel({ SLUICE_PORT: `${port}`, SLUICE_SUB_PORT: `${subPort}` })
  me = await t.login()
  const { id } = await addInbound(me)
  for (const email of ['ann', 'bob']) await addClient(me, { email }, [id])
})
afterAll(() => t.stop())

const state = async () => (await me.get<BackupState>(`${root}/list`)).obj
const create = async (passphrase?: string) => {
  const made = await me.post<Backup>(`${root}/create`, { passphrase })
  expect(made.msg).toBe('')
  return made.obj
}
const compare = (id: string, passphrase?: string) =>
  me.post<BackupComparison>(`${root}/compare/${id}`, { passphrase })

async function restore(id: string, passphrase?: string) {
  const { obj } = await compare(id, passphrase)
  const done = await me.post(`${root}/restore/${id}`, { passphrase, confirm: obj.sha256 })
  expect(done).toMatchObject({ success: true })
  await t.reopen()
  me = await t.login()
}

const emails = async () => {
  const { obj } = await me.get<{ email: string }[]>('/panel/api/clients/list')
  return obj.map(({ email }) => email)
}

describe('a backup', () => {
  it('is stored for its owner only, listed, downloaded and deleted', async () => {
    const made = await create()
    expect(made).toMatchObject({ kind: 'manual', encrypted: false, where: 'folder' })
    expect(made.name).toMatch(/^sluice-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ-manual\.zip$/)
    const folder = join(t.config.dataFolder, 'backups')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(join(folder, made.name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual([made.name])
    const now = await state()
    expect(now.backups).toEqual([made])
    expect(now).toMatchObject({ folder, busy: false, canUndo: false, lastRestore: null, overdue: false })
    expect(now.lastRun).toMatchObject({ name: made.name, error: '', kind: 'manual' })
    const file = await me.call('GET', `${root}/download/${made.id}`)
    expect(file.rawPayload.equals(readFileSync(join(folder, made.name)))).toBe(true)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${made.name}"`)
    expect((await me.post(`${root}/del/${made.id}`)).success).toBe(true)
    expect((await state()).backups).toEqual([])
    expect(await me.post(`${root}/del/${made.id}`)).toMatchObject({ success: false, code: 'backup.unknown' })
  })

  it.each(['..%2Fsluice.db', 'sluice.db', 'upload~..%2F..%2Fx', 's3~sluice-x.zip', '%00'])(
    'is never another file: %s',
    async (id) => {
      for (const verb of ['del', 'compare', 'restore'])
        expect((await me.post(`${root}/${verb}/${id}`, { confirm: 'x' })).success).toBe(false)
      expect((await me.call('GET', `${root}/download/${id}`)).rawPayload.length).toBeLessThan(300)
    },
  )
})

describe('a restore', () => {
  it('shows first what changes, brings everything back, and can be undone', async () => {
    const { id } = await create()
    const before = await wholeState(t.panel)
    const { obj: inbound } = await me.get<{ id: number }[]>('/panel/api/inbounds/list')
    await addClient(me, { email: 'later' }, [inbound[0]?.id ?? 0])
    const after = await wholeState(t.panel)
    const { obj: shown } = await compare(id)
    expect(shown.backup).toMatchObject({ inbounds: 1, clients: 2, users: 1 })
    expect(shown.here).toMatchObject({ inbounds: 1, clients: 3, users: 1, engine: t.panel.db.engine })
    expect(shown.willMigrate).toBe(false)
    expect(shown.notesCoded).toMatchObject([{ code: 'backup.note-changes' }])
    expect(await wholeState(t.panel)).toBe(after) // a comparison changes nothing

    const odd = await me.post(`${root}/restore/${id}`, { confirm: '0'.repeat(64) })
    expect(odd).toMatchObject({ success: false, code: 'backup.not-compared' })
    const [mine, another] = [me, await t.login()]
    await restore(id)
    expect((await mine.get('/panel/api/about')).success).toBe(true) // the session that restored stays
    expect((await another.call('GET', '/panel/api/about')).statusCode).toBe(404) // no other does
    expect(await wholeState(t.panel)).toBe(before)
    expect(await emails()).toEqual(['ann', 'bob'])
    const trail = await me.get<{ items: object[] }>('/panel/api/audit?objectKind=panel&pageSize=1')
    expect(trail.obj.items).toMatchObject([{ action: 'panel.restore', actor: 'root' }])
    const told = await state()
    expect(told).toMatchObject({ canUndo: true, restoreError: '' })
    expect(told.lastRestore).toMatchObject({
      undo: false,
      restored: { clients: 2 },
      replaced: { clients: 3 },
    })
    expect(told.backups.map(({ kind }) => kind).sort()).toEqual(['before-restore', 'manual'])

    expect((await me.post(`${root}/undo`)).success).toBe(true)
    await t.reopen()
    me = await t.login()
    expect(await wholeState(t.panel)).toBe(after)
    expect((await state()).lastRestore).toMatchObject({ undo: true, restored: { clients: 3 } })
  })

  it('of an encrypted backup needs its passphrase', async () => {
    const { id, name } = await create('correct horse')
    expect(name).toMatch(/\.zip\.age$/)
    expect(await compare(id)).toMatchObject({ code: 'backup.passphrase-missing', field: 'passphrase' })
    await me.post('/panel/setting/update', { backupPassphrase: 'correct horse' })
    expect((await compare(id)).obj.backup.clients).toBe(3) // the panel knows it now
    await me.post('/panel/setting/update', { clearBackupPassphrase: true })
  })

  it('brings certificates back to their places', async () => {
    const file = join(t.config.dataFolder, 'self-signed.crt')
    writeFileSync(file, 'the old one')
    const { id } = await create()
    writeFileSync(file, 'a new one')
    await restore(id)
    expect(readFileSync(file, 'utf8')).toBe('the old one')
    await me.post(`${root}/undo`)
    await t.reopen()
    me = await t.login()
    expect(readFileSync(file, 'utf8')).toBe('a new one')
  })

  it('takes an uploaded file', async () => {
    const { id } = await create()
    const { rawPayload } = await me.call('GET', `${root}/download/${id}`)
    const sent = await me.call('POST', `${root}/upload`, formWithFile('file', rawPayload, 'anything.zip'))
    const { obj } = sent.json<{ obj: Backup }>()
    expect(obj).toMatchObject({ kind: 'uploaded', where: 'upload', bytes: rawPayload.length })
    expect((await compare(obj.id)).obj.backup.clients).toBe(3)
    t.advance(2 * 86_400_000)
    me = await t.login()
    expect((await state()).backups.filter(({ where }) => where === 'upload')).toEqual([])
  })

  it('takes back what getDb gave, as 3x-ui does', async () => {
    const before = await wholeState(t.panel)
    const { rawPayload } = await me.call('GET', '/panel/api/server/getDb')
    expect(rawPayload.subarray(0, 15).toString()).toBe('SQLite format 3')
    await addInbound(me, { remark: 'gone again' })
    const reply = await me.call('POST', '/panel/api/server/importDB', formWithFile('db', rawPayload))
    expect(reply.json()).toEqual({
      success: true,
      msg: '',
      obj: 'The database has been successfully imported.',
    })
    await t.reopen()
    me = await t.login()
    expect(await wholeState(t.panel)).toBe(before)
  })
})

it('importDB imports a database of 3x-ui into a panel in use, and restores nothing', async () => {
  const { obj: before } = await me.get<object[]>('/panel/api/inbounds/list')
  const content = databaseOf('3.6.0')
  const reply = await me.call('POST', '/panel/api/server/importDB', formWithFile('db', content))
  expect(reply.json()).toMatchObject({
    success: true,
    msg: '',
    obj: 'The database has been successfully imported.',
  })
  const { obj: after } = await me.get<object[]>('/panel/api/inbounds/list')
  expect(after.length).toBeGreaterThan(before.length)
  expect(existsSync(join(t.config.dataFolder, 'restore', 'next'))).toBe(false)
})

describe('bad input', () => {
  const sent = async (content: Uint8Array) =>
    (await me.call('POST', '/panel/api/server/importDB', formWithFile('db', content))).json<{
      code: string
    }>()

  it.each([
    ['nothing', Buffer.alloc(0), 'backup.empty-file'],
    ['a text', Buffer.from('hello'), 'backup.not-a-backup'],
    ['a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), 'backup.not-a-backup'],
    ['half a database', undefined, 'backup.database-damaged'],
  ])('%s is refused with a sentence, and nothing changes', async (_, content, code) => {
    const before = await wholeState(t.panel)
    const half = async () => {
      const { rawPayload } = await me.call('GET', '/panel/api/server/getDb')
      return rawPayload.subarray(0, rawPayload.length / 2)
    }
    expect(await sent(content ?? (await half()))).toMatchObject({ success: false, code })
    expect(existsSync(join(t.config.dataFolder, 'restore', 'next'))).toBe(false)
    expect(readdirSync(join(t.config.dataFolder, 'uploads')).filter((name) => name.startsWith('.'))).toEqual(
      [],
    )
    await t.reopen()
    me = await t.login()
    expect(await wholeState(t.panel)).toBe(before)
  })

  it('a form without the file, or no form, is refused', async () => {
    const post = (options: object) => me.call('POST', '/panel/api/server/importDB', options)
    expect((await post(formWithFile('other', Buffer.from('x')))).json()).toMatchObject({
      code: 'upload.no-file',
    })
    expect((await post({ payload: { db: 'x' } })).json()).toMatchObject({ code: 'upload.not-multipart' })
    expect(
      (
        await t.inject({
          method: 'POST',
          url: '/panel/api/server/importDB',
          ...formWithFile('db', Buffer.from('x')),
        })
      ).statusCode,
    ).toBe(404)
    const { cookie } = me
    const form = formWithFile('db', Buffer.from('x'))
    const forged = await t.inject({
      method: 'POST',
      url: '/panel/api/server/importDB',
      ...form,
      headers: { ...form.headers, cookie },
    })
    expect(forged.statusCode).toBe(403)
  })
})

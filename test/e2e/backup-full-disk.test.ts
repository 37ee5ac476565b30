import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packArchive, unpackArchive } from '#server/backup/archive/archive-thread.ts'
import { unzip } from '#server/backup/archive/unzip.ts'
import { createMaking } from '#server/backup/making.ts'
import { createFolder } from '#server/backup/places/folder.ts'
import { silentLog } from '#server/platform/log.ts'
import { openDb, type WritableDb } from '#server/store/open.ts'
import { settingsOf } from '#test/settings.ts'
import { smallDisk } from './core/small-disk.ts'

const disk = smallDisk(4)
if (typeof disk === 'string') console.log(`Not tested with a full disk: ${disk}.`)

describe.skipIf(typeof disk === 'string')('a disk that fills half way', () => {
  if (typeof disk === 'string') return
  let folder: string
  let db: WritableDb
  let archive: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'sluice-full-'))
    const file = join(folder, 'sluice.db')
    db = await openDb({ kind: 'sqlite', file }, silentLog, Date.now)
    // Eight megabytes that do not shrink: the archive does not fit on the small disk, and neither does its content.
    const other = new DatabaseSync(file)
    for (let i = 0; i < 8; i++)
      other.prepare('insert into plans (name_key, data) values (?, hex(randomblob(500000)))').run(String(i))
    other.close()
    archive = join(folder, 'archive.zip')
    const about = { panelVersion: '1', engine: 'sqlite' as const, madeAt: 1, kind: 'manual' as const }
    await packArchive({
      database: file,
      dataFolder: folder,
      files: [],
      about,
      passphrase: '',
      target: archive,
    })
  })
  afterAll(async () => {
    await db?.close()
    disk.remove()
    rmSync(folder, { recursive: true, force: true })
  })

  it('leaves nothing of a backup', async () => {
    const place = createFolder('folder', () => disk.folder)
    const make = createMaking({
      db,
      dataFolder: folder,
      // The room was there when somebody looked.
      folder: { ...place, refuseNoSpace: () => {} },
      version: '1',
      now: Date.now,
      settings: settingsOf(() => ({})),
    })
    await expect(make('manual', '')).rejects.toMatchObject({ code: 'storage.disk-full' })
    expect(readdirSync(disk.folder)).toEqual([])
  })

  it('stops a restore before anything is replaced', async () => {
    const target = join(disk.folder, 'next.partial')
    mkdirSync(target)
    await expect(unpackArchive({ archive, passphrase: '', folder: target })).rejects.toMatchObject({
      code: 'storage.disk-full',
    })
    await expect(unzip(archive, target, () => {})).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

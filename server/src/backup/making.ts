import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { Backup, BackupKind } from '#contract/backup.ts'
import { certificatePairs } from '#contract/settings.ts'
import type { Base } from '../settings/base-services.ts'
import { portableCopy } from '../store/copy/portable-copy.ts'
import { aboutDatabase } from './about.ts'
import { packArchive } from './archive/archive-thread.ts'
import { databaseName, isFileName } from './archive/manifest.ts'
import { explained } from './disk-full.ts'
import { readName, viewOf } from './names.ts'
import type { Folder } from './places/folder.ts'

interface Deps extends Pick<Base, 'db' | 'now' | 'settings'> {
  dataFolder: string
  folder: Folder
  version: string
}

const workPrefix = '.making-'

/** Certificates and keys below the data folder. */
export async function ownFiles({ db, dataFolder, settings }: Pick<Deps, 'db' | 'dataFolder' | 'settings'>) {
  const current = settings.current()
  const rows = await db.read.selectFrom('inbounds').select('stream_settings').execute()
  const named = [
    ...certificatePairs.flat().map((key) => current[key]),
    ...rows.flatMap(({ stream_settings }) => certificatePaths(stream_settings)),
  ]
  return dataFiles(dataFolder, named)
}

type Keep<T> = (draft: string, madeAt: number, bytes: number) => T | Promise<T>

/** Packs the present state into a file that `keep` takes or reads; nothing is left behind, also when that fails. */
export function createPacking(deps: Deps) {
  const { db, dataFolder, folder, version, now } = deps

  return async function pack<T>(kind: BackupKind, passphrase: string, keep: Keep<T>): Promise<T> {
    const root = folder.ready()
    for (const left of readdirSync(root).filter((name) => name.startsWith(workPrefix)))
      rmSync(join(root, left), { recursive: true, force: true }) // of a panel that was killed
    // The copy, and the archive, which is smaller.
    folder.refuseNoSpace(2 * (await aboutDatabase(db)).bytes)
    const work = join(root, workPrefix + randomBytes(6).toString('hex'))
    mkdirSync(work, { mode: 0o700 })
    try {
      const madeAt = now()
      const database = join(work, databaseName)
      await portableCopy(db, database)
      const draft = join(work, 'archive')
      const { bytes } = await packArchive({
        database,
        dataFolder,
        files: await ownFiles(deps),
        about: { panelVersion: version, engine: db.engine, madeAt, kind },
        passphrase,
        target: draft,
      })
      return await keep(draft, madeAt, bytes)
    } catch (error) {
      throw explained(error)
    } finally {
      rmSync(work, { recursive: true, force: true })
    }
  }
}

/** Makes an archive of the present state in the folder. */
export function createMaking(deps: Deps) {
  const { folder } = deps
  const pack = createPacking(deps)

  return (kind: BackupKind, passphrase: string): Promise<Backup> =>
    pack(kind, passphrase, (draft, madeAt, bytes) => {
      const encrypted = passphrase !== ''
      const name = folder.freeName(kind, madeAt, encrypted ? 'zip.age' : 'zip')
      folder.adopt(draft, name)
      return viewOf('folder', name, bytes, readName(name) ?? { kind, madeAt, encrypted })
    })
}

/** Made by the panel itself (R6). */
const own = ['self-signed.crt', 'self-signed.key']

/**
 * Certificates and keys inside the data folder: the panel's own, and those that settings and inbounds name there. Files
 * elsewhere belong to another program, such as an ACME client, which writes them anew.
 */
function dataFiles(dataFolder: string, named: readonly string[]): string[] {
  const inside = named
    .filter((path) => path !== '')
    .map((path) => relative(dataFolder, resolve(dataFolder, path)))
  return [...new Set([...own, ...inside])].filter(
    (path) => isFileName(path) && isFile(join(dataFolder, path)),
  )
}

/** Not a link: what it points to belongs to another program. */
const isFile = (path: string) => lstatSync(path, { throwIfNoEntry: false })?.isFile() ?? false

/** Paths of certificates and keys in the JSON of an inbound. */
const certificatePaths = (streamSettings: string): string[] =>
  [...streamSettings.matchAll(/"(?:certificateFile|keyFile)"\s*:\s*"((?:[^"\\]|\\[/"\\])*)"/g)].map(
    ([, text = '']) => text.replace(/\\(.)/g, '$1'),
  )

import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Backup, BackupKind, BackupPlace } from '#contract/backup.ts'
import { Refusal } from '#domain/refusal.ts'
import { refuseNoSpace } from '../../platform/files.ts'
import { type Ending, nameOf, readName, viewOf } from '../names.ts'
import { syncFolder } from '../restore/on-disk.ts'

/** Backups in a folder. Files that are not named like one are not ours: they are neither listed nor deleted. */
export function createFolder(where: BackupPlace, folderOf: () => string) {
  function ready(): string {
    const folder = folderOf()
    if (!isAbsolute(folder)) throw new Refusal('backup.folder-relative', { folder }, 'backupFolder')
    try {
      const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined
      if (isNew) chmodSync(folder, 0o700)
      if (!statSync(folder).isDirectory()) throw new Error('it is a file')
    } catch (error) {
      const reason = (error as Error).message
      throw new Refusal('backup.folder-unusable', { folder, reason }, 'backupFolder')
    }
    return folder
  }

  function list(): Backup[] {
    let names: string[]
    try {
      names = readdirSync(folderOf())
    } catch {
      return [] // nothing was stored yet
    }
    return names.flatMap((name) => {
      const named = readName(name)
      const stat = named && lstatSync(join(folderOf(), name), { throwIfNoEntry: false })
      return named && stat?.isFile() ? [viewOf(where, name, stat.size, named)] : []
    })
  }

  return {
    path: folderOf,
    ready,
    list,
    find(name: string): string {
      const path = join(folderOf(), name)
      const stat = readName(name) && lstatSync(path, { throwIfNoEntry: false })
      if (!stat?.isFile()) throw new Refusal('backup.unknown')
      return path
    },
    refuseNoSpace: (bytes: number) => refuseNoSpace(ready(), bytes),
    /** A name that no backup in the folder has yet. */
    freeName(kind: BackupKind, madeAt: number, ending: Ending): string {
      const taken = new Set(list().map(({ name }) => name))
      for (let nth = 0; ; nth++) {
        const name = nameOf(kind, madeAt, ending, nth)
        if (!taken.has(name)) return name
      }
    },
    /** `draft` lies in the folder already: from now on it is complete. */
    adopt(draft: string, name: string): void {
      const folder = ready()
      renameSync(draft, join(folder, name))
      syncFolder(folder)
    },
  }
}

export type Folder = ReturnType<typeof createFolder>

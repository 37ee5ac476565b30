import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Backup } from '#contract/backup.ts'
import { uploadBytes } from '#contract/backup-api.ts'
import type { FileKind } from '../move-in/kind.ts'
import type { MoveIn } from '../move-in/room.ts'
import type { Clock } from '../platform/clock.ts'
import type { HttpRequest } from '../platform/http/request.ts'
import { receiveFile, type Uploaded } from '../platform/http/upload.ts'
import { endingOf, readName, viewOf } from './names.ts'
import type { By, Restoring } from './restoring.ts'
import type { Store } from './store.ts'

interface Deps extends Clock {
  store: Store
  restoring: Pick<Restoring, 'restoreFile'>
  moveIn: Pick<MoveIn, 'importFile' | 'kindOfFile'>
}

/** Files that somebody uploads: kept for a comparison, or restored at once as 3x-ui does it. */
export function createIncoming({ store, restoring, moveIn, now }: Deps) {
  const received = (request: HttpRequest, field: string): Promise<Uploaded> => {
    store.sweepUploads()
    return receiveFile(request, { field, folder: store.uploads.ready(), mostBytes: uploadBytes })
  }

  return {
    async upload(request: HttpRequest): Promise<Backup> {
      const { path, bytes } = await received(request, 'file')
      try {
        const name = store.uploads.freeName('uploaded', now(), endingOf(path))
        renameSync(path, join(store.uploads.ready(), name))
        const named = readName(name) ?? { kind: 'uploaded', madeAt: now(), encrypted: false }
        return viewOf('upload', name, bytes, named)
      } catch (error) {
        rmSync(path, { force: true })
        throw error
      }
    },
    /** The incumbent's way: the file takes effect at once. A database of another panel is imported. */
    async importDb(request: HttpRequest, by: By): Promise<string> {
      const { path, filename } = await received(request, 'db')
      try {
        if (others.has(await moveIn.kindOfFile(path))) await moveIn.importFile(path, by.actor, by.sessionId)
        else await restoring.restoreFile(path, filename.replace(/[^\w.-]+/g, '_') || 'importDB', '', by)
      } finally {
        rmSync(path, { force: true })
      }
      return 'The database has been successfully imported.'
    },
  }
}

/** Databases that the panel imports. */
const others: ReadonlySet<FileKind> = new Set<FileKind>(['3x-ui', 'marzban', 'pasarguard'])

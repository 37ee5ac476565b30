import type { Readable } from 'node:stream'
import { type About, backupApi } from '#contract/backup-api.ts'
import { appendAudit } from '../platform/audit/trail.ts'
import type { Db } from '../platform/db/open.ts'
import { sendStream } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'

interface Deps {
  db: Db
  now: () => number
  download: () => Promise<Readable>
  about: () => Promise<About>
}

export function backupRoutes(mount: Mount, { db, now, download, about }: Deps): void {
  mount(backupApi.about, about)
  mount(backupApi.getDb, async ({ actor, reply }) => {
    const file = await download()
    // Everything is in it, secrets too: who took it is written down, and is not yet in the copy.
    const deed = { action: 'panel.backup', objectKind: 'panel', object: '' }
    await db.write((tx) => appendAudit(tx, actor, deed, now()))
    // The incumbent's name, by which its importers know it.
    reply.header('content-disposition', 'attachment; filename="x-ui.db"')
    return sendStream(reply, file, backupApi.getDb.download)
  })
}

import type { Readable } from 'node:stream'
import { type About, backupApi } from '#contract/backup-api.ts'
import { type Commit, noted } from '../platform/changes/commit.ts'
import { sendStream } from '../platform/http/envelope.ts'
import type { Mount } from '../platform/http/mount.ts'

interface Deps {
  commit: Commit
  download: () => Promise<Readable>
  about: () => Promise<About>
}

export function backupRoutes(mount: Mount, { commit, download, about }: Deps): void {
  mount(backupApi.about, about)
  mount(backupApi.getDb, async ({ actor, reply }) => {
    const file = await download()
    // Everything is in it, secrets too: who took it is written down, and is not yet in the copy.
    await noted(commit, actor, { action: 'panel.backup', objectKind: 'panel', object: '' })
    // The incumbent's name, by which its importers know it.
    reply.header('content-disposition', 'attachment; filename="x-ui.db"')
    return sendStream(reply, file, backupApi.getDb.download)
  })
}

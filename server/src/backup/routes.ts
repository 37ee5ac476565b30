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
    // A backup contains every secret, so it is audited. The row is written after the copy and is not part of it.
    await noted(commit, actor, { action: 'panel.backup', objectKind: 'panel', object: '' })
    // The name that 3x-ui uses and its importers expect.
    reply.header('content-disposition', 'attachment; filename="x-ui.db"')
    return sendStream(reply, file, backupApi.getDb.download)
  })
}

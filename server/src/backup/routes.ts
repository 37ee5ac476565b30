import { backupApi } from '#contract/backup-api.ts'
import type { Caller } from '../platform/http/caller.ts'
import { sendStream } from '../platform/http/envelope.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import { type Commit, noted } from '../store/changes/commit.ts'
import type { By } from './restoring.ts'
import type { BackupRoom } from './room.ts'

const byOf = ({ actor, caller }: Pick<Call, 'actor'> & { caller: Caller }): By => ({
  actor,
  sessionId: caller.kind === 'user' ? caller.sessionId : undefined,
})

export function backupRoutes(mount: Mount, room: BackupRoom, commit: Commit): void {
  const { backups, restoring, incoming } = room
  mount(backupApi.about, room.about)
  for (const endpoint of [backupApi.getDb, backupApi.getMigration])
    mount(endpoint, async ({ actor, reply }) => {
      const file = await room.download()
      // A backup contains every secret, so it is audited. The row is written after the copy and is not part of it.
      await noted(commit, actor, { action: 'panel.backup', objectKind: 'panel', object: '' })
      // The name that 3x-ui uses and its importers expect.
      reply.header('content-disposition', 'attachment; filename="x-ui.db"')
      return sendStream(reply, file, endpoint.download)
    })
  mount(backupApi.importDb, (call) => incoming.importDb(call.request, byOf(call)))
  mount(backupApi.list, room.state)
  mount(backupApi.create, ({ body, actor }) => backups.create(body.passphrase, actor))
  mount(backupApi.download, async ({ params, actor, reply }) => {
    const { name, body } = await backups.download(params.backup ?? '', actor)
    reply.header('content-disposition', `attachment; filename="${name}"`)
    return sendStream(reply, body, backupApi.download.download)
  })
  mount(backupApi.del, ({ params, actor }) => backups.del(params.backup ?? '', actor))
  mount(backupApi.upload, ({ request }) => incoming.upload(request))
  mount(backupApi.compare, ({ params, body }) => restoring.compare(params.backup ?? '', body.passphrase))
  mount(backupApi.restore, (call) => restoring.restore(call.params.backup ?? '', call.body, byOf(call)))
  mount(backupApi.undo, (call) => restoring.undo(byOf(call)))
  mount(backupApi.testTarget, ({ body }) => backups.testTarget(body))
}

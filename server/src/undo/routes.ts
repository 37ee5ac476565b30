import { undoApi } from '#contract/undo-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { UndoService } from './room.ts'

export function undoRoutes(mount: Mount, undo: UndoService): void {
  mount(undoApi.undo, ({ params, body, actor }) => undo.undo(Number(params.id), body, actor))
}

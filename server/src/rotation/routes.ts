import { rotationApi as api } from '#contract/rotation-api.ts'
import { inboundId } from '../inbounds/find.ts'
import type { By } from '../inbounds/service.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { RotationRoom } from './room.ts'

const idOf = ({ params }: Pick<Call, 'params'>): number => inboundId(params.id)
const by = ({ caller, actor }: Pick<Call, 'caller' | 'actor'>): By => ({ userId: caller.userId, actor })

export function rotationRoutes(mount: Mount, rotation: RotationRoom): void {
  const state = (call: Pick<Call, 'params' | 'caller'>) => rotation.state(idOf(call), call.caller.userId)

  mount(api.state, state)
  mount(api.save, async (call) => {
    await rotation.save(idOf(call), call.body, by(call))
    return state(call)
  })
  mount(api.preview, (call) => rotation.preview(idOf(call), call.body.kinds, call.caller.userId))
  mount(api.start, async (call) => {
    await rotation.start(idOf(call), 'hand', call.body.kinds, by(call))
    return state(call)
  })
  mount(api.retire, async (call) => {
    await rotation.retire(idOf(call), 'hand', by(call))
    return state(call)
  })
  mount(api.undo, async (call) => {
    await rotation.undo(idOf(call), by(call))
    return state(call)
  })
}

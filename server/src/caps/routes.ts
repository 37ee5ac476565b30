import { capsApi as api, type CapKind, capKinds } from '#contract/caps-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { Caps } from './room.ts'
import { missing, type Place } from './store.ts'

/** This server is `server/0`. */
function placeOf({ params }: Pick<Call, 'params'>): Place {
  const kind = capKinds.find((one) => one === params.kind)
  if (!kind) throw new Refusal('cap.bad-kind', { kinds: capKinds.join(', ') }, 'kind')
  const id = Number(params.id)
  if (!isRowId(id) && !isThisServer(kind, params.id))
    throw new Refusal(missing[kind], { id: params.id ?? '' }, 'id')
  return { kind, id }
}
const isThisServer = (kind: CapKind, id: string | undefined): boolean => kind === 'server' && id === '0'

export function capsRoutes(mount: Mount, caps: Caps): void {
  const asked = ({ params, caller }: Pick<Call, 'params' | 'caller'>) => ({
    ...placeOf({ params }),
    userId: caller.userId,
  })
  mount(api.list, ({ caller }) => caps.list(caller.userId))
  mount(api.costs, ({ query }) => caps.costs(query))
  mount(api.clientCosts, ({ query }) => caps.clientCosts(query))
  mount(api.get, (call) => caps.get(asked(call)))
  mount(api.preview, (call) => caps.preview(asked(call), call.body))
  mount(api.save, async (call) => {
    await caps.save({ ...asked(call), actor: call.actor }, call.body)
    return caps.get(asked(call))
  })
}

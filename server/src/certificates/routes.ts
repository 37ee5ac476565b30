import { certificatesApi as api } from '#contract/certificates-api.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { Certificates } from './room.ts'

const idOf = ({ params }: Pick<Call, 'params'>): number => Number(params.id)

export function certificateRoutes(mount: Mount, certificates: Certificates): void {
  mount(api.list, ({ caller }) => certificates.list(caller.userId))
  mount(api.get, (call) => certificates.get(idOf(call)))
  mount(api.check, ({ body }) => certificates.check(body))
  mount(api.issue, ({ body, caller, actor }) => certificates.issue(body, { userId: caller.userId, actor }))
  mount(api.renew, (call) => certificates.renew(idOf(call), call.actor))
  mount(api.revoke, (call) => certificates.revoke(idOf(call), call.actor))
  mount(api.use, (call) =>
    certificates.use(idOf(call), call.body, { userId: call.caller.userId, actor: call.actor }),
  )
  mount(api.del, (call) => certificates.del(idOf(call), call.actor))
}

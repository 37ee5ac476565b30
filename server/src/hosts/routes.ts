import { hostsApi } from '#contract/hosts-api.ts'
import type { Mount } from '../http/mount.ts'
import type { Hosts } from './service.ts'

export function hostRoutes(mount: Mount, hosts: Hosts): void {
  const api = hostsApi
  mount(api.list, () => hosts.list())
  mount(api.get, ({ params }) => hosts.get(params.groupId ?? ''))
  mount(api.byInbound, ({ params }) => hosts.byInbound(Number(params.inboundId)))
  mount(api.tags, () => hosts.tags())
  mount(api.add, ({ body, caller, actor }) => hosts.add(body, caller.userId, actor))
  mount(api.update, ({ params, body, caller, actor }) =>
    hosts.update(params.groupId ?? '', body, caller.userId, actor),
  )
  mount(api.del, ({ params, actor }) => hosts.del([params.groupId ?? ''], actor))
  mount(api.bulkDel, ({ body, actor }) => hosts.del(body.ids, actor))
  mount(api.setEnable, ({ params, body, actor }) =>
    hosts.setEnable([params.groupId ?? ''], body.enable, actor),
  )
  mount(api.bulkSetEnable, ({ body, actor }) => hosts.setEnable(body.ids, body.enable, actor))
  mount(api.reorder, ({ body, actor }) => hosts.reorder(body.ids, actor))
}

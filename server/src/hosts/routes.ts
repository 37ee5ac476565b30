import { hostsApi } from '#contract/hosts-api.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { By, Hosts } from './room.ts'

const by = ({ caller, actor }: Pick<Call, 'caller' | 'actor'>): By => ({ userId: caller.userId, actor })
const group = ({ params }: Pick<Call, 'params'>): string => params.groupId ?? ''

export function hostRoutes(mount: Mount, hosts: Hosts): void {
  const api = hostsApi
  mount(api.list, (call) => hosts.list(by(call)))
  mount(api.get, (call) => hosts.get(group(call), by(call)))
  mount(api.byInbound, (call) => hosts.byInbound(Number(call.params.inboundId), by(call)))
  mount(api.tags, (call) => hosts.tags(by(call)))
  mount(api.add, (call) => hosts.add(call.body, by(call)))
  mount(api.update, (call) => hosts.update(group(call), call.body, by(call)))
  mount(api.del, (call) => hosts.del([group(call)], by(call)))
  mount(api.bulkDel, (call) => hosts.del(call.body.ids, by(call)))
  mount(api.setEnable, (call) => hosts.setEnable([group(call)], call.body.enable, by(call)))
  mount(api.bulkSetEnable, (call) => hosts.setEnable(call.body.ids, call.body.enable, by(call)))
  mount(api.review, (call) => hosts.review(call.body, by(call)))
  mount(api.reorder, (call) => hosts.reorder(call.body.ids, by(call)))
}

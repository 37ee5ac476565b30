import { outboundsApi } from '#contract/outbounds-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Call, Mount } from '../platform/http/mount.ts'
import type { Outbounds } from './room.ts'
import type { Tunnels } from './tunnels/room.ts'

const idOf = ({ params }: Pick<Call, 'params'>): number => Number(params.id)

export function outboundRoutes(mount: Mount, rooms: Outbounds, tunnels: Tunnels): void {
  const { traffic, tests, routing, subscriptions } = rooms
  const api = outboundsApi
  mount(api.traffic, () => traffic.list())
  mount(api.resetTraffic, ({ body, actor }) => traffic.reset(body.tag ?? '', actor))
  mount(api.test, ({ body }) => tests.one(body.outbound, body.allOutbounds ?? [], body.mode))
  mount(api.testMany, ({ body }) =>
    tests.many(body.outbounds, body.allOutbounds ?? body.outbounds, body.mode),
  )
  mount(api.balancerStatus, ({ body }) => routing.status(body.tags ?? []))
  mount(api.balancerOverride, ({ body, actor }) => routing.override(body.tag, body.target ?? '', actor))
  mount(api.routeTest, ({ body }) => routing.route(body))

  mount(api.listSubs, () => subscriptions.list())
  mount(api.addSub, ({ body, actor }) => subscriptions.add(body, actor))
  mount(api.parseSub, ({ body }) => subscriptions.parse(body))
  mount(api.updateSub, (call) => subscriptions.update(idOf(call), call.body, call.actor))
  mount(api.delSub, (call) => subscriptions.del(idOf(call), call.actor))
  mount(api.deleteSub, (call) => subscriptions.del(idOf(call), call.actor))
  mount(api.moveSub, (call) => subscriptions.move(idOf(call), call.body.dir, call.actor))
  mount(api.refreshSub, (call) => subscriptions.refresh(idOf(call)))

  mount(api.warp, ({ params, body, actor }) => tunnels.warp(params.action, body, actor))
  mount(api.nord, ({ params, body, actor }) => tunnels.nord(params.action, body, actor))
  mount(api.pia, ({ params }) => notBuiltIn('Private Internet Access', piaActions, params.action))
}

const piaActions = ['countries', 'servers', 'reg', 'addKey']

/** No account is stored, so there is none to show or delete; other actions say so (R49). */
function notBuiltIn(name: string, actions: readonly string[], action: string | undefined): '' {
  if (actions.includes(action ?? '')) throw new Refusal('not-built.provider', { name })
  return ''
}

import { nodeCoresApi } from '#contract/node-cores-api.ts'
import { nodesApi, subNodesApi } from '#contract/nodes-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { WithMessage } from '../../platform/http/envelope.ts'
import type { Call, Mount } from '../../platform/http/mount.ts'
import { leavingOf } from '../adopt/leave.ts'
import type { Fleet } from '../room.ts'

const idOf = ({ params }: Pick<Call, 'params'>): number => Number(params.id)

function noMutualTls(): never {
  throw new Refusal('node.mtls-missing')
}

export function nodeRoutes(mount: Mount, fleet: Fleet): void {
  const api = nodesApi
  const { service, list, remote, history, trends, needs, addresses, descendants, queue, retry } = fleet
  const { adoption, leave } = fleet

  /** The answer says what is unsafe about the connection, or why the node does not answer. */
  const warned = async <T>(id: number, says: string, obj: T): Promise<WithMessage<T>> => {
    const { warning, status, lastError } = await service.get(id)
    const notes = [warning, status === 'offline' ? lastError : ''].filter((note) => note !== '')
    return new WithMessage(notes.length === 0 ? says : `${says}. ${notes.join(' ')}`, obj)
  }

  mount(api.list, () => list())
  mount(api.get, (call) => service.get(idOf(call)))
  mount(api.add, async ({ body, actor }) => {
    const id = await service.add(body, actor)
    return warned(id, api.add.says, await service.get(id))
  })
  mount(api.update, async (call) => {
    await service.update(idOf(call), call.body, call.actor)
    return warned(idOf(call), api.update.says, null)
  })
  mount(api.del, (call) => leave(idOf(call), leavingOf(call.body.leave), call.actor))
  mount(api.setEnable, async (call) => {
    await service.setEnable(idOf(call), call.body.enable, call.actor)
    return warned(idOf(call), api.setEnable.says, null)
  })
  mount(api.test, async ({ body }) => service.test(await service.tried(body), body.id ?? 0))
  mount(api.adoption, (call) => adoption.plan(idOf(call)))
  mount(api.adopt, ({ caller: { userId }, actor, ...call }) =>
    adoption.adopt(idOf(call), call.body, { userId, actor }),
  )
  mount(api.probe, (call) => service.probe(idOf(call)))
  mount(api.history, async ({ params }) => {
    const { id } = await service.get(Number(params.id))
    return history(id, params.metric ?? '', params.bucket ?? '')
  })
  mount(api.trends, () => trends())
  mount(api.needs, () => needs())
  mount(api.queue, async (call) => queue((await service.get(idOf(call))).id))
  mount(api.retry, async (call) => retry((await service.get(idOf(call))).id))
  mount(api.certFingerprint, async ({ body }) => remote.fingerprint(await service.given(body)))
  mount(api.inbounds, async ({ body }) => remote.inbounds(await service.tried(body)))
  mount(api.webCert, (call) => remote.webCert(idOf(call)))
  mount(api.updatePanel, ({ body }) => remote.updatePanels(body.ids, body.dev))
  mount(nodeCoresApi.state, () => fleet.cores.state())
  mount(nodeCoresApi.now, () => fleet.cores.now())
  mount(nodeCoresApi.plan, ({ params }) => fleet.cores.plan(params.version ?? ''))
  mount(nodeCoresApi.start, ({ body, actor }) => fleet.cores.start(body, actor))
  mount(nodeCoresApi.stop, () => fleet.cores.stop())
  mount(subNodesApi.descendants, descendants)
  mount(subNodesApi.clientIps, () => addresses.list())
  mount(subNodesApi.setClientIps, ({ body }) => addresses.take(body.clientIps))
  for (const endpoint of [api.authority, api.trustAuthority, api.reloadClient]) mount(endpoint, noMutualTls)
}

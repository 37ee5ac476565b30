import { fleetApi } from '#contract/fleet-api.ts'
import type { Mount } from '../platform/http/mount.ts'
import type { AsNode } from './room.ts'

export function asNodeRoutes(mount: Mount, { apply, look, report }: AsNode): void {
  mount(fleetApi.apply, ({ body, caller, actor }) => apply(body, { userId: caller.userId, actor }))
  mount(fleetApi.look, ({ body }) => look(body))
  mount(fleetApi.report, async ({ query, reply }) => {
    const gone = new AbortController()
    const leave = () => gone.abort()
    reply.raw.once('close', leave)
    try {
      return await report.read(query.after, query.wait, gone.signal)
    } finally {
      reply.raw.off('close', leave)
    }
  })
}

import { fleetApi } from '#contract/fleet-api.ts'
import type { Tokens } from '../../auth/tokens.ts'
import type { Mount } from '../../platform/http/mount.ts'
import type { Self } from './room.ts'

export function selfRoutes(
  mount: Mount,
  { apply, look, report, checks }: Self,
  tokens: Pick<Tokens, 'leave'>,
): void {
  mount(fleetApi.leave, async ({ caller, actor }) => ({
    ended: caller.kind === 'token' && (await tokens.leave(caller.tokenId, actor)),
  }))
  mount(fleetApi.apply, ({ body, caller, actor }) => apply(body, { userId: caller.userId, actor }))
  mount(fleetApi.checks, ({ body, caller }) =>
    checks.hold(body, caller.kind === 'token' ? caller.tokenId : 0),
  )
  mount(fleetApi.eye, ({ body, actor }) => checks.look(body, actor.address))
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

import type { NordBody, WarpBody } from '#contract/outbounds-api.ts'
import type { Actor } from '../../platform/http/caller.ts'
import type { Base } from '../../settings/base-services.ts'
import { type AccountDeps, createAccount, createServiceCall } from './account.ts'
import { createNord } from './nord.ts'
import { createWarp } from './warp.ts'

type Deps = Pick<Base, 'egress' | 'now'> & AccountDeps

type Actions<Body> = Record<string, (body: Body, actor: Actor) => Promise<unknown>>

/** API clients of 3x-ui expect JSON as a text, and a blank text where there is nothing or the action is unknown. */
const asText =
  <Body>(actions: Actions<Body>) =>
  async (action: string | undefined, body: Body, actor: Actor): Promise<string> => {
    const run = Object.hasOwn(actions, action ?? '') ? actions[action ?? ''] : undefined
    const answer = await run?.(body, actor)
    return answer === undefined ? '' : JSON.stringify(answer)
  }

/** Tunnel services whose accounts become WireGuard outbounds. */
export function createTunnels(deps: Deps) {
  const blankWarp = { access_token: '', device_id: '', license_key: '', private_key: '' }
  const warp = createWarp({
    account: createAccount(deps, 'warp', 'WARP', blankWarp),
    call: createServiceCall(deps.egress, 'WARP'),
    now: deps.now,
  })
  const nord = createNord({
    account: createAccount(deps, 'nord', 'NordVPN', { private_key: '', token: '' }),
    call: createServiceCall(deps.egress, 'NordVPN'),
  })
  return { warp: asText<WarpBody>(warp), nord: asText<NordBody>(nord) }
}

export type Tunnels = ReturnType<typeof createTunnels>

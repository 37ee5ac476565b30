import { coreUser, type UserSource } from '#domain/core-config/users.ts'
import type { Core } from '../core/room.ts'
import { waitFor } from '../platform/wait-for.ts'

const answerMs = 1_000
/** Somebody waits for the answer. */
const mostInbounds = 50

export interface Attached {
  id: number
  flowOverride: string
}

/**
 * On which of these inbounds the running core does not have the key that a client should have there. Undefined: no
 * core answered in time, or none of them runs here.
 */
export async function keylessOn(
  core: Pick<Core, 'api' | 'inbound'>,
  client: UserSource,
  attached: readonly Attached[],
): Promise<number[] | undefined> {
  const api = core.api()
  if (!api) return undefined
  const { entryCredential } = await import('../core/api/users.ts') // a core runs, so it is already loaded
  const { homeOf } = await import('../core/reconcile/user-plan.ts')
  const missing: number[] = []
  let asked = 0
  async function ask({ id, flowOverride }: Attached): Promise<void> {
    const inbound = core.inbound(id)
    const entry = inbound && coreUser(inbound, { ...client, flowOverride })
    if (!inbound || !entry) return
    const found = await api?.user(inbound.tag, entry.email)
    asked++
    const mine = entryCredential(homeOf(inbound), entry)
    // Some credentials cannot be compared.
    const isWrong = found && found.credential !== mine && found.credential !== '' && mine !== ''
    if (!found || isWrong) missing.push(id)
  }
  // What the core does not answer says nothing: an inbound that it could not open is a finding of its own.
  const all = attached.slice(0, mostInbounds).map((one) => ask(one).catch(() => {}))
  await waitFor(Promise.all(all), answerMs)
  return asked > 0 ? missing : undefined
}

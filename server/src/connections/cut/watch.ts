import { withoutInbound } from '#domain/core-config/user-names.ts'
import type { Core } from '../../core/room.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Cutter } from './cut.ts'

export interface WatchDeps extends Pick<Base, 'log' | 'now'> {
  core: Pick<Core, 'api'>
  cutter: Cutter
}

/** Twice as long as the core keeps an idle QUIC connection. */
const watchedMs = 60_000

/**
 * A QUIC connection that changed its port, or a mux whose line came late, still opens streams for a removed client
 * (C1): a client seen after its cut that is not a user again is cut again.
 */
export function createWatch({ core, cutter, now, log }: WatchDeps) {
  const until = new Map<string, number>()
  const busy = new Set<string>()
  const keyOf = (user: string) => withoutInbound(user).toLowerCase()
  const nameOf = (user: string, tag: string) => `${tag} ${keyOf(user)}`

  async function check(email: string, tag: string) {
    const users = await core.api()?.userEmails(tag)
    const isBack = users?.some((user) => keyOf(user) === keyOf(email)) ?? true
    if (!isBack) await cutter.cut(email, [tag])
    else until.delete(nameOf(email, tag))
  }

  return {
    add(email: string, tag: string) {
      for (const [name, end] of until) {
        if (end > now()) break // ordered by end time
        until.delete(name)
      }
      until.delete(nameOf(email, tag))
      until.set(nameOf(email, tag), now() + watchedMs)
    },
    onLine(email: string, tag: string) {
      if (until.size === 0) return
      const name = nameOf(email, tag)
      if ((until.get(name) ?? 0) <= now() || busy.has(name)) return
      busy.add(name)
      check(email, tag)
        .catch((error) => log.warn({ error: String(error) }, 'failed to check a cut client'))
        .finally(() => busy.delete(name))
    },
    clear() {
      until.clear()
    },
  }
}

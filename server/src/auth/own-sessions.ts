import type { LoginSession } from '#contract/session-api.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Hub } from '../events/hub.ts'
import type { Actor, Caller, Known } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Sessions } from './sessions.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  sessions: Pick<Sessions, 'lastSeen'>
  hub: Pick<Hub, 'sessions'>
}

type User = Extract<Caller, { kind: 'user' }>

/** The routes are behind the session guard; this tells the compiler, and fails loudly if they are moved. */
function userOf(caller: Known): User {
  if (caller.kind === 'user') return caller
  throw new Refusal('session.people-only')
}

/** A user's own sessions; those of other users are neither shown nor ended. */
export function createOwnSessions({ db, now, commit, sessions, hub }: Deps) {
  const holding = (from: Reader | Tx, { userId, epoch }: User) =>
    from
      .selectFrom('sessions')
      .select(['id', 'address', 'user_agent', 'created_at', 'expires_at'])
      .where('user_id', '=', userId)
      .where('login_epoch', '=', epoch)
      .where('expires_at', '>', now())
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute()

  /** Ends the sessions that `pick` selects, with the audit row; their sockets are closed after the commit. */
  const end = (user: User, actor: Actor, pick: (id: string) => boolean): Promise<number> =>
    commit(actor, async (tx) => {
      const rows = (await holding(tx, user)).filter(({ id }) => id !== user.sessionId && pick(id))
      if (rows.length === 0) return { result: 0 }
      const ids = rows.map(({ id }) => id)
      await tx.deleteFrom('sessions').where('id', 'in', ids).execute()
      const before = { addresses: rows.map(({ address }) => address) }
      return {
        result: ids.length,
        action: { action: 'session.end', objectKind: 'user', object: user.username, before },
        change: ids.map((sessionId) => ({ kind: 'session-ended' as const, sessionId })),
      }
    })

  return {
    async list(caller: Known): Promise<LoginSession[]> {
      const user = userOf(caller)
      const open = new Set(hub.sessions())
      return (await holding(db.read, user)).map((row) => ({
        id: row.id,
        address: row.address,
        userAgent: row.user_agent,
        createdAt: row.created_at,
        lastSeenAt: sessions.lastSeen(row.id),
        expiresAt: row.expires_at,
        current: row.id === user.sessionId,
        connected: open.has(row.id),
      }))
    },
    async end(caller: Known, id: string, actor: Actor): Promise<void> {
      const user = userOf(caller)
      if (id === user.sessionId) throw new Refusal('session.own', {}, 'id')
      if ((await end(user, actor, (other) => other === id)) === 0)
        throw new Refusal('session.missing', {}, 'id')
    },
    async endOthers(caller: Known, actor: Actor): Promise<number> {
      return end(userOf(caller), actor, () => true)
    },
  }
}

export type OwnSessions = ReturnType<typeof createOwnSessions>

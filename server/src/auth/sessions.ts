import { createHmac } from 'node:crypto'
import type { Selectable } from 'kysely'
import { BoundedMap } from '#domain/bounded-map.ts'
import type { Caller } from '../platform/http/caller.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { createLookupCache } from './lookup-cache.ts'
import { fingerprint, randomToken } from './random.ts'

const mostSeen = 1_000

type Row = Omit<SessionRow, 'address' | 'user_agent' | 'created_at'> & { username: string }

/** The user is read with the session on every request, so a credential change takes effect immediately (R15). */
const findSql = `select s.id, s.user_id, s.login_epoch, s.csrf_token, s.visitor_token, s.expires_at, u.username
  from sessions s join users u on u.id = s.user_id and u.login_epoch = s.login_epoch
  where s.id = $1 and s.expires_at > $2`

type User = Extract<Caller, { kind: 'user' }>

function callerOf([row]: Row[]): User | null {
  if (!row) return null
  return {
    kind: 'user',
    userId: row.user_id,
    username: row.username,
    sessionId: row.id,
    epoch: row.login_epoch,
    csrfToken: row.csrf_token,
    visitorToken: row.visitor_token,
    expiresAt: row.expires_at,
  }
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(db: Db, commit: Commit, now: () => number) {
  const cached = createLookupCache<User>(db)
  /** Time of each session's last request. In memory only: a write per request would cost too much. */
  const seen = new BoundedMap<string, number>(mostSeen)
  return {
    find(cookie: string): MaybeAsync<User | null> {
      if (cookie.length !== 43) return null
      const id = fingerprint(cookie)
      const found = cached(id, () => andThen(db.rows<Row>(findSql, [id, now()]), callerOf))
      return andThen(found, (user) => {
        if (!user || user.expiresAt <= now()) return null
        seen.set(id, now())
        return user
      })
    },
    /** Time of the session's last request; 0 if there was none since the panel started. */
    lastSeen: (id: string): number => seen.get(id) ?? 0,
    async holding(ids: readonly string[]): Promise<Set<string>> {
      const found = await Promise.all(ids.map((id) => db.rows<Row>(findSql, [id, now()])))
      return new Set(found.flat().map((row) => row.id))
    },
    prune: {
      name: 'sessions-prune',
      everyMs: 600_000,
      leaderOnly: true,
      async run() {
        const old = await db.read
          .selectFrom('sessions')
          .select('id')
          .where('expires_at', '<=', now())
          .limit(1)
          .executeTakeFirst()
        if (!old) return
        await commit.upkeep((tx) => tx.deleteFrom('sessions').where('expires_at', '<=', now()).execute())
      },
    } satisfies Job,
  }
}

/** Returns the cookie value; the table stores only its hash. */
export async function insertSession(
  tx: Tx,
  s: Pick<User, 'userId' | 'epoch' | 'visitorToken' | 'expiresAt'> & { address: string; userAgent: string },
  now: number,
): Promise<string> {
  const cookie = randomToken()
  await tx
    .insertInto('sessions')
    .values({
      id: fingerprint(cookie),
      user_id: s.userId,
      login_epoch: s.epoch,
      csrf_token: randomToken(), // never the visitor's: another port of this host may have set that cookie
      visitor_token: s.visitorToken,
      address: s.address,
      user_agent: s.userAgent.slice(0, 255),
      created_at: now,
      expires_at: s.expiresAt,
    })
    .execute()
  return cookie
}

export type SessionRow = Selectable<Schema['sessions']>

/**
 * In a database that is about to be restored: sessions that were ended since must not come back. Only the session that
 * asks for the restore stays, if its user is there.
 */
export async function keepOnlySession(
  tx: Tx,
  session: SessionRow | undefined,
  username: string,
): Promise<void> {
  await tx.deleteFrom('sessions').execute()
  const user = await tx
    .selectFrom('users')
    .select(['id', 'login_epoch'])
    .where('username', '=', username)
    .executeTakeFirst()
  if (!session || !user) return
  const row = { ...session, user_id: user.id, login_epoch: user.login_epoch }
  await tx.insertInto('sessions').values(row).execute()
}

const anonymousPattern = /^a\.[A-Za-z0-9_-]{43}$/

/**
 * A visitor without a session has a cookie that is not stored; its CSRF token is derived from it, so a flood of
 * visitors adds no rows.
 */
export function createAnonymous(secret: () => string) {
  return {
    cookie: (given: string | undefined): string =>
      given && anonymousPattern.test(given) ? given : `a.${randomToken()}`,
    csrfToken: (cookie: string): string =>
      createHmac('sha256', secret()).update(`csrf ${cookie}`).digest('base64url'),
    is: (cookie: string | undefined): cookie is string =>
      cookie !== undefined && anonymousPattern.test(cookie),
  }
}

import type { Selectable } from 'kysely'
import type { TokenScope } from '#contract/fleet-scope.ts'
import type { ApiTokenView } from '#contract/settings-api.ts'
import { Refusal } from '#domain/refusal.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Actor, AskedAs, Caller } from '../platform/http/caller.ts'
import type { Log } from '../platform/log.ts'
import { andThen, type MaybeAsync } from '../platform/maybe-async.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import type { Schema } from '../store/schema.ts'
import { createLookupCache } from './lookup-cache.ts'
import { fingerprint, randomText } from './random.ts'

interface Row {
  id: number
  name: string
  user_id: number
  username: string
  scope: string
  centre: string
}

/** A token acts as the first user. */
const findSql = `select t.id, t.name, t.scope, t.centre, u.id as user_id, u.username
  from api_tokens t, (select id, username from users order by id limit 1) u
  where t.token = $1 and t.enabled = true`

type TokenCaller = Extract<Caller, { kind: 'token' }>

interface Found {
  caller: TokenCaller
  centre: string
}

const foundIn = ([row]: Row[]): Found | null =>
  row
    ? {
        caller: {
          kind: 'token',
          userId: row.user_id,
          username: row.username,
          tokenId: row.id,
          tokenName: row.name,
          isCentre: row.scope !== 'admin', // an unknown scope never means everything
        },
        centre: row.centre,
      }
    : null

/** What a centre sends: see `nodes/calls.ts`. */
const centrePattern = /^[\w-]{43}$/

const lastUsedEveryMs = 60_000

const actionOn = (verb: 'create' | 'delete' | 'enable' | 'disable', name: string) => ({
  action: `token.${verb}` as const,
  objectKind: 'token',
  object: name,
})

export function createTokens(db: Db, commit: Commit, now: () => number, log: Log) {
  const noted = new Map<number, number>()
  const cached = createLookupCache<Found>(db)

  /** In the background and at most once a minute, so that a busy script does not write on every call. */
  function noteUse(id: number) {
    if (now() - (noted.get(id) ?? 0) < lastUsedEveryMs) return
    noted.set(id, now())
    commit
      .upkeep((tx) =>
        tx.updateTable('api_tokens').set({ last_used_at: now() }).where('id', '=', id).execute(),
      )
      .catch((error) => log.warn({ err: error }, 'failed to record the last use of a token'))
  }

  /** The first centre that uses a join string keeps it. */
  async function isItsCentre({ caller: { tokenId }, centre }: Found, presented: string): Promise<boolean> {
    if (!centrePattern.test(presented)) return false
    const mark = fingerprint(presented)
    if (centre !== '') return centre === mark
    return commit.upkeep(async (tx) => {
      await tx
        .updateTable('api_tokens')
        .set({ centre: mark })
        .where('id', '=', tokenId)
        .where('centre', '=', '')
        .execute()
      const row = await tx
        .selectFrom('api_tokens')
        .select('centre')
        .where('id', '=', tokenId)
        .executeTakeFirst()
      return row?.centre === mark
    })
  }

  function admit(found: Found, { inFleetScope, centre }: AskedAs): MaybeAsync<boolean> {
    if (!found.caller.isCentre) return true
    return inFleetScope && isItsCentre(found, centre)
  }

  return {
    find(token: string, asked: AskedAs): MaybeAsync<TokenCaller | null> {
      const hash = fingerprint(token)
      const found = cached(hash, () => andThen(db.rows<Row>(findSql, [hash]), foundIn))
      return andThen(found, (one) => {
        if (!one) return null
        return andThen(admit(one, asked), (isAdmitted) => {
          if (!isAdmitted) return null
          noteUse(one.caller.tokenId)
          return one.caller
        })
      })
    },
    async list(): Promise<ApiTokenView[]> {
      const rows = await db.read.selectFrom('api_tokens').selectAll().orderBy('id').execute()
      return rows.map((row) => view(row, ''))
    },
    async create(name: string, actor: Actor, scope: TokenScope = 'admin'): Promise<ApiTokenView> {
      const trimmed = name.trim()
      if (trimmed === '') throw new Refusal('token.name-missing', {}, 'name')
      if (Buffer.byteLength(trimmed) > 64) throw new Refusal('token.name-too-long', {}, 'name')
      const token = randomText(48)
      try {
        const row = await commit(actor, async (tx) => {
          const created = await tx
            .insertInto('api_tokens')
            .values({ name: trimmed, token: fingerprint(token), enabled: true, created_at: now(), scope })
            .returningAll()
            .executeTakeFirstOrThrow()
          return {
            result: created,
            action: actionOn('create', trimmed),
            alert: { kind: 'token.created', params: { name: trimmed, by: actor.name || actor.kind } },
          }
        })
        return view(row, token)
      } catch (error) {
        if (isUniqueViolation(error)) throw new Refusal('token.name-taken', {}, 'name')
        throw error
      }
    },
    async remove(id: number, actor: Actor): Promise<void> {
      await commit(actor, async (tx) => {
        const gone = await tx
          .deleteFrom('api_tokens')
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst()
        return { result: undefined, action: gone && actionOn('delete', gone.name) }
      })
    },
    /** A centre gives back the token of its join string. A token that somebody made for the whole API stays. */
    leave: (id: number, actor: Actor): Promise<boolean> =>
      commit(actor, async (tx) => {
        const gone = await tx
          .deleteFrom('api_tokens')
          .where('id', '=', id)
          .where('scope', '=', 'fleet' satisfies TokenScope)
          .returning('name')
          .executeTakeFirst()
        return { result: gone !== undefined, action: gone && actionOn('delete', gone.name) }
      }),
    async setEnabled(id: number, enabled: boolean, actor: Actor): Promise<void> {
      await commit(actor, async (tx) => {
        const row = await tx
          .updateTable('api_tokens')
          .set({ enabled })
          .where('id', '=', id)
          .returning('name')
          .executeTakeFirst()
        if (!row) throw new Refusal('token.missing', {}, 'id')
        return { result: undefined, action: actionOn(enabled ? 'enable' : 'disable', row.name) }
      })
    },
    /** Whether any token is enabled, for the settings view. */
    async exists(): Promise<boolean> {
      return (await db.rows('select 1 as one from api_tokens where enabled = true limit 1', [])).length > 0
    },
  }
}

export type Tokens = ReturnType<typeof createTokens>

const view = (row: Selectable<Schema['api_tokens']>, token: string): ApiTokenView => ({
  id: row.id,
  name: row.name,
  token,
  enabled: row.enabled,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  expiresAt: 0,
  scope: row.scope,
})

import { createHmac, hash } from 'node:crypto'
import type { OldSubscriptions } from '#domain/move-in/arrival.ts'
import {
  type Digests,
  isHonoured,
  mayBeToken,
  oldNameKey,
  readOldToken,
  type TokenClaim,
} from '#domain/move-in/marzban/old-token.ts'
import type { SubscriptionFormat } from '#domain/subscription/urls.ts'
import { isStorable } from '../../platform/db/storable.ts'
import { andThen, type MaybeAsync } from '../../platform/maybe-async.ts'
import type { Change } from '../../store/changes/change.ts'
import type { Db } from '../../store/open.ts'
import type { Asked } from '../request.ts'

const digests: Digests = {
  sha256: (text) => hash('sha256', text, 'hex'),
  hmacSha256: (key, text) => createHmac('sha256', key).update(text).digest('hex'),
}

type IdentityTuple = readonly [subId: string, createdAt: number, revokedAt: number]

// A client that was deleted, or that got another subscription id since, is not found.
const identitySql = (column: 'name_key' | 'old_id') => `select o.sub_id, o.created_at, o.revoked_at
  from old_identities o join clients c on c.id = o.client_id and c.sub_id = o.sub_id
  where o.source_id = $1 and o.${column} = $2 and o.sub_id <> '' order by c.id`
const byNameSql = identitySql('name_key')
const byIdSql = identitySql('old_id')

interface Verified {
  source: OldSource
  request: OldRequest
  claim: TokenClaim
}

/** Subscription URLs of another panel: verified with its secret, then answered as the client's own (ADR 090). */
export function createOldUrls({ db, sources }: { db: Db; sources: OldSources }) {
  function identities({ source, claim }: Verified): MaybeAsync<readonly IdentityTuple[]> {
    if ('id' in claim) return db.tuples<IdentityTuple>(byIdSql, [source.id, claim.id])
    if (!isStorable(claim.name)) return []
    return db.tuples<IdentityTuple>(byNameSql, [source.id, oldNameKey(source.kind, claim.name)])
  }

  /** The first of them that names a client which is still here. */
  function firstOf([one, ...others]: readonly Verified[]): MaybeAsync<Asked | null> {
    if (!one) return null
    return andThen(identities(one), (rows) => {
      const { format, exact, query } = one.request
      const found = rows.find(([, createdAt, revokedAt]) => isHonoured(one.claim, { createdAt, revokedAt }))
      return found ? { format, exact, id: found[0], query: new URLSearchParams(query) } : firstOf(others)
    })
  }

  return {
    /** The token in a URL below the path of another panel; null if it is not below one. */
    token: (url: string): MaybeAsync<string | null> =>
      andThen(sources.get(), (all) => {
        for (const { path } of all) {
          const request = readOldRequest(path, url)
          if (request) return request.token
        }
        return null
      }),
    /** What the URL asks of this panel; null if no secret signed it, or its client is gone. */
    find: (url: string): MaybeAsync<Asked | null> =>
      andThen(sources.get(), (all) =>
        firstOf(
          all.flatMap((source) => {
            const request = readOldRequest(source.path, url)
            const claim = request && readOldToken(source, request.token, digests)
            return claim ? [{ source, request, claim }] : []
          }),
        ),
      ),
  }
}

export type OldUrls = ReturnType<typeof createOldUrls>

/** What is asked below the token. */
interface OldForm {
  format: SubscriptionFormat
  /** The format was asked for by name: neither the page nor what the app is known to read comes instead. */
  exact: boolean
}

interface OldRequest extends OldForm {
  token: string
  query: string
}

const plain: OldForm = { format: 'raw', exact: false }
const exactly = (format: SubscriptionFormat): OldForm => ({ format, exact: true })

/**
 * The other panels' names of what this panel renders. Absent are replies of their API and files that it does not have:
 * `info`, `usage`, `apps`, `raw`, `wireguard`.
 */
const forms: Readonly<Record<string, OldForm>> = {
  '': plain,
  'sing-box': exactly('singbox'),
  sing_box: exactly('singbox'),
  'clash-meta': exactly('clash'),
  clash_meta: exactly('clash'),
  clash: exactly('clash'),
  'v2ray-json': exactly('json'),
  xray: exactly('json'),
  v2ray: exactly('raw'),
  links: exactly('raw'),
  links_base64: exactly('raw'),
  // Its Shadowsocks server is among the links, which Outline reads as well.
  outline: exactly('raw'),
}

/** Parses `<path><token>[/<form>][/][?query]`; null if it is nothing of that kind. */
function readOldRequest(path: string, url: string): OldRequest | null {
  if (!url.startsWith(path)) return null
  const mark = url.indexOf('?')
  const whole = mark < 0 ? url : url.slice(0, mark)
  const rest = (whole.endsWith('/') ? whole.slice(0, -1) : whole).slice(path.length)
  const [token = '', form = '', more] = rest.split('/')
  if (more !== undefined || !mayBeToken(token) || !Object.hasOwn(forms, form)) return null
  return { ...forms[form]!, token, query: mark < 0 ? '' : url.slice(mark + 1) }
}

/** Another panel whose subscription URLs are answered. */
export interface OldSource extends OldSubscriptions {
  id: number
}

const sourcesSql = 'select id, kind, secret, path from old_subscriptions order by id'

/** Another panel on the same PostgreSQL cannot notify us; on SQLite there is no other panel. */
const postgresAgeMs = 2_000

/** The few rows are kept in memory: a panel without any answers as if they did not exist. */
export function createOldSources({ db, now }: { db: Db; now: () => number }) {
  let current: readonly OldSource[] | undefined
  let readAt = 0
  let changes = 0
  let loading: MaybeAsync<readonly OldSource[]> | undefined

  function read(): MaybeAsync<readonly OldSource[]> {
    const [at, began] = [changes, now()]
    return andThen(db.rows<OldSource>(sourcesSql, []), (rows) => {
      // If something changed during the read, the result may miss it: use it for this caller only.
      if (at === changes) [current, readAt] = [rows, began]
      return rows
    })
  }

  return {
    /** Synchronous if cached, and on SQLite. */
    get(): MaybeAsync<readonly OldSource[]> {
      if (current && (db.engine === 'sqlite' || now() - readAt < postgresAgeMs)) return current
      if (loading) return loading
      const rows = read()
      if (!(rows instanceof Promise)) return rows
      const shared = rows.finally(() => {
        if (loading === shared) loading = undefined
      })
      loading = shared
      return shared
    },
    onChange({ kind }: Pick<Change, 'kind'>) {
      if (kind !== 'old-subscriptions-changed') return
      changes++
      current = undefined
      loading = undefined // it began before the change: the next caller starts a new read
    },
  }
}

export type OldSources = ReturnType<typeof createOldSources>

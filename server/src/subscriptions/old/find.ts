import { createHmac, hash } from 'node:crypto'
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
import type { Db } from '../../store/open.ts'
import type { Asked } from '../request.ts'
import type { OldSource, OldSources } from './sources.ts'

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

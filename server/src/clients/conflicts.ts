import type { StoredClient } from '#domain/clients/client.ts'
import {
  type Credentials,
  credentialKeys,
  indexedCredentials,
  sharedCredential,
} from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { isMasqueName } from '#domain/inbounds/masque.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Reader } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { chunked, type Sets } from '../store/sets.ts'
import { createAddresses } from './addresses.ts'
import type { Known, Target } from './find.ts'

/**
 * A client to be saved: the stored one (null for a new one), its next state, and the inbounds it will be attached to.
 */
export interface Draft {
  known: Known | null
  next: StoredClient
  inboundIds: readonly number[]
  /** An inbound whose protocol or cipher changed: existing attachments to it are checked again. */
  anew?: number
}

/** A stored client with other fields, on the same inbounds. */
export const draftOf = (known: Known, next: StoredClient) => ({ known, next, inboundIds: known.inboundIds })

/** Tags of the core's outbounds, as this transaction sees them. */
export type OutboundTags = (tx: Reader) => Promise<ReadonlySet<string>>

export type Refused = Map<Draft, Refusal>

/** Names must be unique: the email ignoring case, the subscription id exactly. */
const names = {
  email_key: {
    of: (c: StoredClient) => emailKey(c.email),
    refusal: (c: StoredClient) => new Refusal('client.email-taken', { email: c.email }, 'email'),
  },
  sub_id: {
    of: (c: StoredClient) => c.subId,
    refusal: (c: StoredClient) => new Refusal('client.sub-id-taken', { subId: c.subId }, 'subId'),
  },
}
type NameColumn = keyof typeof names

type Keys = ReturnType<typeof indexedCredentials>

/** One client's Shadowsocks key may equal another client's password. */
const passwords = (k: Keys) => [k.passwordKey, k.shadowsocksKey]
const credentialColumns = {
  uuid_key: (k: Keys) => [k.uuidKey],
  password_key: passwords,
  shadowsocks_key: passwords,
  auth_key: (k: Keys) => [k.authKey],
}
type CredentialColumn = keyof typeof credentialColumns

interface Owner {
  id: number
  email: string
  uuid: string
  password: string
  auth: string
  shadowsocks_key: string
  inbound_id: number
}

/** Inbounds where this draft's credentials must be checked against other clients. */
function askingInbounds(d: Draft): readonly number[] {
  if (!d.known) return d.inboundIds
  const { known, next } = d
  const { uuid, password, auth, shadowsocksKey } = toClient(known.row)
  const kept = uuid === next.uuid && password === next.password && auth === next.auth
  if (!kept || shadowsocksKey !== next.shadowsocksKey) return d.inboundIds
  return d.inboundIds.filter((id) => id === d.anew || !known.inboundIds.includes(id))
}

function renamed(drafts: readonly Draft[], column: NameColumn): Draft[] {
  const { of } = names[column]
  return drafts.filter((d) => of(d.next) !== '' && (!d.known || of(toClient(d.known.row)) !== of(d.next)))
}

/**
 * Finds the drafts that cannot be saved, and why. All checks run on sets, so one client and a hundred thousand cost the
 * same number of statements. Of two drafts that conflict with each other, the first wins. Drafts that join a WireGuard inbound
 * get their addresses.
 */
export function createConflicts(sets: Sets, outboundTags: OutboundTags) {
  const { among, inOrder } = sets
  const addresses = createAddresses(sets)
  async function askNames(
    tx: Reader,
    drafts: readonly Draft[],
    column: NameColumn,
    into: Map<string, number>,
  ) {
    for (const part of chunked(drafts)) {
      const asked = part.map((d) => names[column].of(d.next))
      const rows = await tx
        .selectFrom('clients')
        .select(['id', column])
        .where(among(column, asked))
        .where(column, '<>', '') // lets the planner use the partial index
        .execute()
      for (const row of rows) into.set(row[column], row.id)
    }
  }

  /** Filter by credential only: with the inbound in the filter, the planner might scan a whole inbound. */
  async function askCredentials(
    tx: Reader,
    asked: readonly string[],
    column: CredentialColumn,
    into: Owner[],
  ) {
    for (const part of chunked(asked)) {
      const rows = await tx
        .selectFrom('clients as c')
        .innerJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
        .select(['c.id', 'c.email', 'c.uuid', 'c.password', 'c.auth', 'c.shadowsocks_key', 'ci.inbound_id'])
        .where(among(`c.${column}`, part))
        .where(`c.${column}`, '<>', '') // lets the planner use the partial index
        .execute()
      for (const row of rows) into.push(row)
    }
  }

  /** The core removes an outbound together with the client whose reverse tag equals the outbound's tag. */
  async function takenReverse(tx: Reader, drafts: readonly Draft[], refused: Refused) {
    const asking = drafts.filter((d) => {
      const tag = d.next.reverse?.tag
      return tag && !refused.has(d) && (!d.known || toClient(d.known.row).reverse?.tag !== tag)
    })
    if (asking.length === 0) return
    const tags = await outboundTags(tx)
    for (const d of asking) {
      const tag = d.next.reverse?.tag ?? ''
      if (tags.has(tag)) refused.set(d, new Refusal('client.reverse-tag-taken', { tag }, 'reverse'))
    }
  }

  return async function conflicts(
    tx: Reader,
    drafts: readonly Draft[],
    targets: ReadonlyMap<number, Target>,
  ): Promise<Refused> {
    const refused: Refused = new Map()
    const asking = { email_key: renamed(drafts, 'email_key'), sub_id: renamed(drafts, 'sub_id') }
    const taken = { email_key: new Map<string, number>(), sub_id: new Map<string, number>() }
    const attaching = drafts.filter((d) => askingInbounds(d).length > 0)
    const keys = attaching.map((d) => indexedCredentials(d.next))
    const owners: Owner[] = []
    const columns = Object.entries(credentialColumns) as [CredentialColumn, (k: Keys) => string[]][]
    await inOrder([
      () => askNames(tx, asking.email_key, 'email_key', taken.email_key),
      () => askNames(tx, asking.sub_id, 'sub_id', taken.sub_id),
      ...columns.map(([column, keysOf]) => () => {
        const asked = new Set(keys.flatMap(keysOf))
        asked.delete('')
        return askCredentials(tx, [...asked], column, owners)
      }),
    ])
    judgeNames(asking.email_key, 'email_key', taken.email_key, refused)
    judgeNames(asking.sub_id, 'sub_id', taken.sub_id, refused)
    judgeCredentials(drafts, targets, owners, refused)
    judgeMasqueNames(drafts, targets, refused)
    await takenReverse(tx, drafts, refused)
    await addresses(tx, drafts, targets, refused)
    return refused
  }
}

function judgeNames(
  asking: readonly Draft[],
  column: NameColumn,
  stored: ReadonlyMap<string, number>,
  refused: Refused,
) {
  const { of, refusal } = names[column]
  const taken = new Map<string, number | null>(stored) // name -> row id, null for a new draft
  for (const d of asking) {
    if (refused.has(d)) continue
    const name = of(d.next)
    const owner = taken.get(name)
    if (owner !== undefined && (owner === null || owner !== d.known?.row.id)) refused.set(d, refusal(d.next))
    else taken.set(name, d.known?.row.id ?? null)
  }
}

function judgeCredentials(
  drafts: readonly Draft[],
  targets: ReadonlyMap<number, Target>,
  owners: readonly Owner[],
  refused: Refused,
) {
  const own = new Set(drafts.flatMap((d) => (d.known ? [d.known.row.id] : [])))
  const taken = new Map<string, string>() // credential as the core sees it -> email of its owner
  const claim = (inboundId: number, c: Credentials): string[] => {
    const target = targets.get(inboundId)
    return target ? credentialKeys(target.protocol, c, target.method).map((k) => `${inboundId} ${k}`) : []
  }
  for (const row of owners) {
    if (own.has(row.id)) continue // checked below, in its new state
    for (const key of claim(row.inbound_id, { ...row, shadowsocksKey: row.shadowsocks_key }))
      taken.set(key, row.email)
  }
  const asking = drafts.filter((d) => !refused.has(d)).map((d) => ({ d, ids: askingInbounds(d) }))
  // A draft keeps the credentials that are not being checked again: another draft of the same call cannot take them.
  for (const { d, ids } of asking)
    for (const id of d.inboundIds)
      if (!ids.includes(id)) for (const key of claim(id, d.next)) taken.set(key, d.next.email)
  for (const { d, ids } of asking) {
    const keys = ids.flatMap((id) => claim(id, d.next))
    const other = keys.map((k) => taken.get(k)).find((email) => email !== undefined)
    if (other !== undefined) refused.set(d, sharedCredential(other))
    else for (const key of keys) taken.set(key, d.next.email)
  }
}

/** MASQUE knows its clients by name, and takes no colon in one. */
function judgeMasqueNames(drafts: readonly Draft[], targets: ReadonlyMap<number, Target>, refused: Refused) {
  for (const d of drafts) {
    const { email } = d.next
    if (isMasqueName(email) || refused.has(d)) continue
    const isSameName = d.known && toClient(d.known.row).email === email
    const joins = (id: number) => !isSameName || id === d.anew || !d.known?.inboundIds.includes(id)
    if (d.inboundIds.some((id) => targets.get(id)?.protocol === 'masque' && joins(id)))
      refused.set(d, new Refusal('client.masque-name', { email }, 'email'))
  }
}

export type Conflicts = ReturnType<typeof createConflicts>

import { carriesClients } from '#contract/protocol.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { isCheckUser } from '#domain/core-config/check-user.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import {
  deviceUser,
  onInbound,
  readCoreUser,
  withAddress,
  withoutInbound,
} from '#domain/core-config/user-names.ts'
import {
  coreUser,
  type Entry,
  type HiddenBytes,
  nameOnInbound,
  type UserSource,
  userDiff,
  userNamed,
} from '#domain/core-config/users.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import type { ClientChange } from '../../store/changes/change.ts'
import type { Db } from '../../store/open.ts'
import { toUserSource } from '../../store/rows/client.ts'
import { setsFor } from '../../store/sets.ts'
import type { UserOperation } from '../api/execute-users.ts'
import type { DesiredState } from './desired.ts'

/** Where a user of this inbound lives in the core; the account type is derived from it, never guessed. */
export function homeOf(inbound: SectionSource) {
  if (!carriesClients(inbound.protocol)) throw new Error(`${inbound.tag} carries no users`)
  return { tag: inbound.tag, protocol: inbound.protocol, method: methodOf(inbound) }
}

export const addUser = (inbound: SectionSource, entry: Entry): UserOperation => ({
  op: 'addUser',
  home: homeOf(inbound),
  entry,
})

/** One user of one inbound whose state in the core may differ from the database. */
export interface UserItem {
  inboundId: number
  /** The core's name of the user: the client's email, or the name of one of its devices. */
  email: string
  /** The email in the form that the core compares. */
  key: string
  /** What the core last got; null = nothing, undefined = unknown. */
  before: StoredClient | null | undefined
  /** The client is removed from this inbound: handled before others. */
  closes?: boolean
  /** The core has this email with a wrong key: removed, whatever is stored. */
  wrong?: string | undefined
  /** The core has it under this name: with or without the inbound in it. Its connections stay. */
  renames?: string | undefined
}

/** A client whose open connections must end, and on which inbounds. */
export interface Cut {
  email: string
  tags: string[]
  /** To be planned when the connections have ended: otherwise old and new ones could not be told apart. */
  again: UserItem[]
}

interface Now {
  client: UserSource
  flowOn: Map<number, string>
}

/** The core's names for a client: itself, and its devices. */
const namesOf = (email: string, devices: readonly number[]): string[] => [
  email,
  ...devices.map((device) => deviceUser(device, email)),
]

/** The addresses of an inbound whose links have keys of their own, as the core has them. */
export type KeysOn = (inboundId: number) => SectionSource['addressKeys']

/** With the users that have the keys of addresses. */
const withKeys = (names: readonly string[], keys: ReturnType<KeysOn>): readonly string[] =>
  keys ? [...names, ...keys.flatMap(({ id }) => names.map((name) => withAddress(name, id)))] : names

/**
 * The user items of a change. A new name is another user in the core: the old one is removed first, and the new one
 * added when the old connections have ended. A change of letter case is the same user.
 */
export function itemsOf(change: ClientChange, keysOn: KeysOn): { first: UserItem[]; later: UserItem[] } {
  const { email, formerEmail, inboundIds, formerInboundIds, before, closes, devices = [] } = change
  const isSame = emailKey(email) === emailKey(formerEmail ?? email)
  const namesOn = (whose: string, inboundId: number) => withKeys(namesOf(whose, devices), keysOn(inboundId))
  const itemOf = (name: string) => ({ email: name, key: emailKey(name) })
  const first: UserItem[] = []
  const later: UserItem[] = []
  for (const inboundId of new Set([...formerInboundIds, ...inboundIds])) {
    const was = before === undefined || formerInboundIds.includes(inboundId) ? before : null
    const leaves = was !== null && (closes === true || !inboundIds.includes(inboundId))
    const former = { inboundId, before: was, ...(leaves && { closes: true }) }
    const names = namesOn(email, inboundId)
    if (isSame) first.push(...names.map((name) => ({ ...former, ...itemOf(name) })))
    else {
      const formerNames = namesOn(formerEmail ?? email, inboundId)
      first.push(...formerNames.map((name) => ({ ...former, ...itemOf(name), closes: true })))
      later.push(...names.map((name) => ({ inboundId, ...itemOf(name), before: null })))
    }
  }
  return { first, later }
}

/** Plans the operations for these users from what is stored now. */
export function createUserPlanner(
  db: Db,
  { checkUsersOf, hidden }: Pick<DesiredState, 'checkUsersOf' | 'hidden'>,
) {
  const { among, prepared } = setsFor(db.engine)
  // One query instead of two: this runs between the commit and the core.
  const rowsOf = prepared((source, keys: readonly string[]) =>
    source
      .selectFrom('clients as c')
      .leftJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
      .select(['c.id', 'c.email', 'c.email_key', 'c.uuid', 'c.password', 'c.auth', 'c.flow'])
      .select(['c.security', 'c.reverse', 'c.enable', 'c.shadowsocks_key'])
      .select(['c.device_keys', 'c.device_secrets', 'ci.inbound_id', 'ci.flow_override'])
      .select(['c.wg_public_key', 'c.wg_pre_shared_key', 'c.wg_allowed_ips', 'c.wg_keep_alive'])
      .select(['c.counted_inbounds', 'c.spent_inbounds'])
      .where(among('c.email_key', keys)),
  )

  async function asStored(keys: readonly string[]): Promise<Map<string, Now>> {
    const rows = await rowsOf(db.read, keys)
    const found = new Map<string, Now>()
    for (const row of rows) {
      const known = found.get(row.email_key) ?? {
        client: toUserSource({ ...row, flow_override: '' }),
        flowOn: new Map<number, string>(),
      }
      if (row.inbound_id !== null) known.flowOn.set(row.inbound_id, row.flow_override ?? '')
      found.set(row.email_key, known)
    }
    return found
  }

  /** `renaming`: inbounds whose users may still have the other name in the core, with or without the inbound in it. */
  async function plan(
    items: readonly UserItem[],
    running: ReadonlyMap<number, SectionSource>,
    renaming: ReadonlySet<number> = new Set(),
  ) {
    const clients = items.filter(({ key }) => !isCheckUser(key))
    const stored = await asStored([...new Set(clients.map(({ key }) => readCoreUser(key).email))])
    const removals: UserOperation[] = []
    const additions: UserOperation[] = []
    const cuts = new Map<string, Cut>()
    const derived = hidden()
    for (const item of items) {
      const inbound = running.get(item.inboundId)
      if (!isLocal(inbound)) continue
      const has = isCheckUser(item.key)
        ? (checkUsersOf(inbound).find(({ email }) => emailKey(email) === item.key) ?? null)
        : storedEntry(item, inbound, stored.get(readCoreUser(item.key).email), derived)
      const { remove, add, ends } = changeFor(item, inbound, has, derived)
      if (remove !== undefined) removals.push({ op: 'removeUser', tag: inbound.tag, email: remove })
      const isUnsure = renaming.has(inbound.id) || (item.before === undefined && !has)
      if (remove !== undefined && isUnsure && !isCheckUser(item.key))
        removals.push({ op: 'removeUser', tag: inbound.tag, email: otherName(inbound, remove) })
      if (remove !== undefined && ends) noteCut(cuts, remove, inbound, item)
      else if (add) additions.push(addUser(inbound, add))
    }
    return { operations: [...removals, ...additions], cuts: [...cuts.values()] }
  }

  return { plan }
}

export type UserPlanner = ReturnType<typeof createUserPlanner>
export type UserPlan = Awaited<ReturnType<UserPlanner['plan']>>

/** What the client of this item has on the inbound by the database. */
function storedEntry(
  item: UserItem,
  inbound: SectionSource,
  now: Now | undefined,
  hidden: HiddenBytes,
): Entry | null {
  const flowOverride = now?.flowOn.get(item.inboundId)
  return now && flowOverride !== undefined
    ? entryOf(item, inbound, { ...now.client, flowOverride }, hidden)
    : null
}

/** The entry of a client or, if the item is about one, of its device, by the key that the item is about. */
function entryOf(
  { key }: UserItem,
  inbound: SectionSource,
  client: UserSource,
  hidden: HiddenBytes,
): Entry | null {
  const user = userNamed(inbound, client, key, hidden)
  return (user && coreUser(inbound, user)) ?? null
}

/** The name that a user had before its bytes on the inbound were counted apart, or while they were. */
export function otherName({ id }: Pick<SectionSource, 'id'>, name: string): string {
  const plain = withoutInbound(name)
  return plain === name ? onInbound(name, id) : plain
}

/** What the core needs so that it has this user as stored, and whether the user's open connections must end. */
export function changeFor(item: UserItem, inbound: SectionSource, has: Entry | null, hidden: HiddenBytes) {
  const add = has ?? undefined
  if (item.wrong !== undefined) return { remove: item.wrong, add, ends: !isCheckUser(item.key) }
  const had = item.before ? entryOf(item, inbound, item.before, hidden) : null
  // A client that was removed, renamed or re-keyed must lose its old connections.
  const ends = had !== null && !sameCredential(had, has)
  // Another name in the core alone is no new credential: what is open goes on.
  if (item.renames !== undefined) return { remove: item.renames, add, ends: ends || !has }
  if (item.before === undefined)
    return { remove: has?.email ?? nameOnInbound(inbound, item.email), add, ends: false }
  return { ...userDiff(had, has), ends }
}

function noteCut(cuts: Map<string, Cut>, email: string, inbound: SectionSource, item: UserItem): void {
  const known = cuts.get(email)
  const { wrong: _, closes: __, renames: ___, ...user } = item
  cuts.set(email, {
    email,
    tags: [...(known?.tags ?? []), inbound.tag],
    again: [...(known?.again ?? []), { ...user, before: null }],
  })
}

/** That the inbound is in one of the names only is another way to count, and no other person. */
const isSamePerson = (a: Entry, b: Entry): boolean =>
  emailKey(withoutInbound(a.email)) === emailKey(withoutInbound(b.email))

/** A new flow applies to the next connection; a new name or key ends the old ones. */
function sameCredential(had: Entry, has: Entry | null): boolean {
  if (!has || !isSamePerson(had, has)) return false
  const key = (e: Entry) =>
    JSON.stringify([
      'id' in e && e.id,
      'password' in e && e.password,
      'auth' in e && e.auth,
      'pass' in e && e.pass,
      'publicKey' in e && [e.publicKey, e.allowedIPs],
    ])
  return key(had) === key(has)
}

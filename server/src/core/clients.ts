import { emailKey } from '#domain/clients/names.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { coreUser, type Entry, type UserSource, userDiff } from '#domain/core-config/users.ts'
import type { ClientChange } from '../changes/bus.ts'
import type { LiveOperation } from '../core-api/execute.ts'
import type { Db } from '../db/open.ts'
import { toUserSource } from '../db/rows/client.ts'
import { setsFor } from '../db/sets.ts'
import { isLocal } from './desired.ts'
import { addUser } from './live.ts'

export interface UserPlan {
  operations: LiveOperation[]
  /** Whose open sessions must end, and on which inbounds. */
  cuts: Cut[]
}

export interface Cut {
  email: string
  tags: string[]
  /** To be planned when the sessions have ended: let in sooner, the old ones could not be told from the new. */
  again: ClientChange
}

interface Now {
  client: UserSource
  flowOn: Map<number, string>
}

/** What a change of clients asks of the core: only those clients, only where they were or are (house rule 5). */
export function createUserPlan(db: Db) {
  const { among } = setsFor(db.engine)

  async function asStored(emails: readonly string[]): Promise<Map<string, Now>> {
    // One question, not two: this stands between the commit and the core.
    const rows = await db.read
      .selectFrom('clients as c')
      .leftJoin('client_inbounds as ci', 'ci.client_id', 'c.id')
      .select(['c.id', 'c.email', 'c.email_key', 'c.uuid', 'c.password', 'c.auth', 'c.flow'])
      .select(['c.security', 'c.reverse', 'c.enable', 'c.shadowsocks_key'])
      .select(['ci.inbound_id', 'ci.flow_override'])
      .where(among('c.email_key', emails.map(emailKey)))
      .execute()
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

  return async function planUsers(
    changes: readonly ClientChange[],
    running: ReadonlyMap<number, SectionSource>,
  ): Promise<UserPlan> {
    const stored = await asStored(changes.map((c) => c.email))
    const removals: LiveOperation[] = []
    const additions: LiveOperation[] = []
    const cuts = new Map<string, Cut>()
    for (const change of changes) {
      const now = stored.get(emailKey(change.email))
      for (const id of new Set([...change.formerInboundIds, ...change.inboundIds])) {
        const inbound = running.get(id)
        if (!isLocal(inbound)) continue
        const had = entryBefore(change, inbound)
        const has = now?.flowOn.has(id)
          ? (coreUser(inbound, { ...now.client, flowOverride: now.flowOn.get(id) ?? '' }) ?? null)
          : null
        const { remove, add } =
          had === undefined
            ? { remove: change.formerEmail ?? change.email, ...(has && { add: has }) }
            : userDiff(had, has)
        if (remove !== undefined) removals.push({ op: 'removeUser', tag: inbound.tag, email: remove })
        // Whoever is removed for good, renamed or re-keyed has no business on the old sessions.
        const ends = remove !== undefined && had && !sameCredential(had, has)
        if (ends) noteCut(cuts, remove, inbound, change)
        else if (add) additions.push(addUser(inbound, add))
      }
    }
    return {
      operations: [...removals, ...additions],
      cuts: [...cuts.values()],
    }
  }
}

/** undefined: nobody knows; null: the core did not have it there. */
function entryBefore(
  { before, formerInboundIds }: ClientChange,
  inbound: SectionSource,
): Entry | null | undefined {
  if (before === undefined) return undefined
  if (before === null || !formerInboundIds.includes(inbound.id)) return null
  return coreUser(inbound, before) ?? null
}

function noteCut(cuts: Map<string, Cut>, email: string, inbound: SectionSource, change: ClientChange): void {
  const known = cuts.get(email)
  const tags = [...(known?.tags ?? []), inbound.tag]
  const inboundIds = [...(known?.again.inboundIds ?? []), inbound.id]
  const again = { email: change.email, formerEmail: null, inboundIds, formerInboundIds: [], before: null }
  cuts.set(email, { email, tags, again })
}

/** A new flow is for the next connection; a new name or key ends the old ones. */
function sameCredential(had: Entry, has: Entry | null): boolean {
  if (!has || had.email !== has.email) return false
  const key = (e: Entry) =>
    JSON.stringify(['id' in e && e.id, 'password' in e && e.password, 'auth' in e && e.auth])
  return key(had) === key(has)
}

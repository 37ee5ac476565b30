import { sql } from 'kysely'
import type { StoredClient } from '#domain/clients/client.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Refusal } from '#domain/refusal.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { chunked } from '../store/sets.ts'
import type { Draft } from './conflicts.ts'
import { touched, union } from './service.ts'
import { changeOf, type Writing } from './writing.ts'

/** A client that another panel has, with the record that it gets or has here. */
export interface ComingClient {
  next: StoredClient
  attachments: readonly { inboundId: number; flowOverride: string }[]
  /** What the other panel counted and nobody has counted here. */
  up: number
  down: number
  /** Milliseconds. */
  lastOnline: number
}

/** Clients of another panel become clients of this one, as they are. */
export function createAdopt(w: Writing) {
  const { find, sets } = w

  async function draftsOf(tx: Tx, coming: readonly ComingClient[]): Promise<Draft[]> {
    const emails = coming.map(({ next }) => next.email)
    const known = await find.many(tx, emails)
    return coming.map(({ next, attachments }) => {
      const hit = known.get(emailKey(next.email)) ?? null
      const ids = attachments.map(({ inboundId }) => inboundId)
      const inboundIds = union(hit?.inboundIds ?? [], ids)
      if (!hit) return { known: null, next, inboundIds }
      return { known: hit, next: touched(toClient(hit.row), next, w.now()), inboundIds }
    })
  }

  /** One person may have several clients with one subscription id on the other panel (R18): that is no conflict. */
  async function refusedAmong(tx: Tx, drafts: readonly Draft[]): Promise<Map<string, Refusal>> {
    const targets = await find.targetsOf(tx, drafts)
    const asked = drafts.map((d) => ({ ...d, next: { ...d.next, subId: '' } }))
    const found = await w.conflicts(tx, asked, targets)
    return new Map([...found].map(([d, refusal]) => [emailKey(d.next.email), refusal]))
  }

  async function writeFlows(tx: Tx, ids: ReadonlyMap<string, number>, coming: readonly ComingClient[]) {
    for (const { next, attachments } of coming)
      for (const { inboundId, flowOverride } of attachments) {
        const id = ids.get(emailKey(next.email))
        if (flowOverride === '' || id === undefined) continue
        await tx
          .updateTable('client_inbounds')
          .set({ flow_override: flowOverride })
          .where('client_id', '=', id)
          .where('inbound_id', '=', inboundId)
          .execute()
      }
  }

  async function addBytes(tx: Tx, coming: readonly ComingClient[]): Promise<void> {
    const sqlite = w.db.engine === 'sqlite'
    const [least, larger] = [sql.raw(sqlite ? 'min' : 'least'), sql.raw(sqlite ? 'max' : 'greatest')]
    const most = sql.raw(String(mostBytes))
    const rows = coming
      .filter(({ up, down, lastOnline }) => up + down + lastOnline > 0)
      .map(({ next, up, down, lastOnline }) => ({ email: next.email, u: up, d: down, seen: lastOnline }))
    for (const part of chunked(rows)) {
      const source = sets.unfold(part, { email: 'text', u: 'int', d: 'int', seen: 'int' })
      await sql`update client_traffics set
        up = ${least}(up + v.u, ${most} - down),
        down = ${least}(down + v.d, ${most} - ${least}(up + v.u, ${most} - down)),
        last_online = ${larger}(last_online, v.seen)
        from ${source} as v where client_traffics.email = v.email`.execute(tx)
    }
  }

  /** Returns row ids and refusals by email key: some cannot be saved beside what is here. */
  return async function adopt(tx: Tx, coming: readonly ComingClient[]) {
    const drafts = await draftsOf(tx, coming)
    const refused = await refusedAmong(tx, drafts)
    const isTaken = ({ next }: { next: StoredClient }) => !refused.has(emailKey(next.email))
    const taken = drafts.filter(isTaken)
    await w.saveFine(tx, taken)
    const arrived = coming.filter(isTaken)
    const emails = arrived.map(({ next }) => next.email)
    const saved = await find.many(tx, emails)
    const ids = new Map([...saved].map(([key, { row }]) => [key, row.id]))
    await writeFlows(tx, ids, arrived)
    await w.sums.around(tx, { before: emails }, () => addBytes(tx, arrived))
    return { ids, refused, changes: taken.map(changeOf) }
  }
}

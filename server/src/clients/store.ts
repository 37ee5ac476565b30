import { type RawBuilder, sql } from 'kysely'
import type { Named } from '#contract/follow.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Tx } from '../store/open.ts'
import { clientColumns, limitColumns, limitsOf, toRow } from '../store/rows/client.ts'
import { chunked, type Sets } from '../store/sets.ts'
import { addressRows } from './address-rows.ts'
import { createCarry } from './carry.ts'
import type { Draft } from './conflicts.ts'
import type { Known } from './find.ts'
import type { GroupSums } from './group-sums.ts'
import type { InboundTraffic } from './inbound-traffic.ts'
import type { Quotas } from './quotas/quotas.ts'
import { createTombstones } from './tombstones.ts'
import type { DeviceCount } from './undo/image.ts'

/** What rooms on higher floors do inside the transaction that renames, removes, resets or restores clients. */
export interface ClientHooks {
  renamed(tx: Tx, from: string, to: string): Promise<void>
  taken(tx: Tx, emails: readonly string[]): Promise<void>
  /** By row id. */
  removed(tx: Tx, clients: readonly number[]): Promise<void>
  /** The rows that `removed` will delete. */
  rowsOf(tx: Tx, clients: readonly number[]): Promise<({ client_id: number } & Record<string, unknown>)[]>
  /** Puts such rows back. */
  restored(tx: Tx, rows: readonly Record<string, unknown>[]): Promise<void>
  /** The counters of these clients begin anew; without a subquery of row ids, those of all. */
  zeroed(tx: Tx, clients?: RawBuilder<unknown>): Promise<void>
  /** What the devices of these clients, or of all, have counted. */
  counted(tx: Tx, clients?: readonly number[]): Promise<DeviceCount[]>
  /** Adds such counts again. */
  recounted(tx: Tx, counts: readonly DeviceCount[]): Promise<void>
  ipsCleared(email: string): void
  /** Puts back what a plan named before an act; false if it is gone or names something else since. */
  planNames(tx: Tx, id: number, named: { was: Named; is: Named }): Promise<boolean>
}

/** `nextMark` in the database. */
export const markSql = (now: number) =>
  sql<number>`case when set_at >= ${sql.lit(now)} then set_at + 1 else ${sql.lit(now)} end`

const keysOf = (drafts: readonly Draft[]) => drafts.map((d) => emailKey(d.next.email))

/** The only writer of the client tables. Every method takes a set. */
export function createClientStore(
  sets: Sets,
  sums: GroupSums,
  inboundTraffic: InboundTraffic,
  quotas: Quotas,
  hooks: Partial<ClientHooks> = {},
) {
  const { among } = sets
  const addresses = addressRows(sets)
  const tombstones = createTombstones(sets)

  const columns = { ...clientColumns, id: 'int' } as const
  // What follows from quotas is written with them: a draft may be older than that.
  const { counted_inbounds: _, spent_inbounds: _s, ...savedColumns } = columns

  async function insertNew(tx: Tx, drafts: readonly Draft[], ids: ReadonlyMap<Draft, number>) {
    const rows = drafts.map((d) => ({ ...toRow(d.next), id: ids.get(d) as number })) // every draft was just given an id
    await sets.insert(tx, 'clients', rows, columns)
  }

  /** A traffic row that outlived its client is reused with the new limits, not the old ones (P40). */
  async function openTraffic(tx: Tx, drafts: readonly Draft[]) {
    const rows = drafts.map((d) => ({ ...limitsOf(d.next), inbound_id: d.inboundIds[0] ?? 0 }))
    await sets.insert(
      tx,
      'client_traffics',
      rows,
      { ...limitColumns, inbound_id: 'int' },
      sql`on conflict (email) do update set enable = excluded.enable, expiry_time = excluded.expiry_time,
        total = excluded.total, reset = excluded.reset, slowed = excluded.slowed, inbound_id = excluded.inbound_id,
        cut_at = case when excluded.enable then 0 else client_traffics.cut_at end`,
    )
  }

  /** A rename takes counters and the IP log along. */
  async function rename(tx: Tx, from: string, to: string) {
    await inboundTraffic.settle(tx) // what is pending has the former name
    for (const [table, column] of [
      ['client_traffics', 'email'],
      ['inbound_client_ips', 'client_email'],
    ] as const) {
      await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${to}`.execute(tx) // left by a client deleted earlier
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where ${sql.ref(column)} = ${from}`.execute(
        tx,
      )
    }
    await hooks.taken?.(tx, [to])
    await hooks.renamed?.(tx, from, to)
  }

  async function link(tx: Tx, pairs: { client_id: number; inbound_id: number; created_at: number }[]) {
    if (pairs.length === 0) return
    const columns = { client_id: 'int', inbound_id: 'int', created_at: 'int' } as const
    await sets.insert(tx, 'client_inbounds', pairs, columns, sql`on conflict do nothing`)
  }

  async function unlink(tx: Tx, pairs: { client_id: number; inbound_id: number }[]) {
    for (const part of chunked(pairs)) {
      const rows = sets.unfold(part, { client_id: 'int', inbound_id: 'int' })
      await sql`delete from client_inbounds where (client_id, inbound_id) in (select client_id, inbound_id from ${rows} as v)`.execute(
        tx,
      )
    }
  }

  /** Counters of devices and of inbounds begin anew with those of their clients. */
  async function partsZeroed(tx: Tx, clients?: RawBuilder<unknown>): Promise<void> {
    await inboundTraffic.zero(tx, clients)
    await quotas.zero(tx, clients)
    await hooks.zeroed?.(tx, clients)
  }
  const named = (emails: readonly string[]) => sql`select id from clients where ${among('email', emails)}`

  async function save(tx: Tx, drafts: readonly Draft[], now: number): Promise<void> {
    const fresh = drafts.filter((d) => d.known === null)
    const stored = drafts.filter((d): d is Draft & { known: Known } => d.known !== null)
    const numbers = fresh.length > 0 ? await sets.nextIds(tx, 'clients', fresh.length) : []
    const ids = new Map(fresh.map((d, i) => [d, numbers[i] as number])) // as many as requested
    const renamed = stored.filter((d) => d.known.row.email_key !== emailKey(d.next.email))
    const added = fresh.map((d) => d.next.email)
    if (added.length > 0) await hooks.taken?.(tx, added)
    // The last bytes of a deleted client may be pending: they are not those of the next one with its name.
    if (await tombstones.raise(tx, keysOf(fresh))) await inboundTraffic.settle(tx)
    for (const d of stored)
      if (d.known.row.email !== d.next.email) await rename(tx, d.known.row.email, d.next.email)
    const pairs = drafts.map((d) => ({
      id: d.known?.row.id ?? (ids.get(d) as number),
      had: d.known?.inboundIds ?? [],
      has: d.inboundIds,
    }))
    const byDraft = new Map(drafts.map((d, i) => [d, pairs[i]?.id as number])) // a pair for each
    const cells = await quotas.settleDrafts(tx, drafts, (d) => byDraft.get(d) as number)
    const links = pairs.flatMap(({ id, had, has }) =>
      has.filter((i) => !had.includes(i)).map((i) => ({ client_id: id, inbound_id: i, created_at: now })),
    )
    const unlinks = pairs.flatMap(({ id, had, has }) =>
      had.filter((i) => !has.includes(i)).map((i) => ({ client_id: id, inbound_id: i })),
    )
    const rows = stored.map((d) => {
      const { counted_inbounds: _, spent_inbounds: _s, ...row } = toRow(d.next)
      return { ...row, id: d.known.row.id }
    })
    const former = renamed.map((d) => d.known.row.email_key)
    const addressed = drafts.map((d, i) => ({
      ...{ id: pairs[i]?.id as number, had: d.known?.row.wg_allowed_ips ?? '', has: d.next.allowedIPs },
    }))
    await sets.inOrder([
      () => insertNew(tx, fresh, ids),
      () => sets.update(tx, 'clients', rows, savedColumns, 'id'),
      () => quotas.writeCells(tx, cells),
      () => openTraffic(tx, drafts),
      () => tombstones.raise(tx, keysOf(renamed)).then(() => tombstones.bury(tx, former, now)),
      () => addresses.keep(tx, addressed),
      () => link(tx, links),
      () => unlink(tx, unlinks),
    ])
  }

  async function remove(tx: Tx, gone: readonly Known[], keepTraffic: boolean, now: number): Promise<void> {
    for (const part of chunked(gone)) {
      const ids = part.map((k) => k.row.id)
      const emails = part.map((k) => k.row.email)
      await inboundTraffic.forget(tx, ids) // first: what is pending is found by name
      await tx.deleteFrom('client_inbounds').where(among('client_id', ids)).execute()
      await tx.deleteFrom('clients').where(among('id', ids)).execute()
      await quotas.usage.forget(tx, ids)
      await addresses.forget(tx, ids)
      await hooks.removed?.(tx, ids)
      if (!keepTraffic) {
        await tx.deleteFrom('client_traffics').where(among('email', emails)).execute()
        await tx.deleteFrom('inbound_client_ips').where(among('client_email', emails)).execute()
      }
      const keys = part.map((k) => k.row.email_key)
      await tombstones.bury(tx, keys, now)
    }
  }

  /** A client that is new, renamed or in another group: it takes its counters along. */
  const movesBytes = ({ known, next }: Draft) =>
    known === null || known.row.group_name !== next.group || known.row.email !== next.email

  return {
    partsZeroed,

    save(tx: Tx, drafts: readonly Draft[], now: number): Promise<void> {
      const moving = drafts.filter(movesBytes)
      const before = moving.flatMap(({ known }) => (known ? [known.row.email] : []))
      const after = moving.map(({ next }) => next.email)
      return sums.around(tx, { before, after }, () => save(tx, drafts, now))
    },

    async remove(tx: Tx, gone: readonly Known[], keepTraffic: boolean, now: number): Promise<void> {
      const before = gone.map((k) => k.row.email)
      await sums.around(tx, { before, after: [] }, () => remove(tx, gone, keepTraffic, now))
    },

    async setCounters(
      tx: Tx,
      emails: readonly string[],
      up: number,
      down: number,
      now: number,
    ): Promise<void> {
      await sums.around(tx, { before: emails }, async () => {
        for (const part of chunked(emails)) {
          await tx
            .updateTable('client_traffics')
            .set({ up, down, cut_at: 0, set_at: markSql(now) })
            .where(among('email', part))
            .execute()
          await partsZeroed(tx, named(part))
        }
      })
    },

    /** What is counted of these deleted clients from now on is put aside, in case the act is undone. */
    async awaitLate(tx: Tx, emails: readonly string[], act: number): Promise<void> {
      const rows = emails.map((email) => ({ email, act_id: act, up: 0, down: 0 }))
      const kinds = { email: 'text', act_id: 'int', up: 'int', down: 'int' } as const
      const again = sql`on conflict (email) do update set act_id = excluded.act_id, up = 0, down = 0`
      await sets.insert(tx, 'undo_late', rows, kinds, again)
    },

    carry: createCarry(sets, sums),

    async renew(tx: Tx, emails: readonly string[], now: number): Promise<void> {
      await sums.around(tx, { before: emails }, async () => {
        for (const part of chunked(emails)) {
          await tx
            .updateTable('client_traffics')
            .set((e) => ({
              ...{ up: 0, down: 0, cut_at: 0 },
              ...{ reset_count: e('reset_count', '+', 1), set_at: markSql(now) },
            }))
            .where(among('email', part))
            .execute()
          await partsZeroed(tx, named(part))
        }
      })
    },

    async setCutAt(tx: Tx, emails: readonly string[], cutAt: number): Promise<void> {
      for (const part of chunked(emails))
        await tx.updateTable('client_traffics').set({ cut_at: cutAt }).where(among('email', part)).execute()
    },

    /** Disables traffic rows whose client is gone, so they are not due again. */
    async switchOff(tx: Tx, emails: readonly string[]): Promise<void> {
      for (const part of chunked(emails))
        await tx
          .updateTable('client_traffics')
          .set({ enable: false, cut_at: 0, reset: 0 })
          .where(among('email', part))
          .execute()
    },
  }
}

export type ClientStore = ReturnType<typeof createClientStore>

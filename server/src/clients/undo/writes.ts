import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { emailKey } from '#domain/clients/field-rules.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Tx } from '../../store/open.ts'
import { limitColumns, limitsOf, toClient } from '../../store/rows/client.ts'
import { type Columns, chunked } from '../../store/sets.ts'
import { addressRows } from '../address-rows.ts'
import type { Draft } from '../conflicts.ts'
import type { Known } from '../find.ts'
import type { Writing } from '../writing.ts'
import type { ChangedImage, Counted, GoneImage, InboundCount, Link, LooseImage, MadeImage } from './image.ts'

type Row = Record<string, unknown>

/** Columns of rows that were written by an earlier version too: what it did not know gets its default. */
function kindsOf(rows: readonly Row[]): Columns<Row> {
  const kinds: Record<string, 'text' | 'int' | 'bool'> = {}
  for (const [name, value] of Object.entries(rows[0] ?? {}))
    kinds[name] = typeof value === 'number' ? 'int' : typeof value === 'boolean' ? 'bool' : 'text'
  return kinds
}

const linkColumns = { client_id: 'int', inbound_id: 'int', flow_override: 'text', created_at: 'int' } as const
const linksOf = (id: number, links: readonly Link[]) => links.map((link) => ({ client_id: id, ...link }))

/** The writes of an undo, to the tables of this room. */
export function createUndoWrites(w: Writing) {
  const { sets } = w
  const least = sql.raw(w.db.engine === 'sqlite' ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))

  const relink = (tx: Tx, rows: ReturnType<typeof linksOf>) =>
    sets.insert(
      tx,
      'client_inbounds',
      rows,
      linkColumns,
      sql`on conflict (client_id, inbound_id) do update set flow_override = excluded.flow_override,
        created_at = excluded.created_at`,
    )

  /** Adds what the act took away; what was counted since stays, so the sum is never smaller. */
  async function recount(tx: Tx, rows: ({ email: string } & Counted)[]) {
    const columns = { email: 'text', u: 'int', d: 'int', resets: 'int', mark: 'int' } as const
    const short = rows.map(({ email, up, down, resetCount, setAtBefore }) => ({
      ...{ email, u: up, d: down },
      ...{ resets: resetCount, mark: setAtBefore },
    }))
    for (const part of chunked(short))
      await sql`update client_traffics set
        up = ${least}(up + v.u, ${most} - down),
        down = ${least}(down + v.d, ${most} - ${least}(up + v.u, ${most} - down)),
        reset_count = v.resets, set_at = v.mark
        from ${sets.unfold(part, columns)} as v where client_traffics.email = v.email`.execute(tx)
  }

  const recountInbounds = (tx: Tx, had: readonly { id: number; inbounds: InboundCount[] | undefined }[]) =>
    w.inboundTraffic.recount(
      tx,
      had.flatMap(({ id, inbounds = [] }) => inbounds.map((count) => ({ id, count }))),
    )

  async function reopenTraffic(tx: Tx, images: readonly GoneImage[]) {
    const rows: Row[] = images.flatMap(({ gone }) => (gone.traffic ? [{ ...gone.traffic }] : []))
    await sets.insert(
      tx,
      'client_traffics',
      rows,
      kindsOf(rows),
      sql`on conflict (email) do update set up = excluded.up, down = excluded.down, enable = excluded.enable,
        total = excluded.total, expiry_time = excluded.expiry_time, reset = excluded.reset, slowed = excluded.slowed`,
    )
    const kept = images.filter(({ gone }) => !gone.traffic)
    const limits = kept.map(({ gone }) => limitsOf(toClient(gone.client)))
    await sets.update(tx, 'client_traffics', limits, limitColumns, 'email')
    for (const part of chunked(images.map(({ email }) => email)))
      await sql`update client_traffics set
        up = ${least}(client_traffics.up + l.up, ${most} - client_traffics.down),
        down = ${least}(client_traffics.down + l.down, ${most} - client_traffics.up - l.up)
        from undo_late as l where l.email = client_traffics.email and (l.up > 0 or l.down > 0)
          and ${sets.among('l.email', part)}`.execute(tx)
  }

  return {
    /** Returns the clients of whose quotas something is used again. */
    async putBack(tx: Tx, pairs: readonly { image: ChangedImage; draft: Draft & { known: Known } }[]) {
      if (pairs.length === 0) return []
      const drafts = pairs.map(({ draft }) => draft)
      await w.saveAsIs(tx, drafts)
      const links = pairs.flatMap(({ image, draft }) =>
        linksOf(
          image.id,
          (image.removed ?? []).filter((link) => draft.inboundIds.includes(link.inbound_id)),
        ),
      )
      await relink(tx, links)
      const followed = pairs.flatMap(({ image, draft }) =>
        image.traffic ? [{ email: draft.next.email, ...image.traffic }] : [],
      )
      const kinds = { email: 'text', inbound_id: 'int', cut_at: 'int' } as const
      await sets.update(tx, 'client_traffics', followed, kinds, 'email')
      const counted = pairs.flatMap(({ image, draft }) =>
        image.counted ? [{ email: draft.next.email, ...image.counted }] : [],
      )
      await w.sums.around(tx, { before: counted.map(({ email }) => email) }, () => recount(tx, counted))
      const devices = counted.flatMap((one) => one.devices ?? [])
      await w.hooks.recounted?.(tx, devices)
      await recountInbounds(
        tx,
        pairs.map(({ image: { id, counted: had } }) => ({ id, inbounds: had?.inbounds })),
      )
      const used = counted.flatMap((one) => one.quotas ?? [])
      await w.quotas.usage.addBack(tx, used)
      return used.map((one) => one.client_id)
    },

    /** Deleted clients under their old row ids: devices, apps and old addresses find them again. */
    async bringBack(tx: Tx, images: readonly GoneImage[]) {
      if (images.length === 0) return
      const emails = images.map(({ email }) => email)
      await w.hooks.taken?.(tx, emails)
      const clients: Row[] = images.map(({ gone }) => ({ ...gone.client }))
      await w.sums.around(tx, { before: [], after: emails }, async () => {
        await sets.insert(tx, 'clients', clients, kindsOf(clients))
        // One that was kept by an earlier version has no such column.
        const kept = images.map(({ id, gone }) => ({ id, had: '', has: gone.client.wg_allowed_ips ?? '' }))
        await addressRows(sets).keep(tx, kept)
        const links = images.flatMap(({ id, gone }) => linksOf(id, gone.links))
        await relink(tx, links)
        await reopenTraffic(tx, images)
      })
      const ips = images.flatMap(({ gone }) => gone.ips ?? [])
      const kinds = { id: 'int', client_email: 'text', ips: 'text' } as const
      await sets.insert(tx, 'inbound_client_ips', ips, kinds, sql`on conflict do nothing`)
      for (const part of chunked(emails)) {
        const keys = part.map(emailKey)
        await tx.deleteFrom('client_tombstones').where(sets.among('email_key', keys)).execute()
        await tx.deleteFrom('undo_late').where(sets.among('email', part)).execute()
      }
      const devices = images.flatMap(({ gone }) => gone.devices ?? [])
      await w.hooks.restored?.(tx, devices)
      await recountInbounds(
        tx,
        images.map(({ id, gone: { inbounds: had } }) => ({ id, inbounds: had })),
      )
      await w.quotas.usage.write(
        tx,
        images.flatMap(({ gone }) => gone.quotas ?? []),
      )
      await w.quotas.settleClients(
        tx,
        images.map(({ id }) => id),
      )
    },

    /** Clients that the act made; counters that were there before it stay. */
    async takeAway(tx: Tx, made: readonly { image: MadeImage; known: Known }[]) {
      for (const keepTraffic of [false, true]) {
        const some = made.filter(({ image }) => (image.made.had !== undefined) === keepTraffic)
        const known = some.map((one) => one.known)
        if (known.length > 0) await w.store.remove(tx, known, keepTraffic, w.now())
      }
    },

    /** Counters without a client, unless they were set again. */
    async recountLoose(tx: Tx, images: readonly LooseImage[]) {
      const columns = { email: 'text', u: 'int', d: 'int', mark: 'int', mine: 'int' } as const
      const rows = images.map(({ email, loose }) => ({
        ...{ email, u: loose.up, d: loose.down },
        ...{ mark: loose.setAtBefore, mine: loose.setAt },
      }))
      const before = images.map(({ email }) => email)
      await w.sums.around(tx, { before }, async () => {
        for (const part of chunked(rows))
          await sql`update client_traffics set up = up + v.u, down = down + v.d, set_at = v.mark
            from ${sets.unfold(part, columns)} as v
            where client_traffics.email = v.email and client_traffics.set_at = v.mine`.execute(tx)
      })
    },

    /** Groups that the act created, where nobody uses or has changed them since. */
    async dropGroups(tx: Tx, made: readonly { name: string }[]) {
      for (const group of made) {
        const row = await tx
          .selectFrom('client_groups')
          .selectAll()
          .where('name', '=', group.name)
          .where(sql<boolean>`not exists (select 1 from clients where group_name = client_groups.name)`)
          .executeTakeFirst()
        if (row && isDeepStrictEqual({ ...row }, group))
          await tx.deleteFrom('client_groups').where('name', '=', group.name).execute()
      }
    },
  }
}

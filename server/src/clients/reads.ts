import type { ClientFigures } from '#contract/client-details-api.ts'
import type { Terms } from '#contract/terms.ts'
import { Refusal } from '#domain/refusal.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Db, Tx } from '../store/open.ts'
import { clientVersion, toRecord } from '../store/rows/client.ts'
import type { Sets } from '../store/sets.ts'
import { type IsOverIp, readTerms } from '../store/terms.ts'
import { usedBytes } from './find.ts'
import { closedOf, trafficView } from './page.ts'
import type { By } from './service.ts'
import { outcomeOf, type Writing } from './writing.ts'

export function createReads(w: Writing) {
  const { db, find } = w

  return {
    async get(email: string) {
      const { row, inboundIds, traffic } = await find.one(db.read, email)
      return {
        client: toRecord(row),
        inboundIds,
        externalLinks: parseList(row.external_links),
        closedInbounds: closedOf(row, inboundIds),
        usedTraffic: usedBytes(traffic),
        version: clientVersion(row),
      }
    },
    async byTgId(text: string) {
      const tgId = Number(text)
      if (!Number.isSafeInteger(tgId) || tgId === 0) throw new Refusal('client.tg-id-invalid', {}, 'tgId')
      const rows = await db.read
        .selectFrom('clients')
        .selectAll()
        .where('tg_id', '=', tgId)
        .where('tg_id', '<>', 0)
        .orderBy('id')
        .execute()
      return (await find.complete(db.read, rows)).map(({ row, inboundIds, traffic }) => ({
        ...toRecord(row),
        inboundIds,
        traffic: trafficView(row, traffic, inboundIds),
      }))
    },
    async traffic(email: string) {
      const { row, inboundIds, traffic } = await find.one(db.read, email)
      return trafficView(row, traffic, inboundIds)
    },
    async ips(email: string): Promise<string[] | 'No IP Record'> {
      const row = await ipRow(email)
      const list = parseList(row?.ips ?? '')
        .map(asText)
        .filter((t) => t !== '')
      return list.length > 0 ? list : 'No IP Record'
    },
    async clearIps(email: string, { actor }: By): Promise<null> {
      let name = email
      await w.commit(actor, async (tx: Tx) => {
        const known = (await find.many(tx, [email])).values().next().value
        name = known?.row.email ?? email
        if (!isStorable(name)) return { result: null }
        const cleared = await tx
          .updateTable('inbound_client_ips')
          .set({ ips: '' })
          .where('client_email', '=', name)
          .where('ips', '<>', '')
          .executeTakeFirst()
        const action = { action: 'client.clearIps' as const, objectKind: 'client', object: name }
        return outcomeOf(null, Number(cleared.numUpdatedRows) > 0 ? action : undefined)
      })
      w.hooks.ipsCleared?.(name)
      return null
    },
    async setExternalLinks(email: string, links: readonly object[], { actor }: By): Promise<null> {
      return w.commit(actor, async (tx: Tx) => {
        const { row, inboundIds } = await find.one(tx, email)
        const text = links.length > 0 ? JSON.stringify(links) : ''
        if (text === row.external_links) return { result: null }
        await tx
          .updateTable('clients')
          .set({ external_links: text, updated_at: w.now() })
          .where('id', '=', row.id)
          .execute()
        const change = { email: row.email, formerEmail: row.email, inboundIds, formerInboundIds: inboundIds }
        const action = {
          action: 'client.externalLinks' as const,
          objectKind: 'client',
          object: row.email,
          after: { links: links.length },
        }
        return outcomeOf(null, action, [change])
      })
    },
  }

  async function ipRow(email: string) {
    if (!isStorable(email)) return undefined
    const known = (await find.many(db.read, [email])).values().next().value
    return db.read
      .selectFrom('inbound_client_ips')
      .select('ips')
      .where('client_email', '=', known?.row.email ?? email)
      .executeTakeFirst()
  }
}

export type Reads = ReturnType<typeof createReads>

function parseList(text: string): Record<string, unknown>[] {
  if (text === '') return []
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** `<ip> (YYYY-MM-DD HH:MM:SS)` in server time; the oldest rows of 3x-ui hold the bare address. */
function asText(entry: unknown): string {
  if (typeof entry === 'string') return entry
  const { ip, timestamp } = entry as { ip: unknown; timestamp: unknown }
  if (typeof ip !== 'string') return ''
  if (typeof timestamp !== 'number' || timestamp <= 0) return ip
  const d = new Date(timestamp * 1000)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${ip} (${d.getFullYear()}-${two(d.getMonth() + 1)}-${two(d.getDate())} ${two(d.getHours())}:${two(d.getMinutes())}:${two(d.getSeconds())})`
}

/** What counts for a client now, with its group, plan and inbounds. */
export const createTerms =
  ({ db, sets, isOverIp }: { db: Db; sets: Sets; isOverIp: IsOverIp }) =>
  async (email: string): Promise<Terms> => {
    const [found] = await readTerms(db.read, sets, [email], isOverIp)
    if (!found) throw new Refusal('client.missing', { email }, 'email')
    const { email: _, renews: __, ...terms } = found
    return terms
  }

/** The bytes of each of the last seven days, for the names that have a history. */
export type WeekOf = (names: readonly string[]) => Promise<ReadonlyMap<string, readonly number[]>>

const quiet = [0, 0, 0, 0, 0, 0, 0]

/** What the rows of one page show beside the client itself: a week of traffic and the number of devices. */
export function createFigures({ db, sets, week }: { db: Db; sets: Sets; week: WeekOf }) {
  async function devicesOf(ids: readonly number[]): Promise<Map<number, number>> {
    const rows = await db.read
      .selectFrom('client_devices')
      .select(({ fn }) => ['client_id', fn.countAll<number>().as('count')])
      .where(sets.among('client_id', ids))
      .where('blocked', '=', false)
      .groupBy('client_id')
      .execute()
    return new Map(rows.map(({ client_id, count }) => [client_id, Number(count)]))
  }

  return async function figures(emails: readonly string[]): Promise<Record<string, ClientFigures>> {
    const known = await db.read
      .selectFrom('clients')
      .select(['id', 'email'])
      .where(sets.among('email', emails))
      .execute()
    const [days, devices] = await Promise.all([
      week(known.map(({ email }) => email)),
      devicesOf(known.map(({ id }) => id)),
    ])
    return Object.fromEntries(
      known.map(({ id, email }) => [
        email,
        { week: [...(days.get(email) ?? quiet)], devices: devices.get(id) ?? 0 },
      ]),
    )
  }
}

export type Figures = ReturnType<typeof createFigures>

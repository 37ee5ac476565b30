import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ClientStatsEvent, InboundTotals } from '#contract/events.ts'
import type { ClientTraffic } from '#contract/traffic.ts'
import type { Db } from '../store/open.ts'
import { toTraffic } from '../store/rows/client.ts'
import { chunked, readInChunks, setsFor } from '../store/sets.ts'

/** Rows to process before yielding to the event loop. */
const portion = 250
/** Above this a tick sends an invalidate instead: a browser shows only a page. */
export const mostRows = 2_000
/** The first frame is the full set (R47), as long as it fits the 10 MiB limit of a message. */
const mostAtFirst = 40_000

/** Absolute values, as frames carry them. */
export function createStats(db: Db) {
  const { among } = setsFor(db.engine)
  const first = sql<number>`coalesce((select min(ci.inbound_id) from client_inbounds ci where ci.client_id = c.id), 0)`
  const rows = () =>
    db.read
      .selectFrom('client_traffics as t')
      .innerJoin('clients as c', 'c.email', 't.email')
      .selectAll('t')
      .select(['c.uuid', 'c.sub_id', 'c.reset_day', 'c.reset_max', first.as('first_inbound')])
  type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number]
  const shown = (row: Row): ClientTraffic => toTraffic(row, row, row.first_inbound)

  async function clients(emails: readonly string[]): Promise<ClientTraffic[]> {
    const all: ClientTraffic[] = []
    for (const part of chunked(emails, portion)) {
      all.push(...(await rows().where(among('t.email', part)).execute()).map(shown))
      await nextTurn()
    }
    return all
  }

  async function everyClient(): Promise<ClientTraffic[] | undefined> {
    const all: ClientTraffic[] = []
    for (let after = 0; all.length <= mostAtFirst; ) {
      const part = await rows().where('t.id', '>', after).orderBy('t.id').limit(portion).execute()
      all.push(...part.map(shown))
      after = part.at(-1)?.id ?? 0
      if (part.length < portion) return all
      await nextTurn()
    }
    return undefined
  }

  async function inbounds(tags?: readonly string[]): Promise<InboundTotals[]> {
    let query = db.read.selectFrom('inbounds').select(['id', 'up', 'down', 'total', 'enable']).orderBy('id')
    if (tags) query = query.where(among('tag', tags))
    return query.execute()
  }

  return {
    clients,
    inbounds,
    /** Bytes of each client, both ways. */
    async sums(emails: readonly string[]): Promise<Map<string, number>> {
      const query = db.read.selectFrom('client_traffics').select(['email', 'up', 'down'])
      const found = await readInChunks(emails, (part) => query.where(among('email', part)).execute())
      return new Map(found.map(({ email, up, down }) => [email, up + down]))
    },
    /** The first frame of a socket: the full set, unless it would be too large. */
    async snapshot(): Promise<ClientStatsEvent> {
      const all = await everyClient()
      return { ...(all && { clients: all }), inbounds: await inbounds(), snapshot: true }
    },
  }
}

export type Stats = ReturnType<typeof createStats>

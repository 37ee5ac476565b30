import { sql } from 'kysely'
import { type Span, spansOf } from '#domain/wireguard/pool.ts'
import type { Reader, Tx } from '../store/open.ts'
import { chunked, type Sets } from '../store/sets.ts'

/** A client's addresses before and after a save, as the client has them: one text. */
interface Kept {
  id: number
  had: string
  has: string
}

const columns = { client_id: 'int', low: 'text', high: 'text' } as const
const spanColumns = { low: 'text', high: 'text' } as const

/**
 * The addresses of clients, one row each, written with the client: who joins a WireGuard inbound finds a free one without
 * reading all clients (ADR 145).
 */
export function addressRows(sets: Sets) {
  const forget = async (tx: Tx, ids: readonly number[]): Promise<void> => {
    for (const part of chunked(ids))
      await tx.deleteFrom('client_addresses').where(sets.among('client_id', part)).execute()
  }

  return {
    forget,
    async keep(tx: Tx, clients: readonly Kept[]): Promise<void> {
      const changed = clients.filter(({ had, has }) => had !== has)
      await forget(
        tx,
        changed.flatMap(({ id, had }) => (had === '' ? [] : id)),
      )
      const rows = changed.flatMap(({ id, has }) =>
        spansOf(has.split(',')).map((span) => ({ client_id: id, ...span })),
      )
      if (rows.length > 0) await sets.insert(tx, 'client_addresses', rows, columns)
    },
    /** Those of clients that have any of these addresses. Whole networks have an index of their own: they are few. */
    async overlapping(tx: Reader, spans: readonly Span[]): Promise<({ client_id: number } & Span)[]> {
      const found: ({ client_id: number } & Span)[] = []
      for (const part of chunked(spans)) {
        const asked = sets.unfold(part, spanColumns)
        const { rows } = await sql<{ client_id: number } & Span>`
          select a.client_id, a.low, a.high from ${asked} as v join client_addresses as a
            on a.low >= v.low and a.low <= v.high
          union all select a.client_id, a.low, a.high from ${asked} as v join client_addresses as a
            on a.low < v.low and a.high >= v.low where a.low <> a.high`.execute(tx)
        found.push(...rows)
      }
      return found
    },
  }
}

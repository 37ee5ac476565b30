import { sql } from 'kysely'
import type { Tx } from '../../store/open.ts'
import { eachInTurn, type Sets } from '../../store/sets.ts'

/** A node goes by its id. `all` has one name, `clients`: the sum of every client. */
export const kinds = { client: 0, inbound: 1, outbound: 2, node: 3, all: 4 } as const
export type Kind = keyof typeof kinds

export interface Named {
  kind: Kind
  name: string
}

/** The name of all clients together. */
export const everyone = { kind: 'all', name: 'clients' } as const satisfies Named

const most = 200_000
const keyOf = (kind: number, name: string) => `${kind} ${name}`

/** Ids for names. An id is cached once the transaction that created it has committed. */
export function createHistoryNames(sets: Sets) {
  const known = new Map<string, number>()
  const made = new Map<string, number>()

  /** Writes are serial: what an earlier transaction created has been committed or rolled back by now. */
  async function settle(tx: Tx): Promise<void> {
    if (made.size === 0) return
    const rows = await tx
      .selectFrom('history_names')
      .selectAll()
      .where(sets.among('id', [...made.values()]))
      .execute()
    made.clear()
    for (const { id, kind, name } of rows) known.set(keyOf(kind, name), id)
    if (known.size > most) known.clear()
  }

  return {
    async ids(tx: Tx, wanted: readonly Named[]): Promise<(named: Named) => number | undefined> {
      await settle(tx)
      const missing = new Map<string, { kind: number; name: string }>()
      await eachInTurn(wanted, ({ kind, name }) => {
        const key = keyOf(kinds[kind], name)
        if (!known.has(key)) missing.set(key, { kind: kinds[kind], name })
      })
      const rows = await sets.insert<
        { kind: number; name: string },
        { id: number; kind: number; name: string }
      >(
        tx,
        'history_names',
        [...missing.values()],
        { kind: 'int', name: 'text' },
        sql`on conflict (kind, name) do update set name = excluded.name returning id, kind, name`,
      )
      for (const { id, kind, name } of rows) made.set(keyOf(kind, name), id)
      return ({ kind, name }) => known.get(keyOf(kinds[kind], name)) ?? made.get(keyOf(kinds[kind], name))
    },
    forgetAll(): void {
      known.clear()
      made.clear()
    },
    /** Must be called inside the transaction that changes the names. */
    forget(kind: Kind, names: readonly string[]): void {
      for (const name of names) {
        known.delete(keyOf(kinds[kind], name))
        made.delete(keyOf(kinds[kind], name))
      }
    },
  }
}

export type HistoryNames = ReturnType<typeof createHistoryNames>

import { emailKey } from '#domain/clients/names.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Db } from '../store/open.ts'
import type { InboundsSnapshot, Snapshot } from './inbounds-snapshot.ts'
import { createAssemble, createLookup, type Dialler, type NamedTuple } from './lookup.ts'

const perPage = 200

/** Clients with everything that their links are made of. Attachments may be empty, and include disabled inbounds. */
export function createFind({ db, snapshot }: { db: Db; snapshot: Pick<InboundsSnapshot, 'get'> }) {
  const lookup = createLookup(db)
  const assemble = createAssemble()
  const assembled = (row: NamedTuple, known: Snapshot) => assemble(row[25], row, known)

  return {
    /** Empty for an unknown id. Ids that cannot exist are not queried. */
    async bySubId(subId: string): Promise<Dialler[]> {
      if (!isStorable(subId)) return []
      const known = await snapshot.get()
      return (await lookup.bySubId(subId)).map((row) => assemble(subId, row, known))
    },
    async byEmail(email: string): Promise<Dialler | undefined> {
      if (!isStorable(email)) return undefined
      const known = await snapshot.get()
      const [row] = await lookup.byEmail(emailKey(email))
      return row && assembled(row, known)
    },
    /** Every client that is attached to an inbound of this user, without usage and links of other servers. */
    async *all(userId: number): AsyncGenerator<Dialler> {
      const own = new Map([...(await snapshot.get())].filter(([, { inbound }]) => inbound.userId === userId))
      for (let after = 0; ; ) {
        const page = await lookup.page(after, perPage)
        const last = page.at(-1)
        if (!last) return
        for (const row of page) {
          const found = assembled(row, own)
          if (found.attachments.length > 0) yield found
        }
        after = last[17]
        // SQLite answers synchronously: let other work run between two pages.
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
    },
  }
}

export type Find = ReturnType<typeof createFind>

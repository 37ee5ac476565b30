import type { Terms } from '#contract/terms.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Db } from '../store/open.ts'
import type { Sets } from '../store/sets.ts'
import { type IsOverIp, readTerms } from '../store/terms.ts'

interface Deps {
  db: Db
  sets: Sets
  isOverIp: IsOverIp
}

/** What counts for a client now, with its group, plan and inbounds. */
export const createTerms =
  ({ db, sets, isOverIp }: Deps) =>
  async (email: string): Promise<Terms> => {
    const [found] = await readTerms(db.read, sets, [email], isOverIp)
    if (!found) throw new Refusal('client.missing', { email }, 'email')
    const { email: _, renews: __, ...terms } = found
    return terms
  }

import { autoEnded } from '#domain/clients/enable.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { asCount } from '#domain/traffic/ledger.ts'
import { toClient } from '../store/rows/client.ts'
import { type Draft, draftOf } from './conflicts.ts'
import { type By, touched } from './service.ts'
import { bulkOutcome, changeOf, type Writing } from './writing.ts'

export interface Counted {
  email: string
  up: number
  down: number
}

/**
 * What a panel above this one counted for clients that are on several of its nodes. Whoever has used up the quota over
 * all of them is disabled here too; the counters of this panel stay its own. Nobody is enabled or created by it (P43).
 */
export const createSpent =
  (w: Writing) =>
  (traffics: readonly Counted[], { actor }: By): Promise<null> =>
    w.commit(actor, async (tx) => {
      const used = new Map(traffics.map((t) => [emailKey(t.email), asCount(asCount(t.up) + asCount(t.down))]))
      const emails = traffics.map(({ email }) => email)
      const known = await w.find.many(tx, emails)
      const limits = await w.policiesOf(tx, [...known.values()])
      const drafts = [...known].flatMap(([key, one]): Draft[] => {
        const stored = toClient(one.row)
        const judged = { ...stored, expiryTime: 0 } // only the quota is the other panel's to say
        const { enable, disabledByPanel, slowed } = autoEnded(judged, used.get(key) ?? 0, w.now(), {
          whenEnded: limits(stored).whenEnded,
        })
        const next = touched(stored, { ...stored, enable, disabledByPanel, slowed }, w.now())
        return next === stored ? [] : [draftOf(one, next)]
      })
      await w.saveFine(tx, drafts)
      return bulkOutcome(null, 'clients.spentElsewhere', drafts.map(changeOf))
    })

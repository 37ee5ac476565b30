import { createHash } from 'node:crypto'
import { type AppliedField, appliedFields } from '#contract/clients/fields.ts'
import type { PlanPreview } from '#contract/policies-api.ts'
import { settleEnable } from '#domain/clients/enable.ts'
import { type Applied, appliedBy, planChanges, summarized } from '#domain/limits/by-plan.ts'
import type { Reader, Tx } from '../store/open.ts'
import { columnOf, fieldReader, toClient } from '../store/rows/client.ts'
import { draftOf } from './conflicts.ts'
import { chargedBytes } from './find.ts'
import { changeOf, type Writing } from './writing.ts'

const read = fieldReader(appliedFields)

export type PlanToApply = Applied & { id: number }

/** A plan applied again to everybody who has it. Only clients that differ are read. */
export function createReapply(w: Writing) {
  async function differing(source: Reader | Tx, plan: PlanToApply) {
    const wanted = Object.entries(appliedBy(plan)) as [AppliedField, string | number | boolean][] // its keys
    const rows = await source
      .selectFrom('clients')
      .select(['id', 'email', ...appliedFields.map(columnOf)])
      .where('plan_id', '=', plan.id)
      .where('plan_id', '<>', 0) // a literal: the partial index matches the exact text
      .where((e) => e.or(wanted.map(([name, value]) => e(columnOf(name), '<>', value))))
      .orderBy('id')
      .execute()
    const all = rows.map((row) => ({ id: row.id, email: row.email, changes: planChanges(read(row), plan) }))
    const hash = createHash('sha256').update(JSON.stringify([plan.id, appliedBy(plan)]))
    for (const { id, changes } of all) hash.update(`\n${id} ${JSON.stringify(changes)}`)
    return { all, version: hash.digest('base64url') }
  }

  return {
    async preview(source: Reader | Tx, plan: PlanToApply): Promise<PlanPreview> {
      const { all, version } = await differing(source, plan)
      const { n } = await source
        .selectFrom('clients')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('plan_id', '=', plan.id)
        .where('plan_id', '<>', 0)
        .executeTakeFirstOrThrow()
      return { clients: Number(n), ...summarized(all), version }
    },

    /** Undefined if the difference is no longer the one that was previewed. */
    async apply(tx: Tx, plan: PlanToApply, version: string) {
      const { all, version: now } = await differing(tx, plan)
      if (version !== now) return undefined
      const emails = all.map(({ email }) => email)
      const known = [...(await w.find.many(tx, emails)).values()]
      const given = known.map(({ row }) => ({ ...toClient(row), ...appliedBy(plan), updatedAt: w.now() }))
      const rules = await w.policies(tx, given)
      const drafts = known.map((k, i) => {
        const next = given[i] as (typeof given)[number] // as many as known
        return draftOf(k, settleEnable(next, chargedBytes(k.traffic), w.now(), rules(next)))
      })
      await w.saveFine(tx, drafts)
      return { changes: drafts.map(changeOf), emails, summary: summarized(all) }
    },
  }
}

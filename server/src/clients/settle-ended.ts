import type { RawBuilder } from 'kysely'
import { settleEnable } from '#domain/clients/enable.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../store/open.ts'
import { readPolicies } from '../store/policies.ts'
import { toClient } from '../store/rows/client.ts'
import type { Sets } from '../store/sets.ts'
import type { Draft } from './conflicts.ts'
import { chargedBytes, type Find } from './find.ts'
import type { ClientStore } from './store.ts'

interface Deps extends Clock {
  find: Pick<Find, 'many'>
  store: Pick<ClientStore, 'save'>
  sets: Sets
}

/**
 * After a group or plan has changed: its clients that have ended are cut or go on slowly, as it says now. Those past
 * the allowance of the day are free until the next tick decides again.
 */
export const createSettleEnded =
  ({ find, store, now, sets }: Deps) =>
  async (tx: Tx, where: RawBuilder<unknown>): Promise<Draft[]> => {
    const ended = await tx
      .selectFrom('clients')
      .select('email')
      .where(where.$castTo<boolean>())
      .where((e) => e.or([e('disabled_by_panel', '=', true), e('slowed', '<>', '')]))
      .execute()
    if (ended.length === 0) return []
    const emails = ended.map(({ email }) => email)
    const known = [...(await find.many(tx, emails)).values()]
    const limits = await readPolicies(
      tx,
      sets,
      known.map(({ row }) => toClient(row)),
    )
    const drafts = known.flatMap((k): Draft[] => {
      const before = toClient(k.row)
      const calm = before.slowed === 'day' ? { ...before, slowed: '' as const } : before
      const next = settleEnable(calm, chargedBytes(k.traffic), now(), limits(before))
      return next === before
        ? []
        : [{ known: k, next: { ...next, updatedAt: now() }, inboundIds: k.inboundIds }]
    })
    if (drafts.length > 0) await store.save(tx, drafts, now())
    return drafts
  }

import type { Quota } from '#contract/quotas.ts'
import { quotasCell, quotasIn, targetOf } from '#domain/quotas/quotas.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Reader, Tx } from '../../store/open.ts'
import type { Sets } from '../../store/sets.ts'
import type { Draft } from '../conflicts.ts'
import { type Holder, readQuotaInbounds } from './layers.ts'

/** Only what a client's quotas depend on makes them be looked at again: any other edit costs what it did. */
function isConcerned({ known, next, inboundIds }: Draft): boolean {
  const { quotas, group, planId, countedInbounds, spentInbounds } = next
  const has = quotas.length > 0 || group !== '' || planId > 0
  if (!known) return has || countedInbounds !== '' || spentInbounds !== ''
  const { row } = known
  if (row.group_name !== group || row.plan_id !== planId || row.quotas !== quotasCell(quotas)) return true
  if (row.counted_inbounds !== countedInbounds || row.spent_inbounds !== spentInbounds) return true
  return has && known.inboundIds.join() !== inboundIds.join()
}

/** The drafts whose quotas must be looked at, with the ids under which they are stored. */
export const holdersIn = (drafts: readonly Draft[], idOf: (draft: Draft) => number): Map<Draft, Holder> =>
  new Map(
    drafts.filter(isConcerned).map((draft) => {
      const { quotas, group, planId } = draft.next
      return [draft, { id: idOf(draft), quotas, group, planId, inboundIds: draft.inboundIds }]
    }),
  )

/** Those that were not there before: what is stored may name what has been deleted since. */
const newOnes = (quotas: readonly Quota[], before: readonly Quota[]): Quota[] => {
  const had = new Set(before.map(targetOf))
  return quotas.filter((quota) => !had.has(targetOf(quota)))
}

export const createQuotaChecks = (sets: Sets) => {
  async function placesFor(source: Reader | Tx, quotas: readonly Quota[]) {
    const isNode = quotas.some((quota) => quota.on === 'node')
    const nodes = isNode ? await source.selectFrom('nodes').select('id').execute() : []
    return {
      entries: await readQuotaInbounds(source, sets),
      nodes: new Set([0, ...nodes.map(({ id }) => id)]),
    }
  }

  type Places = Awaited<ReturnType<typeof placesFor>>

  /** What is wrong with one of them; `attached`: the inbounds of the client that it is for. */
  function wrongWith(
    quota: Quota,
    { entries, nodes }: Places,
    attached?: readonly number[],
  ): Refusal | undefined {
    if (quota.on === 'node')
      return nodes.has(quota.nodeId)
        ? undefined
        : new Refusal('quota.node-missing', { id: quota.nodeId }, 'quotas')
    if (quota.on === 'label') {
      const isKnown = !attached || [...entries.values()].some(({ labels }) => labels.includes(quota.label))
      return isKnown ? undefined : new Refusal('quota.label-unknown', { label: quota.label }, 'quotas')
    }
    const id = quota.inboundId
    const entry = entries.get(id)
    if (!entry) return new Refusal('quota.inbound-missing', { id }, 'quotas')
    if (attached && !attached.includes(id)) return new Refusal('quota.not-attached', { id }, 'quotas')
    return entry.node === 0 && !entry.countable ? new Refusal('quota.masque', { id }, 'quotas') : undefined
  }

  return {
    /** Which of these cannot be saved, for their quotas; without a new quota nothing is read. */
    async refusedAmong(source: Reader | Tx, drafts: readonly Draft[]): Promise<Map<Draft, Refusal>> {
      const asking = drafts.flatMap((draft) => {
        if (draft.next.quotas.length === 0) return []
        const more = newOnes(draft.next.quotas, draft.known ? quotasIn(draft.known.row.quotas) : [])
        return more.length > 0 ? [{ draft, more }] : []
      })
      const refused = new Map<Draft, Refusal>()
      if (asking.length === 0) return refused
      const places = await placesFor(
        source,
        asking.flatMap(({ more }) => more),
      )
      for (const { draft, more } of asking)
        for (const quota of more) {
          const why = wrongWith(quota, places, draft.inboundIds)
          if (why && !refused.has(draft)) refused.set(draft, why)
        }
      return refused
    },

    /** Of a group or a plan, whose members may have other inbounds. */
    async check(source: Reader | Tx, quotas: readonly Quota[], before: readonly Quota[]): Promise<void> {
      const more = newOnes(quotas, before)
      if (more.length === 0) return
      const places = await placesFor(source, more)
      for (const quota of more) {
        const why = wrongWith(quota, places)
        if (why) throw why
      }
    },
  }
}

export type QuotaChecks = ReturnType<typeof createQuotaChecks>

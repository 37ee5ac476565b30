import type { CarriedTraffic } from '#contract/traffic.ts'
import { mayAttach, newClient, sameClient, updatedClient } from '#domain/clients/client.ts'
import { fittingCredentials, listedPassword } from '#domain/clients/credentials.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { ClientDraft } from '#domain/inbounds/with-clients.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ClientChange } from '../store/changes/change.ts'
import { policiesNaming } from '../store/named.ts'
import type { Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { type Draft, draftOf } from './conflicts.ts'
import { chargedBytes, type Known } from './find.ts'
import { createFollowActs, whoOf } from './follow/acts.ts'
import { besides } from './quotas/quotas.ts'
import { touched, union } from './service.ts'
import { createTunnelCheck } from './tunnel-check.ts'
import { changeOf, type Writing } from './writing.ts'

/**
 * The clients of an inbound, as a write of that inbound lists them: the exact set (R42). Known clients are attached and
 * updated with the fields that were sent, new ones are created, all others are detached. Counters are never touched.
 */
export function createAssign(w: Writing) {
  const { find, mint } = w
  const follows = createFollowActs(w)

  async function attachedTo(tx: Tx, inboundId: number): Promise<Known[]> {
    const rows = await tx
      .selectFrom('client_inbounds as ci')
      .innerJoin('clients as c', 'c.id', 'ci.client_id')
      .selectAll('c')
      .where('ci.inbound_id', '=', inboundId)
      .orderBy('c.id')
      .execute()
    return find.complete(tx, rows)
  }

  /**
   * Flows that apply to this inbound only. When a caller echoes one back, it does not change the client's own flow
   * (P26).
   */
  async function flowsOf(tx: Tx, inboundId: number): Promise<Map<number, string>> {
    const rows = await tx
      .selectFrom('client_inbounds')
      .select(['client_id', 'flow_override'])
      .where('inbound_id', '=', inboundId)
      .where('flow_override', '<>', '')
      .execute()
    return new Map(rows.map((r) => [r.client_id, r.flow_override]))
  }

  async function draftFor(tx: Tx, inboundId: number, listed: readonly ClientDraft[]): Promise<Draft[]> {
    const emails = listed.map((d) => d.email)
    const known = await find.many(tx, emails)
    const targets = await find.present(tx, [inboundId, ...[...known.values()].flatMap((k) => k.inboundIds)])
    const own = await flowsOf(tx, inboundId)
    const limits = await w.policies(tx, [
      ...[...known.values()].map(({ row }) => toClient(row)),
      ...listed.map(({ group = '', planId = 0 }) => ({ group, planId })),
    ])
    return listed.map((sent, i) => {
      const prefix = `settings.clients[${i}].`
      const hit = known.get(emailKey(sent.email))
      const draft =
        sent.flow && hit && own.get(hit.row.id) === sent.flow ? { ...sent, flow: undefined } : sent
      const inboundIds = union(hit?.inboundIds ?? [], [inboundId])
      const fits = inboundIds.flatMap((id) => targets.get(id) ?? [])
      if (!hit) return { known: null, next: newClient(draft, fits, mint(), prefix), inboundIds }
      const stored = toClient(hit.row)
      if (!mayAttach(stored, draft)) {
        throw new Refusal('client.sub-id-of-another', { email: draft.email }, `${prefix}subId`)
      }
      const at = { target: targets.get(inboundId), targets: fits }
      const asked = { ...draft, ...listedPassword(stored, draft.password, at) }
      const used = chargedBytes(hit.traffic)
      const next = updatedClient(stored, asked, { used, mint: mint(), targets: fits, rule: limits, prefix })
      return { known: hit, next, inboundIds }
    })
  }

  const isSame = (d: Draft) =>
    d.known !== null &&
    sameClient(toClient(d.known.row), d.next) &&
    d.known.inboundIds.length === d.inboundIds.length

  return {
    /**
     * Without `asked`, keeps every attachment and only makes credentials fit a new protocol or cipher (`refit`). A
     * protocol without clients gets none.
     */
    async assign(
      tx: Tx,
      inboundId: number,
      asked: readonly ClientDraft[] | undefined,
      refit = false,
    ): Promise<ClientChange[]> {
      const before = await attachedTo(tx, inboundId)
      const listed = refit && !(await find.present(tx, [inboundId])).has(inboundId) ? [] : asked
      const drafts = listed ? await draftFor(tx, inboundId, listed) : await refitted(tx, before)
      if (refit) for (const draft of drafts) draft.anew = inboundId
      const kept = new Set(drafts.flatMap((d) => (d.known ? [d.known.row.id] : [])))
      if (listed) {
        for (const known of before) {
          if (kept.has(known.row.id)) continue
          drafts.push({
            known,
            next: toClient(known.row),
            inboundIds: known.inboundIds.filter((id) => id !== inboundId),
          })
        }
      }
      const changed = drafts.filter((d) => !isSame(d))
      const judged = refit ? drafts : changed
      if (judged.length > 0) await w.saveAll(tx, judged, { changed })
      return changed.map(changeOf)
    },

    /** New clients, beside those that the inbound has. */
    async create(tx: Tx, inboundId: number, listed: readonly ClientDraft[]): Promise<ClientChange[]> {
      const drafts = await draftFor(tx, inboundId, listed)
      const at = drafts.findIndex(({ known }) => known !== null)
      const taken = drafts[at]?.known
      if (taken)
        throw new Refusal('client.email-taken', { email: taken.row.email }, `settings.clients[${at}].email`)
      await w.saveAll(tx, drafts)
      return drafts.map(changeOf)
    },

    /** Clients whose group or plan may name it now, or no longer. Nobody is left without any inbound in this way. */
    async follow(tx: Tx, inboundId: number, labels: readonly string[]): Promise<ClientChange[]> {
      const policies = await policiesNaming(tx, [inboundId], labels)
      return follows.settle(
        tx,
        policies,
        (none) => new Refusal('follow.label-leaves-none', { count: none.length, who: whoOf(none) }, 'labels'),
      )
    },

    /** An inbound has other labels, another place or another protocol: quotas may mean it now, or no longer. */
    quotas: async (tx: Tx, inboundId: number, told: readonly ClientChange[]): Promise<ClientChange[]> => [
      ...told,
      ...besides(told, await w.quotas.onInbound(tx, inboundId)),
    ],

    /** Detaches the clients of deleted inbounds. The clients stay, with counters and IP logs (R24). */
    async release(tx: Tx, inboundIds: readonly number[]): Promise<void> {
      await tx.deleteFrom('client_inbounds').where(w.sets.among('inbound_id', inboundIds)).execute()
      await w.quotas.usage.forgetTargets(
        tx,
        inboundIds.map((id) => `inbound:${id}`),
      )
    },

    /** Other settings of a WireGuard inbound must leave its clients their keys and addresses. */
    refuseTaken: createTunnelCheck(w.sets),

    /** Imports counters from an export. Counters that have already moved here are kept. */
    carry: (tx: Tx, counters: readonly CarriedTraffic[]): Promise<void> => w.store.carry(tx, counters),

    emailsOn: async (tx: Tx, inboundId: number): Promise<string[]> =>
      (await attachedTo(tx, inboundId)).map((k) => k.row.email),
  }

  async function refitted(tx: Tx, before: readonly Known[]): Promise<Draft[]> {
    const targets = await find.targetsOf(tx, before)
    return before.map((known) => {
      const stored = toClient(known.row)
      const fits = known.inboundIds.flatMap((id) => targets.get(id) ?? [])
      const fitted = { ...stored, ...fittingCredentials(stored, fits, mint()) }
      return draftOf(known, touched(stored, fitted, w.now()))
    })
  }
}

import type { AddClient, BulkAdjust } from '#contract/client-bodies.ts'
import { adjustedClient, checkAdjustment } from '#domain/clients/adjust.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { type EndRule, settleEnable, switchedBy } from '#domain/clients/enable.ts'
import { emailKey } from '#domain/clients/names.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Tx } from '../platform/db/open.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { toClient } from '../platform/db/rows/client.ts'
import type { Draft } from './conflicts.ts'
import { createCreateMany, type Skip, saveSome } from './create-many.ts'
import { chargedBytes, type Known, usedBytes } from './find.ts'
import { attachedDraft, type By, touched } from './service.ts'
import { bulkAction, changeOf, goneChange, outcomeOf, type Writing } from './writing.ts'

const withSkips = (skipped: Skip[]) => (skipped.length > 0 ? { skipped } : {})
const notFound = (email: string): Skip => ({
  email,
  reason: 'record not found',
  reasonCoded: [coded('client.missing', { email })],
})

/** Operations on many clients: one transaction, one audit row and one change at any size. */
export function createBulk(w: Writing) {
  const { find, mint, commit } = w
  const createMany = createCreateMany(w)

  /** Known clients in the given order, without duplicates; unknown emails are reported as skipped. */
  async function named(tx: Tx, emails: readonly string[]): Promise<{ known: Known[]; skipped: Skip[] }> {
    const found = await find.many(tx, emails)
    const keys = new Map(emails.map((email) => [emailKey(email), email]))
    const known: Known[] = []
    const skipped: Skip[] = []
    for (const [key, email] of keys) {
      const hit = found.get(key)
      if (hit) known.push(hit)
      else skipped.push(notFound(email))
    }
    return { known, skipped }
  }

  /** Applies a rule to each known client. Clients that it leaves unchanged are not written. */
  async function changeEach(
    tx: Tx,
    known: readonly Known[],
    rule: (client: StoredClient, used: number, ruleOf: (next: StoredClient) => EndRule) => StoredClient,
  ): Promise<Draft[]> {
    const drafts: Draft[] = []
    const limits = await w.policies(
      tx,
      known.map(({ row }) => toClient(row)),
    )
    for (const k of known) {
      const stored = toClient(k.row)
      const next = touched(stored, rule(stored, chargedBytes(k.traffic), limits), w.now())
      if (next !== stored) drafts.push({ known: k, next, inboundIds: k.inboundIds })
    }
    if (drafts.length > 0) await w.store.save(tx, drafts, w.now())
    return drafts
  }

  const emailsOf = (drafts: readonly Draft[]) => drafts.map((d) => d.next.email)
  const emailsAmong = (known: readonly Known[]) => known.map((k) => k.row.email)

  return {
    /** `orphans`: also accept clients without an inbound, as in an export. */
    async create(list: readonly AddClient[], { userId, actor }: By, orphans = false) {
      return commit(actor, async (tx) => {
        const { created, changes, skipped } = await createMany(tx, list, userId, orphans)
        const emails = changes.map((c) => c.email)
        return outcomeOf(
          { created, ...withSkips(skipped) },
          created > 0 ? bulkAction('clients.create', emails) : undefined,
          changes,
        )
      })
    },

    async del(emails: readonly string[], keepTraffic: boolean, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known, skipped } = await named(tx, emails)
        return {
          ...(await removeAll(tx, known, keepTraffic)),
          result: { deleted: known.length, ...withSkips(skipped) },
        }
      })
    },

    async attach(emails: readonly string[], inboundIds: readonly number[], { userId, actor }: By) {
      return commit(actor, async (tx) => {
        await find.targets(tx, inboundIds, userId)
        const { known, skipped } = await named(tx, emails)
        const lacks = (k: Known) => inboundIds.some((id) => !k.inboundIds.includes(id))
        const missing = known.filter(lacks)
        const targets = await find.present(
          tx,
          missing.flatMap((k) => [...k.inboundIds, ...inboundIds]),
        )
        const refused: Skip[] = []
        const refuse = (email: string, why: Refusal) =>
          void refused.push({ email, reason: why.message, reasonCoded: [codedOf(why)] })
        const drafts = missing.flatMap((k): Draft[] => {
          try {
            return [attachedDraft(k, inboundIds, targets, mint())]
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            refuse(k.row.email, error)
            return []
          }
        })
        const outcome = await saveSome(w, tx, drafts, targets)
        for (const [d, refusal] of outcome.refused) refuse(d.next.email, refusal)
        const already = known.filter((k) => !lacks(k))
        return outcomeOf(
          {
            attached: emailsOf(outcome.saved),
            skipped: [...already.map((k) => k.row.email), ...skipped.map((s) => s.email)],
            errors: refused.map(({ email, reason }) => `${email}: ${reason}`),
            ...(refused.length > 0 && { refused }),
          },
          outcome.saved.length > 0
            ? bulkAction('clients.attach', emailsOf(outcome.saved), { inboundIds })
            : undefined,
          outcome.saved.map(changeOf),
        )
      })
    },

    async detach(emails: readonly string[], inboundIds: readonly number[], { userId, actor }: By) {
      return commit(actor, async (tx) => {
        await find.refuseForeign(tx, inboundIds.filter(isRowId), userId)
        const leaving = new Set(inboundIds)
        const { known, skipped } = await named(tx, emails)
        const concerned = known.filter((k) => k.inboundIds.some((id) => leaving.has(id)))
        const drafts = concerned.map((k) => ({
          known: k,
          next: toClient(k.row),
          inboundIds: k.inboundIds.filter((id) => !leaving.has(id)),
        }))
        if (drafts.length > 0) await w.store.save(tx, drafts, w.now())
        const already = known.filter((k) => !k.inboundIds.some((id) => leaving.has(id)))
        return outcomeOf(
          {
            detached: emailsOf(drafts),
            skipped: [...already.map((k) => k.row.email), ...skipped.map((s) => s.email)],
            errors: [],
          },
          drafts.length > 0 ? bulkAction('clients.detach', emailsOf(drafts), { inboundIds }) : undefined,
          drafts.map(changeOf),
        )
      })
    },

    async adjust({ emails, ...wanted }: BulkAdjust, { actor }: By) {
      const adjustment = checkAdjustment(wanted)
      return commit(actor, async (tx) => {
        const { known, skipped } = await named(tx, emails)
        const drafts = await changeEach(tx, known, (client, used, ending) => {
          const { client: next, reasons } = adjustedClient(client, adjustment, used, w.now(), ending)
          if (reasons.length > 0)
            skipped.push({
              email: client.email,
              reason: reasons.map(inEnglish).join(', '),
              reasonCoded: reasons,
            })
          return next
        })
        return outcomeOf(
          { adjusted: drafts.length, ...withSkips(skipped) },
          drafts.length > 0 ? bulkAction('clients.adjust', emailsOf(drafts), adjustment) : undefined,
          drafts.map(changeOf),
        )
      })
    },

    async setEnable(emails: readonly string[], enable: boolean, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known, skipped } = await named(tx, emails)
        const drafts = await changeEach(tx, known, (client, used, ending) =>
          switchedBy(client, enable, used, w.now(), ending(client)),
        )
        return outcomeOf(
          { changed: drafts.length, ...withSkips(skipped) },
          drafts.length > 0
            ? bulkAction(enable ? 'clients.enable' : 'clients.disable', emailsOf(drafts))
            : undefined,
          drafts.map(changeOf),
        )
      })
    },

    /** A client that has used nothing and is enabled is left alone (P29), but still counted in the result. */
    async resetTraffic(pick: (tx: Tx) => Promise<readonly string[]>, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known } = await named(tx, await pick(tx))
        // Counters first: what their groups have used decides, too.
        const counted = known.filter((k) => usedBytes(k.traffic) > 0 || (k.traffic?.cut_at ?? 0) > 0)
        await w.store.setCounters(tx, emailsAmong(counted), 0, 0)
        const back = await changeEach(tx, known, (client, _, ruleOf) =>
          settleEnable(client, 0, w.now(), ruleOf(client)),
        )
        const cameBack = new Set(back.map((d) => d.known))
        const used = known.filter((k) => usedBytes(k.traffic) > 0 || cameBack.has(k))
        const names = emailsAmong(used)
        return outcomeOf(
          { affected: known.length },
          used.length > 0 ? bulkAction('clients.resetTraffic', names) : undefined,
          used.map((k) => changeOf({ known: k, next: toClient(k.row), inboundIds: k.inboundIds })),
        )
      })
    },

    /** Deletes the clients that a query returns. */
    async delWhere(action: string, pick: (tx: Tx) => Promise<string[]>, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known } = await named(tx, await pick(tx))
        return { ...(await removeAll(tx, known, false, action)), result: { deleted: known.length } }
      })
    },
  }

  async function removeAll(tx: Tx, known: readonly Known[], keepTraffic: boolean, action = 'clients.del') {
    await w.store.remove(tx, known, keepTraffic, w.now())
    const emails = known.map((k) => k.row.email)
    const done = known.length > 0 ? bulkAction(action, emails, { keepTraffic }) : undefined
    return outcomeOf(null, done, known.map(goneChange))
  }
}

export type Bulk = ReturnType<typeof createBulk>

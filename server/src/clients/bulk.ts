import type { UndoableAct } from '#contract/acts.ts'
import type { AddClient, BulkAdjust, BulkRenew } from '#contract/client-bodies.ts'
import { adjustedClient, checkAdjustment } from '#domain/clients/adjust.ts'
import type { StoredClient } from '#domain/clients/client.ts'
import { type EndRule, settleEnable, switchedBy, whyEnded } from '#domain/clients/enable.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { checkTerms, renewedClient } from '#domain/clients/renew.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import { isRowId } from '../platform/db/row-id.ts'
import type { Tx } from '../store/open.ts'
import { toClient } from '../store/rows/client.ts'
import { type Draft, draftOf } from './conflicts.ts'
import { createCreateMany, type Skip, saveSome, skipOf } from './create-many.ts'
import { chargedBytes, type Known, usedBytes } from './find.ts'
import { checkGroupName, rememberGroup } from './group-names.ts'
import type { PickClients, Selection } from './selection.ts'
import { attachedDraft, type By, touched } from './service.ts'
import { goneImages } from './undo/gone.ts'
import { imageOf } from './undo/image.ts'
import { madeImages } from './undo/made.ts'
import { bulkOutcome, changeOf, goneChange, type Writing } from './writing.ts'
import { createZeros } from './zero-counters.ts'

const withSkips = (skipped: Skip[]) => (skipped.length > 0 ? { skipped } : {})
const notFound = (email: string): Skip => ({
  email,
  reason: 'record not found',
  reasonCoded: [coded('client.missing', { email })],
})

const isKnown = (draft: Draft): draft is Draft & { known: Known } => draft.known !== null
const unchanged = (k: Known) => draftOf(k, toClient(k.row))

/** Operations on many clients: one transaction, one audit row and one change at any size. */
export function createBulk(w: Writing, pickClients: PickClients) {
  const { find, mint, commit } = w
  const createMany = createCreateMany(w)
  const zeros = createZeros(w)

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

  const chosen = async (tx: Tx, selection: Selection) => named(tx, await pickClients(tx, selection))

  /** Applies a rule to each known client. Clients that it leaves unchanged are not written. `joined`: policies they get. */
  async function changeEach(
    tx: Tx,
    known: readonly Known[],
    rule: (client: StoredClient, used: number, ruleOf: RuleOf) => StoredClient,
    joined: readonly Pick<StoredClient, 'group' | 'planId'>[] = [],
  ): Promise<{ drafts: Draft[]; notAttached?: Skip[] }> {
    const drafts: Draft[] = []
    const limits = await w.policies(tx, [...joined, ...known.map(({ row }) => toClient(row))])
    for (const k of known) {
      const stored = toClient(k.row)
      const next = touched(stored, rule(stored, chargedBytes(k.traffic), limits), w.now())
      if (next !== stored) drafts.push(draftOf(k, next))
    }
    const missing = await w.saveFine(tx, drafts)
    const notAttached = missing.map(({ draft, why }) => skipOf(draft.next.email, why))
    return { drafts, ...(notAttached.length > 0 && { notAttached }) }
  }

  const emailsOf = (drafts: readonly Draft[]) => drafts.map((d) => d.next.email)

  /** Keeps what these drafts change, so that the act can be undone. */
  const kept = (tx: Tx, action: UndoableAct, drafts: readonly Draft[], groups?: readonly object[]) =>
    w.keep(
      tx,
      action,
      drafts.filter(isKnown).map((d) => imageOf(d)),
      groups,
    )

  return {
    /** `orphans`: also accept clients without an inbound, as in an export. `undoable`: the act can be undone. */
    async create(
      list: readonly AddClient[],
      { userId, actor }: By,
      { orphans = false, undoable = true }: { orphans?: boolean; undoable?: boolean } = {},
    ) {
      return commit(actor, async (tx) => {
        const { created, changes, saved, attached, skipped } = await createMany(tx, list, userId, orphans)
        const images = undoable ? await madeImages(w, tx, saved, attached) : []
        const undo = await w.keep(tx, 'clients.create', images)
        const result = { created, ...withSkips(skipped), ...undo }
        return bulkOutcome(result, 'clients.create', changes, undefined, undo)
      })
    },

    async del(selection: Selection, keepTraffic: boolean, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known, skipped } = await chosen(tx, selection)
        const { undo, ...outcome } = await removeAll(tx, known, keepTraffic, 'clients.del')
        return { ...outcome, result: { deleted: known.length, ...withSkips(skipped), ...undo } }
      })
    },

    async attach(selection: Selection, inboundIds: readonly number[], { userId, actor }: By) {
      return commit(actor, async (tx) => {
        await find.targets(tx, inboundIds, userId)
        const { known, skipped } = await chosen(tx, selection)
        const lacks = (k: Known) => inboundIds.some((id) => !k.inboundIds.includes(id))
        const missing = known.filter(lacks)
        const targets = await find.targetsOf(tx, [...missing, { inboundIds }])
        const refused: Skip[] = []
        const drafts = missing.flatMap((k): Draft[] => {
          try {
            return [attachedDraft(k, inboundIds, targets, mint())]
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            refused.push(skipOf(k.row.email, error))
            return []
          }
        })
        const outcome = await saveSome(w, tx, drafts, targets)
        for (const [d, refusal] of outcome.refused) refused.push(skipOf(d.next.email, refusal))
        const already = known.filter((k) => !lacks(k))
        const undo = await kept(tx, 'clients.attach', outcome.saved)
        const result = {
          ...undo,
          attached: emailsOf(outcome.saved),
          skipped: [...already.map((k) => k.row.email), ...skipped.map((s) => s.email)],
          errors: refused.map(({ email, reason }) => `${email}: ${reason}`),
          ...(refused.length > 0 && { refused }),
        }
        return bulkOutcome(result, 'clients.attach', outcome.saved.map(changeOf), { inboundIds }, undo)
      })
    },

    async detach(selection: Selection, inboundIds: readonly number[], { userId, actor }: By) {
      return commit(actor, async (tx) => {
        await find.refuseForeign(tx, inboundIds.filter(isRowId), userId)
        const leaving = new Set(inboundIds)
        const { known, skipped } = await chosen(tx, selection)
        const concerned = known.filter((k) => k.inboundIds.some((id) => leaving.has(id)))
        const drafts = concerned.map((k) => ({
          known: k,
          next: toClient(k.row),
          inboundIds: k.inboundIds.filter((id) => !leaving.has(id)),
        }))
        const ids = concerned.map((k) => k.row.id)
        const links = await find.links(tx, ids)
        const images = drafts.map((d) => imageOf(d, links.get(d.known.row.id)))
        await w.saveFine(tx, drafts)
        const undo = await w.keep(tx, 'clients.detach', images)
        const already = known.filter((k) => !k.inboundIds.some((id) => leaving.has(id)))
        const result = {
          ...undo,
          detached: emailsOf(drafts),
          skipped: [...already.map((k) => k.row.email), ...skipped.map((s) => s.email)],
          errors: [],
        }
        return bulkOutcome(result, 'clients.detach', drafts.map(changeOf), { inboundIds }, undo)
      })
    },

    async adjust({ emails, query, except, setGroup, ...wanted }: BulkAdjust, { actor }: By) {
      const group = setGroup === undefined ? undefined : setGroup === '' ? '' : checkGroupName(setGroup)
      const adjustment = checkAdjustment(wanted, group !== undefined)
      return commit(actor, async (tx) => {
        const { known, skipped } = await chosen(tx, { emails, query, except })
        const rule = (client: StoredClient, used: number, ruleOf: RuleOf) => {
          const moved = group === undefined ? client : { ...client, group }
          const { client: next, reasons } = adjustedClient(moved, adjustment, used, w.now(), ruleOf)
          if (reasons.length > 0)
            skipped.push({
              email: client.email,
              reason: reasons.map(inEnglish).join(', '),
              reasonCoded: reasons,
            })
          return moved === client ? next : settleEnable(next, used, w.now(), ruleOf(next))
        }
        const joined = { group: group ?? '', planId: adjustment.setPlanId ?? 0 }
        const { drafts, ...missing } = await changeEach(
          tx,
          known,
          rule,
          joined.group || joined.planId ? [joined] : [],
        )
        const made = group && drafts.length > 0 ? await rememberGroup(tx, group) : undefined
        const undo = await kept(tx, 'clients.adjust', drafts, made && [made])
        const change = group === undefined ? adjustment : { ...adjustment, setGroup: group }
        const result = { adjusted: drafts.length, ...withSkips(skipped), ...missing, ...undo }
        return bulkOutcome(result, 'clients.adjust', drafts.map(changeOf), change, undo)
      })
    },

    async setEnable(selection: Selection, enable: boolean, { actor }: By) {
      const action = enable ? 'clients.enable' : 'clients.disable'
      return commit(actor, async (tx) => {
        const { known, skipped } = await chosen(tx, selection)
        const { rule, stillOff } = switching(enable, w.now())
        const { drafts } = await changeEach(tx, known, rule)
        const undo = await kept(tx, action, drafts)
        const changed = drafts.filter(({ next }) => next.enable === enable).length
        const result = { changed, ...withSkips([...skipped, ...stillOff]), ...undo }
        return bulkOutcome(result, action, drafts.map(changeOf), undefined, undo)
      })
    },

    /** A client that has used nothing and is enabled is left alone (P29), but still counted in the result. */
    async resetTraffic(pick: (tx: Tx) => Promise<Selection>, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known } = await chosen(tx, await pick(tx))
        const zeroed = await zeros.set(tx, known)
        const { drafts: back } = await changeEach(tx, known, (client, _, ruleOf) =>
          settleEnable(client, 0, w.now(), ruleOf(client)),
        )
        const cameBack = new Map(back.map((d) => [d.known, d]))
        const used = known.filter((k) => usedBytes(k.traffic) > 0 || cameBack.has(k))
        const drafts = used.map((k) => ({ ...(cameBack.get(k) ?? unchanged(k)), known: k }))
        const undo = await zeros.keep(tx, 'clients.resetTraffic', drafts, zeroed)
        const changes = used.map((k) => changeOf(unchanged(k)))
        const result = { affected: known.length, ...undo }
        return bulkOutcome(result, 'clients.resetTraffic', changes, undefined, undo)
      })
    },

    /** The same limits or a plan's, its days added to the remaining ones, counters at zero: one act. */
    async renew({ emails, query, except, ...terms }: BulkRenew, { actor }: By) {
      checkTerms(terms)
      return commit(actor, async (tx) => {
        const { known, skipped } = await chosen(tx, { emails, query, except })
        const zeroed = await zeros.set(tx, known)
        const { drafts: changed } = await changeEach(tx, known, (client, _, ruleOf) => {
          const next = renewedClient(client, terms, w.now())
          return settleEnable(next, 0, w.now(), ruleOf(next))
        })
        const byClient = new Map(changed.map((d) => [d.known, d]))
        const drafts = known
          .filter((k) => usedBytes(k.traffic) > 0 || byClient.has(k))
          .map((k) => ({ ...(byClient.get(k) ?? unchanged(k)), known: k }))
        const undo = await zeros.keep(tx, 'clients.renew', drafts, zeroed)
        const result = { renewed: known.length, ...withSkips(skipped), ...undo }
        return bulkOutcome(result, 'clients.renew', drafts.map(changeOf), terms, undo)
      })
    },

    async delWhere(action: UndoableAct, pick: (tx: Tx) => Promise<string[]>, { actor }: By) {
      return commit(actor, async (tx) => {
        const { known } = await named(tx, await pick(tx))
        const { undo, ...outcome } = await removeAll(tx, known, false, action)
        return { ...outcome, result: { deleted: known.length, ...undo } }
      })
    },
  }

  async function removeAll(tx: Tx, known: readonly Known[], keepTraffic: boolean, action: UndoableAct) {
    const emails = known.map((k) => k.row.email)
    const undo = await w.keep(tx, action, await goneImages(w, tx, known, keepTraffic))
    await w.store.remove(tx, known, keepTraffic, w.now())
    if (undo.undo !== undefined && !keepTraffic) await w.store.awaitLate(tx, emails, undo.undo)
    return { ...bulkOutcome(null, action, known.map(goneChange), { keepTraffic }, undo), undo }
  }
}

export type Bulk = ReturnType<typeof createBulk>

/** What ends a client, with what its group and plan say. */
export type RuleOf = (next: StoredClient) => EndRule

/** The rule of one act that switches clients on or off, and which clients stay off because they have ended. */
export function switching(enable: boolean, now: number) {
  const stillOff: Skip[] = []
  function rule(client: StoredClient, used: number, ruleOf: RuleOf): StoredClient {
    const next = switchedBy(client, enable, used, now, ruleOf(client))
    const code = enable && !next.enable ? whyEnded(client, used, now, ruleOf(client)) : undefined
    if (code) stillOff.push(skipOf(client.email, new Refusal(code)))
    return next
  }
  return { rule, stillOff }
}

import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Act } from '#contract/acts.ts'
import type { Named } from '#contract/follow.ts'
import type { FollowPreview, FollowWish } from '#contract/follow-api.ts'
import { type Plan, type PlanInput, PlanLimits } from '#contract/plan.ts'
import type { PlanPreview } from '#contract/policies-api.ts'
import { checkNamed, nothingNamed, sameNamed } from '#domain/follow/named.ts'
import { checkQuotas as checkOwn } from '#domain/quotas/quotas.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ClientRoom } from '../clients/room.ts'
import type { By } from '../clients/service.ts'
import { parseBlock } from '../platform/db/json.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Reader, Tx } from '../store/open.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'now'> {
  clients: Pick<ClientRoom, 'settlePlan' | 'reapply' | 'follows' | 'checkQuotas'>
}

type StoredPlan = Omit<Plan, 'id'>
type SureWish = FollowWish & { version: string; leaveNone: boolean }

const most = 1000
const policyOf = (id: number) => ({ kind: 'plan' as const, id })
const namedOf = ({ followInbounds, inboundIds, labels }: Named): Named => ({
  followInbounds,
  inboundIds,
  labels,
})
function toPlan(row: { id: number; data: string }): Plan {
  const data = parseBlock(row.data) as StoredPlan // written by `columns` from a validated body
  return { ...data, ...PlanLimits.parse(data), id: row.id }
}

/**
 * Owns `plans`: presets for clients. Quota, time and inbounds are copied when a plan is used: editing it changes no client. Its
 * speeds hold for everybody who has the plan, and so do its inbounds if clients follow them (ADR 149).
 */
export function createPlans({
  db,
  now,
  commit,
  clients: { settlePlan, reapply, follows, checkQuotas },
}: Deps) {
  const columns = (input: StoredPlan) => {
    for (const field of ['name', 'group'] as const)
      if (!isStorable(input[field]) || /\p{Cc}/u.test(input[field]))
        throw new Refusal('input.control-characters', {}, field)
    return { name_key: input.name.toLowerCase(), data: JSON.stringify(input), updated_at: now() }
  }

  async function find(tx: Reader | Tx, id: number) {
    const row =
      isRowId(id) && (await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst())
    if (!row) throw new Refusal('plan.missing', { id }, 'id')
    return row
  }

  const write = <A extends Plan | undefined>(
    actor: Actor,
    action: Act,
    name: string,
    work: (tx: Tx) => Promise<{ before?: Plan; after: A }>,
  ): Promise<A> =>
    commit(actor, async (tx, _, include) => {
      const done = await work(tx)
      const result = done.after
      if (isDeepStrictEqual(done.before, result)) return { result }
      const { before } = done
      const isOther = before !== undefined && !isDeepStrictEqual(before.quotas, result?.quotas ?? [])
      const clients = before ? await settlePlan(tx, before.id, isOther) : []
      if (clients.length > 0) await include({ change: { kind: 'clients-changed', clients } })
      const object = `${result?.id ?? ''} ${name}`.trim()
      return {
        result,
        change: { kind: 'plans-changed' },
        action: { action, objectKind: 'plan', object, ...done },
      }
    }).catch((error) => {
      if (isUniqueViolation(error)) throw new Refusal('plan.name-taken', { name }, 'name')
      throw error
    })

  /** What a request says, and the rest as it was; inbounds that clients follow must be there. */
  async function planBy(
    tx: Tx,
    input: PlanInput,
    was: Named & Partial<Pick<Plan, 'quotas'>>,
    userId: number,
  ): Promise<StoredPlan> {
    await checkQuotas(tx, checkOwn(input.quotas, 'quotas'), was.quotas ?? [])
    const { followInbounds = was.followInbounds, labels = was.labels } = input
    const named = checkNamed({ followInbounds, inboundIds: input.inboundIds, labels })
    if (followInbounds && !sameNamed(was, named))
      await follows.checkedWish(tx, { ...named, takeOver: false }, userId)
    return { ...input, ...named }
  }

  /** What it names from now on. */
  const rename = (plan: Plan, named: Named) => {
    const { id: _, ...data } = { ...plan, ...named }
    const { updated_at: _at, ...written } = columns(data) // an undo leaves the row as it was
    return written
  }

  return {
    /** Which clients of the plan would be attached and detached. */
    previewFollow: async (id: number, wish: FollowWish, { userId }: By): Promise<FollowPreview> => {
      await find(db.read, id)
      return follows.preview(db.read, policyOf(id), wish, userId)
    },

    /** It names these inbounds from now on, and the clients that have it follow. */
    follow: (id: number, { version, leaveNone, ...asked }: SureWish, { userId, actor }: By) =>
      commit(actor, async (tx) => {
        const plan = toPlan(await find(tx, id))
        const wish = await follows.checkedWish(tx, asked, userId)
        const act = { policy: policyOf(id), name: plan.name, was: namedOf(plan), wish, version, leaveNone }
        const done = await follows.act(tx, act, async (_, named) => {
          await tx.updateTable('plans').set(rename(plan, named)).where('id', '=', id).execute()
        })
        if (sameNamed(plan, wish.named) && done.result.changed === 0) return { result: done.result }
        return {
          result: done.result,
          action: done.action,
          change: [
            { kind: 'plans-changed' as const },
            { kind: 'clients-changed' as const, clients: done.changes },
          ],
        }
      }),

    /** For an undo: what it named before; false if it is gone or names something else since. */
    async nameAgain(tx: Tx, id: number, { was, is }: { was: Named; is: Named }): Promise<boolean> {
      const row = await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst()
      const plan = row && toPlan(row)
      if (!plan || !sameNamed(plan, is)) return false
      await tx.updateTable('plans').set(rename(plan, was)).where('id', '=', id).execute()
      return true
    },

    list: async (): Promise<Plan[]> =>
      (await db.read.selectFrom('plans').select(['id', 'data']).orderBy('id').execute()).map(toPlan),
    add: (input: PlanInput, { userId, actor }: By) =>
      write(actor, 'plan.add', input.name, async (tx) => {
        const { n } = await tx
          .selectFrom('plans')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (Number(n) >= most) throw new Refusal('plan.too-many', { max: most })
        const row = await tx
          .insertInto('plans')
          .values(columns(await planBy(tx, input, nothingNamed, userId)))
          .returning(['id', 'data'])
          .executeTakeFirstOrThrow()
        return { after: toPlan(row) }
      }),
    update: (id: number, input: PlanInput, { userId, actor }: By) =>
      write(actor, 'plan.update', input.name, async (tx) => {
        const before = toPlan(await find(tx, id))
        const next = await planBy(tx, input, before, userId)
        if (!sameNamed(before, next) && (await follows.hasMembers(tx, policyOf(id))))
          throw new Refusal('follow.needs-preview', { name: before.name }, 'inboundIds')
        await tx.updateTable('plans').set(columns(next)).where('id', '=', id).execute()
        return { before, after: { ...next, id } }
      }),
    del: async (id: number, actor: Actor) => {
      await write(actor, 'plan.del', String(id), async (tx) => {
        const before = toPlan(await find(tx, id))
        if (before.followInbounds) await follows.release(tx, policyOf(id))
        await tx.deleteFrom('plans').where('id', '=', id).execute()
        return { before, after: undefined }
      })
      return null
    },
    members: async (): Promise<{ id: number; clients: number }[]> => {
      // The condition is that of the partial index.
      const counted = sql<{ id: number; n: number }>`select plan_id as id, count(*) as n from clients
        where plan_id <> 0 group by plan_id order by plan_id`
      return (await counted.execute(db.read)).rows.map(({ id, n }) => ({
        id: Number(id),
        clients: Number(n),
      }))
    },
    preview: async (id: number): Promise<PlanPreview> =>
      reapply.preview(db.read, toPlan(await find(db.read, id))),
    /** All clients or none, and only what was previewed. */
    apply: (id: number, version: string, actor: Actor) =>
      commit(actor, async (tx) => {
        const plan = toPlan(await find(tx, id))
        const done = await reapply.apply(tx, plan, version)
        if (!done) throw new Refusal('plan.preview-outdated', { name: plan.name }, 'version')
        const { changes, emails, summary } = done
        const result = { plan, changed: changes.length }
        if (changes.length === 0) return { result }
        const after = { clients: emails.slice(0, 100), ...summary, examples: undefined }
        const object = `${id} ${plan.name}`
        return {
          result,
          change: { kind: 'clients-changed' as const, clients: changes },
          action: { action: 'plan.apply', objectKind: 'plan', object, after },
        }
      }),
  }
}

export type Plans = ReturnType<typeof createPlans>

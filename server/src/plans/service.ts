import { isDeepStrictEqual } from 'node:util'
import type { Plan, PlanInput } from '#contract/plan.ts'
import { Refusal } from '#domain/refusal.ts'
import { appendAudit } from '../platform/audit/trail.ts'
import type { Publish } from '../platform/changes/bus.ts'
import { parseBlock } from '../platform/db/json.ts'
import type { Db, Tx } from '../platform/db/open.ts'
import { isRowId } from '../platform/db/row-id.ts'
import { isStorable } from '../platform/db/storable.ts'
import { isUniqueViolation } from '../platform/db/unique.ts'
import type { Actor } from '../platform/http/caller.ts'

interface Deps {
  db: Db
  now: () => number
  publish: Publish
}

const most = 1000
const toPlan = (row: { id: number; data: string }): Plan => ({
  ...(parseBlock(row.data) as PlanInput), // written by `columns` from a checked body
  id: row.id,
})

/** Presets for clients. They are copied when they are used: editing one changes no client. */
export function createPlans({ db, now, publish }: Deps) {
  const columns = (input: PlanInput) => {
    for (const field of ['name', 'group'] as const)
      if (!isStorable(input[field]) || /\p{Cc}/u.test(input[field]))
        throw new Refusal('input.control-characters', {}, field)
    return { name_key: input.name.toLowerCase(), data: JSON.stringify(input), updated_at: now() }
  }

  async function find(tx: Tx, id: number) {
    const row =
      isRowId(id) && (await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst())
    if (!row) throw new Refusal('plan.missing', { id }, 'id')
    return row
  }

  /** One transaction, one audit row, one change; nothing at all where nothing changed. */
  async function write<A extends Plan | undefined>(
    actor: Actor,
    action: string,
    name: string,
    work: (tx: Tx) => Promise<{ before?: Plan; after: A }>,
  ): Promise<A> {
    const { after } = await db
      .write(async (tx) => {
        const done = await work(tx)
        if (!isDeepStrictEqual(done.before, done.after)) {
          const object = `${done.after?.id ?? ''} ${name}`.trim()
          await appendAudit(tx, actor, { action, objectKind: 'plan', object, ...done }, now())
        }
        return done
      })
      .catch((error) => {
        if (isUniqueViolation(error))
          throw new Refusal('plan.name-taken', { name }, 'name')
        throw error
      })
    await publish({ kind: 'plans-changed' })
    return after
  }

  return {
    list: async (): Promise<Plan[]> =>
      (await db.read.selectFrom('plans').select(['id', 'data']).orderBy('id').execute()).map(toPlan),
    add: (input: PlanInput, actor: Actor) =>
      write(actor, 'plan.add', input.name, async (tx) => {
        const { n } = await tx
          .selectFrom('plans')
          .select((e) => e.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow()
        if (Number(n) >= most)
          throw new Refusal('plan.too-many', { max: most })
        const row = await tx
          .insertInto('plans')
          .values(columns(input))
          .returning(['id', 'data'])
          .executeTakeFirstOrThrow()
        return { after: toPlan(row) }
      }),
    update: (id: number, input: PlanInput, actor: Actor) =>
      write(actor, 'plan.update', input.name, async (tx) => {
        const before = toPlan(await find(tx, id))
        await tx.updateTable('plans').set(columns(input)).where('id', '=', id).execute()
        return { before, after: { ...input, id } }
      }),
    del: async (id: number, actor: Actor) => {
      await write(actor, 'plan.del', String(id), async (tx) => {
        const before = toPlan(await find(tx, id))
        await tx.deleteFrom('plans').where('id', '=', id).execute()
        return { before, after: undefined }
      })
      return null
    },
  }
}

export type Plans = ReturnType<typeof createPlans>

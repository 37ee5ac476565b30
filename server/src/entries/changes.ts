import type { Coded } from '#contract/coded.ts'
import { changesIn, type Turn, tellingActs } from '#domain/entries/changes.ts'
import type { Core } from '../core/room.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../store/open.ts'

/** Newest acts that are looked at: a turn is minutes long, and the log may be long, too. */
const [mostRows, mostActs] = [20_000, 500]

type Asked = Pick<Turn, 'from' | 'to'> & { inboundId: number }

/** What the panel itself has recorded about the time in which entries turned from good to failed; one answer each. */
export const createChanges =
  ({ core, now }: { core: Pick<Core, 'status'> } & Clock) =>
  async (tx: Tx, turns: readonly Asked[]): Promise<(Coded | undefined)[]> => {
    if (turns.length === 0) return []
    const newest = tx.selectFrom('audit').select((e) => e.fn.max('id').as('id'))
    const rows = await tx
      .selectFrom('audit')
      .select(['at', 'action', 'actor', 'actor_kind', 'object', 'after'])
      .where('id', '>', (e) => e(newest, '-', mostRows))
      .where('at', '>', Math.min(...turns.map(({ from }) => from)))
      .where('action', 'in', tellingActs)
      .orderBy('id', 'desc')
      .limit(mostActs)
      .execute()
    const acts = rows.map(({ actor, actor_kind, after, ...act }) => ({
      ...act,
      by: actor || actor_kind,
      after: after ?? '',
    }))
    const nodes = new Map(
      (await tx.selectFrom('inbounds').select(['id', 'node_id']).execute()).map((i) => [i.id, i.node_id]),
    )
    const fallbacks = await tx.selectFrom('inbound_fallbacks').select(['master_id', 'child_id']).execute()
    const { uptime } = core.status()
    const startedAt = uptime === undefined ? undefined : now() - uptime * 1_000
    return turns.map(({ inboundId, ...turn }) => {
      const masters = fallbacks.flatMap((row) => (row.child_id === inboundId ? row.master_id : []))
      const node = nodes.get(inboundId) ?? undefined
      return changesIn({ ...turn, inboundIds: [inboundId, ...masters], node }, acts, startedAt)
    })
  }

export type Changes = ReturnType<typeof createChanges>

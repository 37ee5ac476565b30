import { sql } from 'kysely'
import type { Undone } from '#contract/undo-api.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import type { Base } from '../settings/base-services.ts'
import type { Action } from '../store/audit/trail.ts'
import type { Change } from '../store/changes/change.ts'
import type { Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import type { KeepUndo } from '../undo/store.ts'
import { inboundAction } from './action.ts'
import { findInbound } from './find.ts'
import { createInboundMetering } from './metering.ts'

/** What a reset took from an inbound. */
interface ResetImage {
  id: number
  up: number
  down: number
  /** When it was reset before, and by this act. */
  was: number
  at: number
  /** What people call it. Older images have none. */
  name?: string
}

type Left = NonNullable<Undone['leftInbounds']>
const leftOf = (image: ResetImage, row: { remark: string; tag: string } | undefined): Left[number] => {
  const reason = coded(row ? 'undo.inbound-reset' : 'undo.inbound-deleted')
  const name = row ? nameOf(row) : (image.name ?? `#${image.id}`)
  return { id: image.id, name, reason: inEnglish(reason), reasonCoded: [reason] }
}
const nameOf = ({ remark, tag }: { remark: string; tag: string }): string => remark || tag

const imageColumns = { id: 'int', up: 'int', down: 'int', was: 'int', at: 'int' } as const
const changeOf = (ids: readonly number[]): Change => ({
  kind: 'inbounds-changed',
  ids,
  removed: [],
  clients: [],
})

interface Deps extends Pick<Base, 'db' | 'now'> {
  keepUndo: KeepUndo
}

/** Counters of inbounds at zero, and back (ADR 125). */
export function createInboundReset({ db, now, keepUndo }: Deps) {
  const sets = setsFor(db.engine)
  const metering = createInboundMetering(db)
  const least = sql.raw(db.engine === 'sqlite' ? 'min' : 'least')
  const half = sql.raw(String(mostBytes / 2))

  async function zero(tx: Tx, rows: readonly { id: number }[], at: number): Promise<number[]> {
    const ids = rows.map(({ id }) => id)
    const zeros = { up: 0, down: 0, last_traffic_reset_time: at }
    await tx.updateTable('inbounds').set(zeros).where(sets.among('id', ids)).execute()
    // An inbound that the panel disabled for its quota is re-enabled, like a client (R23).
    await metering.revive(tx, ids, at)
    return ids
  }

  function actionOf(rows: readonly { id: number; tag: string }[], isOne: boolean, undo: number): Action {
    const [first] = rows
    if (isOne && first) return { ...inboundAction('inbound.resetTraffic', first), undo }
    const object = `${rows.length} inbounds`
    return { action: 'inbounds.resetAllTraffics', objectKind: 'inbounds', object, undo }
  }

  return {
    /** Resets only the inbound's own counters (P41); `undefined` means all inbounds of the user. */
    async reset(tx: Tx, id: number | undefined, userId: number) {
      if (id !== undefined) await findInbound(tx, id, userId)
      let query = tx
        .selectFrom('inbounds')
        .select(['id', 'tag', 'remark', 'up', 'down', 'last_traffic_reset_time as was'])
        .where('user_id', '=', userId)
      if (id !== undefined) query = query.where('id', '=', id)
      const rows = await query.orderBy('id').execute()
      if (rows.length === 0) return { result: null }
      const at = now()
      const images = rows.map(
        ({ tag, remark, ...image }): ResetImage => ({ ...image, at, name: nameOf({ remark, tag }) }),
      )
      const action = id === undefined ? 'inbounds.resetAllTraffics' : 'inbound.resetTraffic'
      const undo = await keepUndo(tx, action, images, [])
      const ids = await zero(tx, rows, at)
      return { result: null, action: actionOf(rows, id !== undefined, undo), change: changeOf(ids) }
    },

    /** Adds what the reset took away, so bytes that were counted since stay. An inbound that was reset again is left. */
    async putBack(tx: Tx, images: readonly ResetImage[]) {
      const ids = images.map(({ id }) => id)
      const rows = await tx
        .selectFrom('inbounds')
        .select(['id', 'tag', 'remark', 'last_traffic_reset_time as at'])
        .where(sets.among('id', ids))
        .orderBy('id')
        .execute()
      const rowOf = new Map(rows.map((row) => [row.id, row]))
      const isSame = ({ id, at }: ResetImage) => rowOf.get(id)?.at === at
      const back = images.filter(isSame)
      if (back.length > 0)
        await sql`update inbounds set up = ${least}(inbounds.up + v.up, ${half}),
          down = ${least}(inbounds.down + v.down, ${half}), last_traffic_reset_time = v.was
          from ${sets.unfold(back, imageColumns)} as v where inbounds.id = v.id`.execute(tx)
      const changed = new Set(back.map(({ id }) => id))
      const named = rows
        .filter(({ id }) => changed.has(id))
        .map((row) => ({ id: row.id, tag: row.tag, name: nameOf(row) }))
      const left = images.filter((image) => !isSame(image)).map((image) => leftOf(image, rowOf.get(image.id)))
      return { named, left, change: changeOf([...changed]) }
    },
  }
}

export type InboundReset = ReturnType<typeof createInboundReset>

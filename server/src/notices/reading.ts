import { sql } from 'kysely'
import type { z } from 'zod'
import type { Alert, AlertParams } from '#contract/alerts.ts'
import type { Coded } from '#contract/coded.ts'
import type { AlertView, DeliveryView, noticesApi } from '#contract/notices-api.ts'
import { measuresIn } from '#domain/alerts/measures.ts'
import { alertLevel, englishTexts, isAlertKind, sayAlert } from '#domain/alerts/texts.ts'
import { inEnglish } from '#domain/refusal.ts'
import { zoneOf } from '../platform/system-time-zone.ts'
import type { Base } from '../settings/base-services.ts'

type Deps = Pick<Base, 'commit' | 'db' | 'settings'>
type Filter = z.output<typeof noticesApi.deliveries.query>

type Params = Record<string, string | number>
const paramsOf = (text: string): Params => JSON.parse(text) as Params // written by `record`

/** A kind of a newer panel, from a restored database, is shown by its name. */
function wordsOf(kind: string, params: Params, zone: string): Pick<AlertView, 'level' | 'title' | 'message'> {
  if (!isAlertKind(kind)) return { level: 'info', title: kind, message: '' }
  const alert = { kind, params } as Alert // as `record` wrote it
  const said = sayAlert(englishTexts, kind, alert.params as AlertParams, measuresIn('en-US', zone))
  return { level: alertLevel[kind], ...said }
}

/** What the pages show: alerts on Home, and every delivery with its fate. */
export function createReading({ db, commit, settings }: Deps) {
  const no = sql.raw(db.engine === 'sqlite' ? '0' : 'false') // a literal: partial indexes match the exact text
  const onHome = sql<boolean>`on_home <> ${no}`

  return {
    async alerts(
      limit: number,
      before: number | undefined,
    ): Promise<{ alerts: AlertView[]; unread: number }> {
      const rows = await db.read
        .selectFrom('alerts')
        .selectAll()
        .where(onHome)
        .$if(before !== undefined, (q) => q.where('id', '<', before ?? 0))
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      const unread = await db.read
        .selectFrom('alerts')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where(onHome)
        .where('was_read', '=', false)
        .executeTakeFirstOrThrow()
      const alerts = rows.map(({ id, uid, kind, at, was_read: read, ...row }) => {
        const params = paramsOf(row.params)
        return { id, uid, kind, params, at, ...wordsOf(kind, params, zoneOf(settings.current())), read }
      })
      return { alerts, unread: Number(unread.n) }
    },

    async read(upTo: number | undefined): Promise<null> {
      await commit.upkeep((tx) =>
        tx
          .updateTable('alerts')
          .set({ was_read: true })
          .where(onHome)
          .where('was_read', '=', false)
          .$if(upTo !== undefined, (q) => q.where('id', '<=', upTo ?? 0))
          .execute(),
      )
      return null
    },

    async deliveries({ outlet, state, before, limit }: Filter): Promise<DeliveryView[]> {
      const rows = await db.read
        .selectFrom('alert_deliveries as d')
        .innerJoin('alerts as a', 'a.id', 'd.alert_id')
        .select(['d.id', 'd.outlet', 'd.state', 'd.tries', 'd.retry_at', 'd.done_at', 'd.error'])
        .select(['a.uid', 'a.kind', 'a.params', 'a.at'])
        .$if(outlet !== undefined, (q) => q.where('d.outlet', '=', outlet ?? ''))
        .$if(state !== undefined, (q) => q.where('d.state', '=', state ?? 'waiting'))
        .$if(before !== undefined, (q) => q.where('d.id', '<', before ?? 0))
        .orderBy('d.id', 'desc')
        .limit(limit)
        .execute()
      return rows.map((row) => {
        const why = row.error === '' ? undefined : (JSON.parse(row.error) as Coded) // written by the outbox
        return {
          id: row.id,
          uid: row.uid,
          outlet: row.outlet,
          kind: row.kind,
          params: paramsOf(row.params),
          at: row.at,
          state: row.state,
          tries: row.tries,
          retryAt: row.state === 'waiting' ? row.retry_at : 0,
          doneAt: row.done_at,
          error: why ? inEnglish(why) : '',
          ...(why && { errorCoded: why }),
        }
      })
    },

    /** Sums by outlet, of what is still kept. */
    async counts() {
      const { rows } = await sql<{ outlet: string; state: string; n: number; last: number }>`
        select outlet, state, count(*) as n, max(done_at) as last from alert_deliveries group by outlet, state`.execute(
        db.read,
      )
      return rows.map(({ outlet, state, n, last }) => ({ outlet, state, n: Number(n), last: Number(last) }))
    },
  }
}

export type Reading = ReturnType<typeof createReading>

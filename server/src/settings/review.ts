import { sql } from 'kysely'
import type { Settings, SettingsUpdate } from '#contract/settings.ts'
import type { SettingsReview } from '#contract/settings-api.ts'
import { type Surroundings, subscriptionOrigin } from '#domain/settings/default-view.ts'
import { settingEffects } from '#domain/settings/review.ts'
import type { Db } from '../store/open.ts'
import { pick, type SettingsRoom } from './service.ts'

interface Deps {
  db: Db
  settings: SettingsRoom
  sub: Surroundings['sub']
}

/** What a save of settings would change, what waits for a restart, and whose addresses and links change. */
export function createSettingsReview({ db, settings, sub }: Deps) {
  async function subscriptionCount(): Promise<number> {
    const { rows } = await sql<{
      count: number
    }>`select count(distinct sub_id) as count from clients where sub_id <> ''`.execute(db.read)
    return Number(rows[0]?.count ?? 0)
  }

  return async (patch: SettingsUpdate, requestHost: string): Promise<SettingsReview> => {
    const { before, next, changed } = await settings.planned(patch)
    const movesPort = changed.includes('subPort')
    const address = (of: Settings, port: number) =>
      of.subURI || subscriptionOrigin(of, { requestHost, sub: { ...sub, port } }) + of.subPath
    const old = address(before, sub.port)
    const fresh = address(next, movesPort ? next.subPort : sub.port)
    const [was, will] = [pick(before, changed), pick(next, changed)]
    return {
      changes: changed.map((key) => ({ key, before: was[key], after: will[key] })),
      ...settingEffects(before, next, changed),
      ...(old !== fresh && { subscriptionAddress: { before: old, after: fresh } }),
      subscriptions: await subscriptionCount(),
    }
  }
}

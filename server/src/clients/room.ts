import { sql } from 'kysely'
import { zoneOf } from '../platform/system-time-zone.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { BulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Tx } from '../store/open.ts'
import type { IsOverIp } from '../store/terms.ts'
import { createAdopt } from './adopt.ts'
import { createAssign } from './assign.ts'
import { createBulk } from './bulk.ts'
import { createDeviceKeys } from './device-keys.ts'
import { createFollowActs } from './follow/acts.ts'
import { createOrigins } from './follow/origins.ts'
import { createGroups } from './groups.ts'
import { createMetering } from './metering.ts'
import type { OnlineClients } from './online.ts'
import { createPage } from './page.ts'
import { createPreview } from './preview.ts'
import { appsPrune, tombstonePrune } from './prune.job.ts'
import { besides } from './quotas/quotas.ts'
import { createQuotaReads } from './quotas/reads.ts'
import { createFigures, createReads, createTerms, type WeekOf } from './reads.ts'
import { createReapply } from './reapply.ts'
import { createResetAll } from './reset-all.ts'
import { createPickClients } from './selection.ts'
import { createClients } from './service.ts'
import { createSpent } from './spent.ts'
import type { ClientHooks } from './store.ts'
import { createRestore } from './undo/restore.ts'
import { changeOf, createWriting, settleEnded, type WritingDeps } from './writing.ts'

export interface ClientRoomDeps extends WritingDeps {
  bulkReads: BulkReads
  settings: SettingsReader
  online: OnlineClients
  figures: Parameters<typeof createPage>[0]['figures']
  /** Bytes of the last seven days, by name. */
  week: WeekOf
  isOverIp: IsOverIp
}

/**
 * Owns clients, groups, their attachments, counters, IP logs and tombstones. Every write goes through one `Writing`;
 * other rooms read clients, and attach hooks for what they keep about them.
 */
export function createClientRoom(deps: ClientRoomDeps) {
  const { db, now, commit, settings, online, week, isOverIp } = deps
  const w = createWriting({ zone: () => zoneOf(settings.current()), ...deps })
  const { sets } = w
  const pickClients = createPickClients({ db, sets, now, settings, online })
  const bulk = createBulk(w, pickClients)
  const follows = createFollowActs(w)
  return {
    /** Rooms that keep something about clients attach themselves at the start. */
    attach: (hooks: Partial<ClientHooks>) => void Object.assign(w.hooks, hooks),
    clients: createClients(w),
    bulk,
    groups: createGroups(w, bulk, pickClients),
    preview: createPreview({ db, sets, pickClients, online }),
    restore: createRestore(w),
    reads: createReads(w),
    resetAll: createResetAll(w),
    spent: createSpent(w),
    assign: createAssign(w),
    /** In the transaction that changes a plan: what that means for clients that have ended. */
    settlePlan: async (tx: Tx, id: number, hasOtherQuotas: boolean) => {
      const ended = (await settleEnded(w, tx, sql`plan_id = ${id}`)).map(changeOf)
      if (!hasOtherQuotas) return ended
      const where = sql<boolean>`c.plan_id = ${id} and c.plan_id <> 0`
      return [...ended, ...besides(ended, await w.quotas.settleWhere(tx, where))]
    },
    /** Refuses new quotas of a plan that name nothing. */
    checkQuotas: w.quotas.checks.check,
    reapply: createReapply(w),
    follows,
    origins: createOrigins(w),
    quotas: createQuotaReads(w),
    /** Another room wrote clients or counters. */
    recountGroups: (tx: Tx) => w.sums.recount(tx),
    /** Another room wrote clients: they get what their groups name. */
    followGroups: async (tx: Tx) => {
      const followed = await follows.followGroups(tx)
      return [...followed, ...besides(followed, await w.quotas.settleGroups(tx))]
    },
    adopt: createAdopt(w),
    inboundTraffic: w.inboundTraffic,
    deviceKeys: createDeviceKeys(w),
    tombstonePrune: tombstonePrune(db, commit, now),
    appsPrune: appsPrune(db, commit, now),
    metering: createMetering(w, () => zoneOf(settings.current())),
    page: createPage({ ...deps, sets, find: w.find }),
    figures: createFigures({ db, sets, week }),
    terms: createTerms({ db, sets, isOverIp }),
  }
}

export type ClientRoom = ReturnType<typeof createClientRoom>

import { hostname } from 'node:os'
import { alertsOf } from '#domain/alerts/from-notice.ts'
import type { Notify } from '#domain/notices.ts'
import { firstStart } from '../auth/first-start.ts'
import { createOwnSessions } from '../auth/own-sessions.ts'
import { createAuth } from '../auth/room.ts'
import { createAnonymous, createSessions } from '../auth/sessions.ts'
import { createTokens } from '../auth/tokens.ts'
import { createSightings } from '../clients/sightings.ts'
import type { PanelLog } from '../core/logs/logs.ts'
import { createHub } from '../events/hub.ts'
import type { Membership } from '../instance/membership.ts'
import { createNotices } from '../notices/room.ts'
import type { Config } from '../platform/config.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Ports } from '../platform/http/ports.ts'
import type { Base } from '../settings/base-services.ts'
import { planListeners } from '../settings/listen-plans.ts'
import { createSettings } from '../settings/service.ts'
import { createBulkReads } from '../store/bulk-reads/bulk-reads.ts'
import { type CommitHooks, createCommit } from '../store/changes/commit.ts'
import type { Db, WritableDb } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import { createHttpServer } from './http-server.ts'
import type { PanelDeps } from './panel.ts'

export interface BaseDeps extends Pick<Base, 'egress' | 'log' | 'now'>, Pick<PanelDeps, 'print' | 'demo'> {
  config: Config
  db: WritableDb
  /** This process among those that use the database. */
  member: Membership
  panelLog: PanelLog
  probe: Probe
  ports: Ports
}

/** What every room depends on: settings, authentication, and how a change is stored and published. */
export async function createBaseServices(deps: BaseDeps) {
  const { config, log, now, print } = deps
  const { instance, leadership, changes } = deps.member
  const hooks: CommitHooks = { listeners: [] }
  const commit = createCommit({ db: deps.db, now, log, append: changes.append, hooks })
  const db: Db = deps.db // rooms write through `commit`
  const hub = createHub({ now, log })
  const settings = await createSettings({ db, log, commit })
  const tokens = createTokens(db, commit, now, log)
  const auth = createAuth({ db, now, log, commit, settings, tokens })
  const notices = createNotices({ db, commit, settings, egress: deps.egress, hub, now, log, leadership })
  hooks.recordAlerts = notices.record
  await notices.start()
  planListeners(config, settings.current()) // refuse a bad address before credentials are created
  const showCredentials = await firstStart({ db, commit, settings, config, print })
  const sessions = createSessions(db, commit, now)
  const ownSessions = createOwnSessions({ db, now, commit, sessions, hub })
  const anonymous = createAnonymous(() => settings.current().secret)
  const bulkReads = createBulkReads(db)
  const sightings = createSightings(setsFor(db.engine))
  const server = createHttpServer({ ...deps, commit, settings, hub })
  const { tell } = notices
  const notify: Notify = (notice) => {
    hub.publish('notification', notice)
    tell(...alertsOf(notice, hostname()))
  }
  return {
    ...deps,
    instance,
    leadership,
    db,
    commit,
    /** Called once, after all rooms are created. */
    listen: (listeners: CommitHooks['listeners']) => {
      hooks.listeners = listeners
    },
    hub,
    settings,
    server,
    sessions,
    ownSessions,
    tokens,
    auth,
    anonymous,
    bulkReads,
    sightings,
    notify,
    notices,
    tell,
    /** Called once, when the panel is served: creates the first administrator if there is none, and prints it. */
    showCredentials,
  }
}

export type BaseServices = Awaited<ReturnType<typeof createBaseServices>>

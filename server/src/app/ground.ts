import { hostname } from 'node:os'
import type { Alert } from '#contract/alerts.ts'
import { alertsOf } from '#domain/alerts/from-notice.ts'
import type { Notify } from '#domain/notices.ts'
import { createOwnSessions } from '../auth/own-sessions.ts'
import { forgetRecoveryCodes, renewRecoveryCodes } from '../auth/recovery-codes.ts'
import { createAuth } from '../auth/service.ts'
import { createAnonymous, createSessions } from '../auth/sessions.ts'
import { createTokens } from '../auth/tokens.ts'
import { raiseEpochs } from '../auth/users.ts'
import { createSightings } from '../clients/sightings.ts'
import type { PanelLog } from '../core/logs/logs.ts'
import { createHub } from '../events/hub.ts'
import type { Membership } from '../instance/membership.ts'
import { createNotices, type Notices } from '../notices/room.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { loadCertificate } from '../platform/http/certificate.ts'
import type { Log } from '../platform/log.ts'
import { createSettings } from '../settings/service.ts'
import { createBulkReads } from '../store/bulk-reads/bulk-reads.ts'
import type { Listener } from '../store/changes/change.ts'
import { createCommit } from '../store/changes/commit.ts'
import type { Db, Tx, WritableDb } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import type { Demo } from './demo.ts'
import { firstStart } from './first-start.ts'
import { planFront } from './front.ts'

export interface GroundDeps extends Clock {
  config: Config
  db: WritableDb
  /** This process among those that use the database. */
  member: Membership
  log: Log
  panelLog: PanelLog
  print: (line: string) => void
  egress: Egress
  probe: Probe
  demo?: Demo | undefined
  /** Known once the panel is served. */
  ownPorts: () => readonly { what: 'panel' | 'subscriptions'; listen: string; port: number }[]
}

/** What every room depends on: settings, authentication, and how a change is stored and published. */
export async function createGround(deps: GroundDeps) {
  const { config, log, now, print } = deps
  let listeners: readonly Listener[] = []
  const { instance, leadership, changes } = deps.member
  const { append } = changes
  let notices: Notices | undefined
  const recordAlerts = async (tx: Tx, alerts: readonly Alert[]) => notices?.record(tx, alerts)
  const commit = createCommit({ db: deps.db, now, log, listeners: () => listeners, append, recordAlerts })
  const db: Db = deps.db // rooms write through `commit`
  const hub = createHub({ now, log })
  const settings = await createSettings({
    db,
    log,
    commit,
    checkCertificate: (cert, key, setting) => void loadCertificate(cert, key, setting),
    codeFits: (tx, secret, code, actor) => auth.codeFits(tx, secret, code, actor),
    raiseEpoch: raiseEpochs,
    recovery: { renew: renewRecoveryCodes, forget: forgetRecoveryCodes },
  })
  notices = createNotices({
    ...{ db, commit, settings, egress: deps.egress, hub, now, log },
    isLeader: leadership.leads,
  })
  await notices.start()
  planFront(config, settings.current()) // refuse a bad address before credentials are created
  const showCredentials = await firstStart({ db, commit, settings, config, print })
  const sessions = createSessions(db, commit, now)
  const ownSessions = createOwnSessions({
    db,
    now,
    commit,
    lastSeen: sessions.lastSeen,
    connected: hub.sessions,
  })
  const tokens = createTokens(db, commit, now, log)
  let directoryAccepts = async (_name: string, _password: string): Promise<boolean> => false
  const auth = createAuth({
    ...{ db, now, log, commit, settings, recordAlerts },
    directoryAccepts: (name, password) => directoryAccepts(name, password),
  })
  const anonymous = createAnonymous(() => settings.current().secret)
  const bulkReads = createBulkReads(db)
  const sightings = createSightings(setsFor(db.engine))
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
    listen: (list: readonly Listener[]) => {
      listeners = list
    },
    /** Called once, when that room exists: it needs clients, and logins are needed before. */
    acceptPasswordsOf: (accepts: typeof directoryAccepts) => {
      directoryAccepts = accepts
    },
    hub,
    settings,
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
    recordAlerts,
    /** Called once, when the panel is served: creates the first administrator if there is none, and prints it. */
    showCredentials,
  }
}

export type Ground = Awaited<ReturnType<typeof createGround>>

import type { Notify } from '#domain/notices.ts'
import { createOwnSessions } from '../auth/own-sessions.ts'
import { createAuth } from '../auth/service.ts'
import { createAnonymous, createSessions } from '../auth/sessions.ts'
import { createTokens } from '../auth/tokens.ts'
import { raiseEpoch } from '../auth/users.ts'
import type { Config } from '../config.ts'
import type { PanelLog } from '../core/logs/logs.ts'
import { createHub } from '../events/hub.ts'
import { planFront } from '../front.ts'
import { createLists } from '../platform/bulk-reads/lists.ts'
import { type Listener as ChangeListener, createBus } from '../platform/changes/bus.ts'
import type { Db } from '../platform/db/open.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Outbound } from '../platform/egress/safe-fetch.ts'
import { loadCertificate } from '../platform/http/certificate.ts'
import type { Log } from '../platform/log.ts'
import { createSettings } from '../settings/service.ts'
import { firstStart } from './first-start.ts'

export interface GroundDeps {
  config: Config
  db: Db
  log: Log
  panelLog: PanelLog
  now: () => number
  print: (line: string) => void
  outbound: Outbound
  probe: Probe
  /** Known once the panel is served. */
  ownPorts: () => readonly { what: string; listen: string; port: number }[]
}

/** What every other room stands on: settings, who may come in, how a change is told. */
export async function createGround(deps: GroundDeps) {
  const { config, db, log, now, print } = deps
  const listeners: ChangeListener[] = []
  const publish = createBus(() => listeners, log)
  const hub = createHub({ now, log })
  const settings = await createSettings({
    db,
    now,
    log,
    publish,
    checkCertificate: (cert, key, setting) => void loadCertificate(cert, key, setting),
    codeFits: (tx, secret, code, actor) => auth.codeFits(tx, secret, code, actor),
    raiseEpoch,
  })
  planFront(config, settings.current()) // a bad address is refused before credentials are made and shown
  await firstStart(db, settings, config, now, print)
  const sessions = createSessions(db, now)
  const ownSessions = createOwnSessions({
    db,
    now,
    publish,
    lastSeen: sessions.lastSeen,
    connected: hub.sessions,
  })
  const tokens = createTokens(db, now, log)
  const auth = createAuth({ db, now, log, publish, settings: settings.fresh })
  const anonymous = createAnonymous(() => settings.current().secret)
  const lists = createLists(db)
  const notify: Notify = (notice) => hub.publish('notification', notice)
  return {
    ...deps,
    listeners,
    publish,
    hub,
    settings,
    sessions,
    ownSessions,
    tokens,
    auth,
    anonymous,
    lists,
    notify,
  }
}

export type Ground = Awaited<ReturnType<typeof createGround>>

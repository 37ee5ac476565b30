import type { Config } from './config.ts'
import { createPanelLog, type PanelLog } from './core/logs/logs.ts'
import { listenersOf } from './panel/listeners.ts'
import { createRooms } from './panel/rooms.ts'
import { mountRooms } from './panel/routes.ts'
import { createServing, type Serving } from './panel/serving.ts'
import type { Metering } from './panel/traffic-rooms.ts'
import { lockFolder } from './platform/db/lock.ts'
import { openDb, type WritableDb } from './platform/db/open.ts'
import { createProbe, type Probe } from './platform/egress/probe.ts'
import { createEgress, type Egress } from './platform/egress/safe-fetch.ts'
import { type Log, teeLog } from './platform/log.ts'

export interface PanelDeps {
  log: Log
  now: () => number
  /** Lines for the person at the terminal. */
  print: (line: string) => void
  /** Tests have a door that leads nowhere. */
  egress?: Egress
  probe?: Probe
  metering?: Metering
}

/** The composition root: storage first, then the rooms, then their front door. */
export async function createPanel(config: Config, given: PanelDeps) {
  const panelLog = createPanelLog(given.now)
  const deps = { ...given, panelLog, log: teeLog(given.log, panelLog.add) }
  const unlock = lockFolder(config.dataFolder)
  try {
    const db = await openDb(config.database, deps.log, deps.now)
    try {
      return await assemble(config, deps, db, unlock)
    } catch (error) {
      await db.close()
      throw error
    }
  } catch (error) {
    unlock()
    throw error
  }
}

export type Panel = Awaited<ReturnType<typeof createPanel>>

async function assemble(
  config: Config,
  deps: PanelDeps & { panelLog: PanelLog },
  db: WritableDb,
  unlock: () => void,
) {
  const { log, panelLog, now, print, egress = createEgress(), probe = createProbe() } = deps
  let serving: Serving | undefined
  const rooms = await createRooms({
    config,
    db,
    log,
    panelLog,
    now,
    print,
    egress,
    probe,
    ...(deps.metering && { metering: deps.metering }),
    ownPorts: () => serving?.ownPorts() ?? [],
  })
  const { hub, settings, core, outbounds, live, jobs, status, lists, sessions, tokens } = rooms
  const served = await createServing({
    config,
    commit: rooms.commit,
    settings,
    hub,
    print,
    now,
    log,
    identify: { bySession: sessions.find, byBearer: tokens.find },
    subscriptions: rooms.subscriptions.handler,
    moved: rooms.panelAddresses.look,
    mount: (http, basePath, sub) =>
      mountRooms(http, rooms, {
        db,
        now,
        basePath,
        sub,
        webRoot: config.webRoot,
        restart: (actor) => served.restartSoon(actor),
      }),
  })
  serving = served
  rooms.listen(listenersOf({ ...rooms, serving: served }))

  return {
    db,
    hub,
    core,
    settings,
    traffic: rooms.traffic,
    presence: rooms.presence,
    history: rooms.history,
    subscriptions: rooms.subscriptions,
    front: served.front,
    async start() {
      status.start()
      jobs.start()
      await served.listen()
      live.start()
      await rooms.standIn.start()
      core.start()
    },
    async stop() {
      outbounds.stop()
      await jobs.stop()
      await rooms.presence.stop().catch((error) => log.warn({ err: error }, 'last times were not stored'))
      status.stop()
      await Promise.all([hub.stop(), served.close(), core.stop(), rooms.standIn.stop()])
      await rooms.auth.refused.stop()
      await rooms.traffic.stop()
      live.stop()
      await rooms.keptAccess.stop()
      await rooms.subscriptions
        .flush()
        .catch((error) => log.warn({ err: error }, 'fetches were not written down'))
      await lists.close()
      await db.close()
      unlock()
    },
  }
}

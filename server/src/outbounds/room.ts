import type { Block } from '#contract/inbound.ts'
import { asBlocks } from '#domain/core-config/json.ts'
import type { Notify } from '#domain/notices.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Judge, sift } from '../core/binary/sift.ts'
import { coreEnvironment } from '../core/process/environment.ts'
import { startTestCore } from '../core/process/throwaway-core.ts'
import type { Core } from '../core/room.ts'
import type { Geo } from '../geo/room.ts'
import type { Clock } from '../platform/clock.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Log } from '../platform/log.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db } from '../store/open.ts'
import { createListFetch } from './fetch-list.ts'
import { judge } from './request-test.ts'
import { createRouting } from './routing.ts'
import { createSetAside } from './set-aside.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createOutboundTests } from './tests.ts'
import { createOutboundTraffic } from './traffic.ts'
import { createRememberedTrial, createTrial, type Trial } from './trial.ts'

interface Deps extends Clock {
  db: Db
  commit: Commit
  egress: Egress
  probe: Probe
  core: Core
  geo: Geo
  settings: SettingsReader
  /** Where the core finds its geo files. */
  binFolder: string
  notify: Notify
  log: Log
}

/** Everything about outbounds except the template that holds them. */
export function createOutbounds(deps: Deps) {
  const { db, now, commit, egress, core, binFolder } = deps
  const ending = new AbortController()
  const { signal } = ending
  const trial = createTrial({ ...deps, signal })
  /** Asks the core to check a list, then tries it in a throwaway core. */
  const judgeIn =
    (found: string, tryOut: Trial): Judge =>
    async (config) => {
      const verdict = await judge(found, config, binFolder)
      return verdict.ok ? tryOut(found, asBlocks(config.outbounds)) : verdict
    }
  const inCore = (tryOut: Trial) => (): Judge | undefined => {
    const found = core.provider.located()
    return found ? judgeIn(found, tryOut) : undefined
  }
  const setAside = createSetAside({
    listed: async () => (await subscriptions.outbounds()).flatMap((list) => list.outbounds),
    judge: inCore(trial),
    async onSetAside(found, words) {
      await subscriptions.lost(found, words)
      if (core.status().state === 'error') core.start() // it gave up after crashes
    },
    now,
    log: deps.log,
  })
  const lists = createListFetch({
    egress,
    signal,
    judge: inCore(createRememberedTrial(trial)),
    objection: setAside.objection,
  })
  const subscriptions = createSubscriptions({
    db,
    now,
    commit,
    lists,
    objection: setAside.objection,
    notify: deps.notify,
  })
  return {
    traffic: createOutboundTraffic(db, commit),
    tests: createOutboundTests({
      ...deps,
      signal,
      checkUrl: egress.checkUrl,
      publicAddresses: egress.publicAddresses,
    }),
    routing: createRouting(deps),
    subscriptions,
    /** Builds and uses each outbound once in a core of another version. */
    tryIn: (found: string, outbounds: readonly Block[]) => sift(outbounds, judgeIn(found, trial)),
    /** A core for one test, as long as the panel runs. */
    startCore(found: string, config: unknown) {
      signal.throwIfAborted()
      return startTestCore(found, coreEnvironment(binFolder), config)
    },
    /** Call after a core crash: if an outbound of a list caused it, the next core runs without it. */
    afterCrash: setAside.afterCrash,
    stop: () => ending.abort(new Refusal('panel.stopped')),
  }
}

export type Outbounds = ReturnType<typeof createOutbounds>

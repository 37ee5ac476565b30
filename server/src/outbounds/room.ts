import { Refusal } from '#domain/refusal.ts'
import type { Commit } from '../changes/commit.ts'
import type { CoreApi } from '../core-api/client.ts'
import type { Db } from '../db/open.ts'
import type { Probe } from '../outbound/probe.ts'
import type { Outbound } from '../outbound/safe-fetch.ts'
import { createListFetch } from './fetch-list.ts'
import type { TestCoreDeps } from './request-test.ts'
import { createRouting } from './routing.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createOutboundTests } from './tests.ts'
import { createOutboundTraffic } from './traffic.ts'

interface Deps extends Omit<TestCoreDeps, 'signal'> {
  db: Db
  now: () => number
  commit: Commit
  outbound: Outbound
  probe: Probe
  api: () => CoreApi | undefined
  testUrl: () => Promise<string>
  firstOutbound: () => Promise<string>
}

/** Everything about outbounds but the template that holds them. */
export function createOutbounds(deps: Deps) {
  const { db, now, commit, outbound, binary, judge } = deps
  const ending = new AbortController()
  const { signal } = ending
  const lists = createListFetch({
    outbound,
    signal,
    judge: () => {
      const found = binary()
      return found ? (config) => judge(found, config) : undefined
    },
  })
  return {
    traffic: createOutboundTraffic(db, commit),
    tests: createOutboundTests({ ...deps, signal, checkUrl: outbound.checkUrl }),
    routing: createRouting(deps),
    subscriptions: createSubscriptions({ db, now, commit, lists }),
    stop: () => ending.abort(new Refusal('The panel was stopped.')),
  }
}

export type Outbounds = ReturnType<typeof createOutbounds>

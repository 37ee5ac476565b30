import type { Block } from '#contract/inbound.ts'
import { asBlocks, withForced } from '#domain/core-config/json.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import type { Notify } from '#domain/notices.ts'
import { withSubscriptions } from '#domain/outbounds/with-subscriptions.ts'
import type { Core } from '../core/room.ts'
import type { Geo } from '../geo/room.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Base } from '../store/base-services.ts'
import { createCrashCheck, createExcluded } from './crash-check.ts'
import { createListFetch } from './fetch-list.ts'
import { createRouting } from './routing.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createOutboundTests } from './tests.ts'
import { createOutboundTraffic } from './traffic.ts'
import { createOutboundTrials } from './trial.ts'

interface Deps extends Base<'db' | 'commit' | 'egress' | 'log' | 'now'> {
  probe: Probe
  core: Core
  geo: Geo
  settings: SettingsReader
  notify: Notify
}

/**
 * Everything about outbounds except the template that holds them. Owns the tables `outbound_subscriptions` and
 * `outbound_traffics`. Offers tests, routing questions, traffic and the outbounds of subscriptions, which the core runs.
 */
export function createOutbounds(deps: Deps) {
  const { db, now, commit, egress, core, notify, log } = deps
  const { signal } = core.testCores
  const trials = createOutboundTrials(core)
  const excluded = createExcluded()
  const lists = createListFetch({ egress, signal, trials, excluded })
  const subscriptions = createSubscriptions({ db, now, commit, lists, excluded, notify })
  const crashCheck = createCrashCheck({ subscriptions, trials, excluded, core, now, log })

  async function complete(template: Block): Promise<Block> {
    const own = asBlocks(templateSections(template).outbounds)
    return withForced(template, { outbounds: withSubscriptions(own, await subscriptions.outbounds()) })
  }

  core.attach({ complete, tryOutbounds: trials.siftIn })
  core.onEnded(({ expected, trace }) => {
    if (!expected) void crashCheck.run(trace)
  })
  return {
    traffic: createOutboundTraffic(db, commit),
    tests: createOutboundTests(deps),
    routing: createRouting(deps),
    subscriptions,
  }
}

export type Outbounds = ReturnType<typeof createOutbounds>

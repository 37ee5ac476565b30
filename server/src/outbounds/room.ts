import { sql } from 'kysely'
import type { Block } from '#contract/inbound.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { withSubscriptions } from '#domain/outbounds/listed-outbound.ts'
import { mostBytes } from '#domain/traffic/ledger.ts'
import { asBlocks, withForced } from '#domain/untyped.ts'
import type { Core } from '../core/room.ts'
import type { Geo } from '../geo/room.ts'
import { isStorable } from '../platform/db/storable.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import type { Commit } from '../store/changes/commit.ts'
import type { Db, Tx } from '../store/open.ts'
import { setsFor } from '../store/sets.ts'
import { createCrashCheck, createExcluded } from './crash-check.ts'
import { createListFetch } from './fetch-list.ts'
import { createRouting } from './routing.ts'
import { createSubscriptions } from './subscriptions.ts'
import { createOutboundTests } from './tests.ts'
import { createOutboundTrials } from './trial.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'egress' | 'settings' | 'notify' | 'log' | 'now'> {
  probe: Probe
  core: Core
  geo: Geo
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

const everyTag = '-alltags-'

function createOutboundTraffic(db: Db, commit: Commit) {
  const sets = setsFor(db.engine)
  const least = sql.raw(db.engine === 'sqlite' ? 'min' : 'least')
  const most = sql.raw(String(mostBytes))
  return {
    /** Adds the bytes of a tick; an outbound gets its row with its first byte. */
    async count(tx: Tx, bytes: readonly { name: string; up: number; down: number }[]): Promise<void> {
      if (bytes.length === 0) return
      const source = sets.unfold(bytes, { name: 'text', up: 'int', down: 'int' })
      // Each saturates at half, so that the sum stays a safe integer.
      const add = (way: 'up' | 'down') =>
        sql`${least}(outbound_traffics.${sql.ref(way)} + excluded.${sql.ref(way)}, ${most} / 2)`
      await sql`insert into outbound_traffics (tag, up, down, total)
        select v.name, v.up, v.down, v.up + v.down from ${source} as v where true
        on conflict (tag) do update set up = ${add('up')}, down = ${add('down')},
          total = ${add('up')} + ${add('down')}`.execute(tx)
    },
    list: () => db.read.selectFrom('outbound_traffics').selectAll().orderBy('id').execute(),
    /** Without a tag nothing is reset: published clients send none, and expect a success (decision 56). */
    async reset(tag: string, actor: Actor): Promise<''> {
      if (tag === '' || !isStorable(tag)) return '' // no outbound has such a name
      await commit(actor, async (tx) => {
        let update = tx.updateTable('outbound_traffics').set({ up: 0, down: 0, total: 0 })
        if (tag !== everyTag) update = update.where('tag', '=', tag)
        await update.execute()
        const action = { action: 'outbound.resetTraffic' as const, objectKind: 'outbound', object: tag }
        return { result: null, action }
      })
      return ''
    },
  }
}

export type OutboundTraffic = ReturnType<typeof createOutboundTraffic>

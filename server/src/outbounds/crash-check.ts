import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { contentOf } from '#domain/outbounds/listed-outbound.ts'
import { suspectsOf } from '#domain/outbounds/suspects.ts'
import { coded } from '#domain/refusal.ts'
import { sift } from '../core/binary/sift.ts'
import type { Core } from '../core/room.ts'
import type { Base } from '../settings/base-services.ts'
import type { Subscriptions } from './subscriptions.ts'
import type { OutboundTrials } from './trial.ts'

/** Outbounds of lists that crashed the core. They are left out until their content changes or the panel restarts. */
export function createExcluded() {
  const reasons = new Map<string, Coded>()
  return {
    add(outbounds: readonly Block[], why: Coded): void {
      for (const outbound of outbounds) reasons.set(contentOf(outbound), why)
    },
    reason: (outbound: Block): Coded | undefined =>
      reasons.size === 0 ? undefined : reasons.get(contentOf(outbound)),
  }
}

export type Excluded = ReturnType<typeof createExcluded>

interface Deps extends Pick<Base, 'log' | 'now'> {
  subscriptions: Pick<Subscriptions, 'outbounds' | 'lost'>
  trials: Pick<OutboundTrials, 'judge'>
  excluded: Excluded
  core: Pick<Core, 'status' | 'start'>
}

/** Two crashes within this time are not a coincidence. */
const windowMs = 600_000

/** Finds outbounds of lists that crash the core, and leaves them out. */
export function createCrashCheck({ subscriptions, trials, excluded, core, now, log }: Deps) {
  let crashes: number[] = []
  let running = false

  /**
   * Outbounds that crash a throwaway core too; else, from the second crash on, those that use the code that crashed.
   */
  async function culprits(trace: readonly string[], all: readonly Block[]): Promise<Block[]> {
    const judge = trials.judge()
    const { refused } = judge ? await sift(all, judge) : { refused: [] }
    if (refused.length > 0) return refused.map(({ outbound }) => outbound)
    return crashes.length > 1 ? suspectsOf(trace, all) : []
  }

  async function check(trace: readonly string[]): Promise<void> {
    const all = (await subscriptions.outbounds()).flatMap((list) => list.outbounds)
    const found = all.length > 0 ? await culprits(trace, all) : []
    if (found.length === 0) return
    const panic = trace.find((line) => /^(?:panic|fatal error): /.test(line)) ?? ''
    const why = coded('outbound.core-died', { reason: panic.slice(0, 200) })
    excluded.add(found, why)
    await subscriptions.lost(found, why)
    if (core.status().state === 'error') core.start() // it gave up after crashes
  }

  return {
    /** Call after a crash, with the core's standard error. */
    async run(trace: readonly string[]): Promise<void> {
      if (running || !trace.some((line) => /^(?:panic|fatal error): /.test(line))) return
      running = true
      crashes = [...crashes.filter((at) => now() - at < windowMs), now()]
      try {
        await check(trace)
      } catch (error) {
        log.warn({ err: error }, 'failed to find the outbound that crashed the core')
      } finally {
        running = false
      }
    },
  }
}

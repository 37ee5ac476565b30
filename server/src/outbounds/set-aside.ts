import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { contentOf } from '#domain/outbounds/listed-outbound.ts'
import { suspectsOf } from '#domain/outbounds/suspects.ts'
import { coded } from '#domain/refusal.ts'
import { type Judge, sift } from '../core/binary/sift.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'

interface Deps extends Clock {
  /** The outbounds of all lists that the core runs with. */
  listed: () => Promise<Block[]>
  /** Undefined when there is no core binary. */
  judge: () => Judge | undefined
  /** Called with the outbounds that were removed: the core must be updated and operators told. */
  onSetAside: (outbounds: readonly Block[], why: Coded) => Promise<void>
  log: Log
}

/** Two crashes within this time are not a coincidence. */
const windowMs = 600_000

/** Outbounds of lists that crashed the core. They are left out until their content changes or the panel restarts. */
export function createSetAside({ listed, judge, onSetAside, now, log }: Deps) {
  const held = new Map<string, Coded>()
  let crashes: number[] = []
  let looking = false

  /**
   * Outbounds that crash a throwaway core too; else, from the second crash on, those that use the code that crashed.
   */
  async function culprits(trace: readonly string[], all: readonly Block[]): Promise<Block[]> {
    const ask = judge()
    const { refused } = ask ? await sift(all, ask) : { refused: [] }
    if (refused.length > 0) return refused.map(({ outbound }) => outbound)
    return crashes.length > 1 ? suspectsOf(trace, all) : []
  }

  async function look(trace: readonly string[]): Promise<void> {
    const all = await listed()
    const found = all.length > 0 ? await culprits(trace, all) : []
    if (found.length === 0) return
    const panic = trace.find((line) => /^(?:panic|fatal error): /.test(line)) ?? ''
    const why = coded('outbound.core-died', { reason: panic.slice(0, 200) })
    for (const outbound of found) held.set(contentOf(outbound), why)
    await onSetAside(found, why)
  }

  return {
    /** Why an outbound is left out; undefined if there is no objection. */
    objection: (outbound: Block): Coded | undefined =>
      held.size === 0 ? undefined : held.get(contentOf(outbound)),
    /** Call after a crash, with the core's standard error. */
    async afterCrash(trace: readonly string[]): Promise<void> {
      if (looking || !trace.some((line) => /^(?:panic|fatal error): /.test(line))) return
      looking = true
      crashes = [...crashes.filter((at) => now() - at < windowMs), now()]
      try {
        await look(trace)
      } catch (error) {
        log.warn({ err: error }, 'failed to find the outbound that crashed the core')
      } finally {
        looking = false
      }
    },
  }
}

export type SetAside = ReturnType<typeof createSetAside>

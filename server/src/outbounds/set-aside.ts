import { coded } from '#domain/refusal.ts'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { contentOf } from '#domain/outbounds/listed-outbound.ts'
import { suspectsOf } from '#domain/outbounds/suspects.ts'
import type { Log } from '../platform/log.ts'
import { type Judge, sift } from './sift.ts'

interface Deps {
  /** The outbounds of all lists that the core runs with. */
  listed: () => Promise<Block[]>
  /** Undefined where there is no core to ask. */
  judge: () => Judge | undefined
  /** The lists have lost these: the core has to hear of it, and people. */
  onSetAside: (outbounds: readonly Block[], why: Coded) => Promise<void>
  now: () => number
  log: Log
}

/** Two crashes within this time are no chance. */
const windowMs = 600_000

/**
 * Outbounds of lists that the core has died from. They are left out until their content is another; a panel that starts
 * anew gives each another chance.
 */
export function createSetAside({ listed, judge, onSetAside, now, log }: Deps) {
  const held = new Map<string, Coded>()
  let crashes: number[] = []
  let looking = false

  /** Those that end a throwaway core as well; else, the second time, those that use what the core broke down in. */
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
    /** Why an outbound is left out; undefined where nothing is held against it. */
    objection: (outbound: Block): Coded | undefined =>
      held.size === 0 ? undefined : held.get(contentOf(outbound)),
    /** A core has broken down with these words on its standard error. */
    async afterCrash(trace: readonly string[]): Promise<void> {
      if (looking || !trace.some((line) => /^(?:panic|fatal error): /.test(line))) return
      looking = true
      crashes = [...crashes.filter((at) => now() - at < windowMs), now()]
      try {
        await look(trace)
      } catch (error) {
        log.warn({ err: error }, 'which outbound the core died from could not be found out')
      } finally {
        looking = false
      }
    },
  }
}

export type SetAside = ReturnType<typeof createSetAside>

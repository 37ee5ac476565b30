import type { Coded } from '#contract/coded.ts'
import type { Instance } from '../../instance/instance.ts'
import type { Log } from '../../platform/log.ts'
import type { Base } from '../../settings/base-services.ts'
import type { Change, NodeNotice } from '../../store/changes/change.ts'
import type { Heartbeat } from './heartbeat.ts'

const shownMs = 24 * 3_600_000

/** Unexpected things that nodes did, for the operator. In memory: what continues is noticed again. */
export function createWarnings(now: () => number) {
  const last = new Map<number, { what: Coded; at: number }>()
  return {
    note(node: number, what: Coded): void {
      last.set(node, { what, at: now() })
    },
    /** All that is still shown. */
    all: (): NodeNotice[] =>
      [...last].flatMap(([node, told]) => (now() - told.at < shownMs ? [{ node, ...told }] : [])),
    /** Warnings of the leader. */
    take(told: readonly NodeNotice[]): void {
      for (const { node, what, at } of told) last.set(node, { what, at })
    },
    of(node: number): Coded | undefined {
      const found = last.get(node)
      return found && now() - found.at < shownMs ? found.what : undefined
    },
    forget(ids: readonly number[]): void {
      for (const id of ids) last.delete(id)
    },
  }
}

export type Warnings = ReturnType<typeof createWarnings>

interface Deps extends Pick<Base, 'commit' | 'now'> {
  log: Pick<Log, 'warn'>
  heartbeat: Pick<Heartbeat, 'figures' | 'take'>
  warnings: Pick<Warnings, 'all' | 'take'>
  instance: Pick<Instance, 'others'>
}

const everyMs = 60_000
const actor = { kind: 'job', name: 'nodes', address: '' } as const

/**
 * Only the leader asks nodes. Once a minute it tells the other instances the answers, so that their pages have trends
 * and warnings too, and a new leader goes on with them. Alone it tells nothing.
 */
export function createSharing({ commit, now, log, heartbeat, warnings, instance }: Deps) {
  let toldAt = Number.NEGATIVE_INFINITY
  return {
    /** After each round with the nodes. */
    beaten(): void {
      if (instance.others().length === 0 || now() - toldAt < everyMs) return
      const change = {
        kind: 'nodes-reported',
        figures: heartbeat.figures(),
        noticed: warnings.all(),
      } as const
      if (change.figures.length + change.noticed.length === 0) return
      toldAt = now()
      commit(actor, async () => ({ result: undefined, change })).catch((error: unknown) =>
        log.warn({ err: error }, 'failed to tell other instances about the nodes'),
      )
    },
    take({ figures, noticed: told }: Extract<Change, { kind: 'nodes-reported' }>): void {
      heartbeat.take(figures)
      warnings.take(told)
    },
  }
}

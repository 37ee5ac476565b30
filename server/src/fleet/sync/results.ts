import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../store/open.ts'
import type { Placements } from './managed.ts'
import type { FleetLog, LoggedKey } from './pending.ts'
import { type ClientWork, clientNotKept, type InboundWork } from './state.ts'

interface Deps extends Clock {
  log: FleetLog
  placements: Placements
  /** Counts what a node said of a client before the panel forgets that it was there. */
  lastSums: (tx: Tx, node: number, clientId: number) => Promise<unknown>
}

/** What became of a key: done, refused for a reason, or waiting for another one. */
export type Verdict = 'done' | 'called' | 'waits' | { why: Coded }

export interface Judged {
  key: LoggedKey
  verdict: Verdict
  /** Recorded with the verdict, in its transaction. */
  record?: (tx: Tx) => Promise<void>
  /** Recorded also if the key was edited meanwhile: it is true of the node whatever is wanted now. */
  always?: (tx: Tx) => Promise<void>
}

/** Whether a key is done, by what the node shows; undefined if it has to be called for. */
export function createVerdicts({ now, log, placements, lastSums }: Deps) {
  function judgeInbound(
    node: number,
    key: LoggedKey,
    work: InboundWork,
    wasCalled: boolean,
  ): Judged | undefined {
    const { id, step, wanted, accepted, remoteId } = work
    const there = (news: { tag: string; accepted?: string }) => async (tx: Tx) => {
      await placements.confirmInbound(tx, node, id, { ...news, remoteId })
      await log.retryAll(tx, node) // its clients may have waited for it
    }
    if (step.do === 'conflict') return { key, verdict: { why: step.why } }
    if (step.do === 'nothing') {
      const record = wanted
        ? there({ tag: wanted.tag })
        : (tx: Tx) => placements.inboundGone(tx, node, id, now())
      return { key, verdict: 'done', record }
    }
    if (!wasCalled) return undefined
    // It was sent just now, and the node shows it in its own way.
    if (step.do === 'update' && step.blocksOnly && wanted)
      return { key, verdict: 'done', record: there({ tag: wanted.tag, accepted }) }
    return { key, verdict: { why: coded('fleet.not-kept', { fields: step.do }) } }
  }

  async function dropped(tx: Tx, node: number, id: number): Promise<void> {
    await lastSums(tx, node, id)
    await placements.dropClient(tx, node, id)
  }

  function judgeClient(
    node: number,
    key: LoggedKey,
    work: ClientWork,
    wasCalled: boolean,
  ): Judged | undefined {
    const { id, plan, wanted, placed } = work
    if (plan.do === 'conflict') return { key, verdict: { why: plan.why } }
    if (plan.do === 'wait') return { key, verdict: 'waits' }
    const isGone = !wanted || wanted.on.length === 0
    const steps = plan.do === 'steps' ? plan.steps : undefined
    // A name that the list does not show was asked for by itself: its answer is the proof.
    if (plan.do === 'nothing' || (wasCalled && steps && Object.keys(steps).join() === 'check')) {
      if (isGone) return { key, verdict: 'done', record: (tx) => dropped(tx, node, id) }
      if (!placed) return undefined // there already, and not known yet
      const named = { email: wanted.client.email, subId: wanted.client.subId }
      return { key, verdict: 'done', record: (tx) => placements.confirmClient(tx, node, id, named) }
    }
    return wasCalled ? { key, verdict: { why: clientNotKept(work) } } : undefined
  }

  return { inbound: judgeInbound, client: judgeClient }
}

import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'

export interface NodeFacts {
  name: string
  enable: boolean
  /** online, offline or unknown. */
  status: string
  /** What it says about its core; blank if it does not say. */
  coreState: string
  /** What the core of the node says, if it says something. */
  coreError: string
  error: Coded | undefined
  /** When it last answered, in milliseconds; 0 for never. */
  lastAnswer: number
  /** Changes that it refused, the oldest of them, and why. */
  refused: number
  refusedSince: number
  refusal: Coded | undefined
  /** All changes that it does not have, and the oldest of them. */
  behind: number
  behindSince: number
  /** Why the last round with it ended early. */
  roundError: Coded | undefined
  /** Something odd that it did in the last day. */
  noticed: Coded | undefined
}

interface NodeNeed {
  what: Coded
  why: Coded | undefined
  /** Milliseconds; 0 if unknown. */
  since: number
}

/** A change takes seconds. What is still missing after this time is late. */
const lateMs = 10 * 60_000

function silenceOf({ name, error, lastAnswer }: NodeFacts): NodeNeed {
  const code = error?.code ?? ''
  const rest = { why: error, since: lastAnswer }
  if (code === 'node.is-above') return { what: coded('node-need.above', { name }), ...rest }
  if (code === 'node.is-this-panel' || code === 'node.same-as-another')
    return { what: coded('node-need.same-panel', { name }), ...rest }
  if (code === 'egress.pin-mismatch' || code.startsWith('egress.certificate-'))
    return { what: coded('node-need.certificate', { name }), ...rest }
  if (code === 'node.token-refused' || code === 'node.token-missing')
    return { what: coded('node-need.token', { name }), ...rest }
  return { what: coded('node-need.offline', { name }), ...rest }
}

/**
 * What needs the operator's attention, the most severe first. A disabled node needs nothing: the operator chose that.
 */
export function needsOfNode(facts: NodeFacts, now: number): NodeNeed[] {
  const { name, enable, status, coreState, coreError, refused, behind, behindSince } = facts
  if (!enable || status === 'unknown') return []
  if (status === 'offline') return [silenceOf(facts)]
  const needs: NodeNeed[] = []
  if (coreState !== '' && coreState !== 'running')
    needs.push({
      what: coded('node-need.core-down', { name }),
      why: coreError === '' ? undefined : coded('other.said', { reason: coreError }),
      since: 0,
    })
  if (refused > 0)
    needs.push({
      what: coded('node-need.refused', { name, count: refused }),
      why: facts.refusal,
      since: facts.refusedSince,
    })
  else if (behind > 0 && now - behindSince > lateMs)
    needs.push({
      what: coded('node-need.behind', { name, count: behind }),
      why: facts.roundError,
      since: behindSince,
    })
  if (facts.noticed) needs.push({ what: coded('node-need.odd', { name }), why: facts.noticed, since: 0 })
  return needs
}

import type { CoreConfig } from '#domain/core-config/build.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { LiveOperation } from '../api/execute.ts'
import type { Desired } from './desired.ts'

/** Inbounds that the plan left unchanged (they wait for a restart) still have the old form for their users. */
export const runningInbounds = (desired: Desired, after: CoreConfig): Desired['inbounds'] => {
  const tags = new Set(after.inbounds.map((i) => i.tag))
  return new Map([...desired.inbounds].filter(([, i]) => tags.has(i.tag)))
}

/** Removes the effect of refused steps, so that the next plan includes them again. */
export function withoutRefused(
  before: CoreConfig,
  after: CoreConfig,
  refused: readonly LiveOperation[],
): CoreConfig {
  if (refused.length === 0) return after
  const tags = (op: string) =>
    new Set(refused.flatMap((o) => (o.op === op && 'section' in o ? [String(o.section.tag)] : [])))
  const [inbounds, outbounds] = [tags('addInbound'), tags('addOutbound')]
  return {
    ...after,
    inbounds: after.inbounds.filter((i) => !inbounds.has(i.tag)),
    outbounds: after.outbounds.filter((o) => !outbounds.has(String(o.tag))),
    ...(refused.some((o) => o.op === 'replaceRules') && { routing: before.routing }),
  }
}

/** Inbounds that these steps removed for good; a replaced one continues. */
export function goneFor(
  before: readonly SectionSource[],
  steps: readonly LiveOperation[],
  refused: readonly LiveOperation[],
): SectionSource[] {
  const done = steps.filter((step) => !refused.includes(step))
  const removed = new Set(done.flatMap((o) => (o.op === 'removeInbound' ? [o.tag] : [])))
  const added = new Set(steps.flatMap((o) => (o.op === 'addInbound' ? [String(o.section.tag)] : [])))
  return before.filter(({ tag }) => removed.has(tag) && !added.has(tag))
}

/** Inbounds that these steps added, with all clients stored at that time. */
export function addedWithClients(
  running: ReadonlyMap<number, SectionSource>,
  steps: readonly LiveOperation[],
  refused: readonly LiveOperation[],
): ReadonlySet<number> {
  const done = steps.filter((step) => !refused.includes(step))
  const added = new Set(done.flatMap((o) => (o.op === 'addInbound' ? [String(o.section.tag)] : [])))
  return new Set([...running].filter(([, { tag }]) => added.has(tag)).map(([id]) => id))
}

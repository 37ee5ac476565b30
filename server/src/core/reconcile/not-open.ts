import type { Coded } from '#contract/coded.ts'
import type { NotOpen } from '#contract/status.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { isLocal } from '#domain/inbounds/runs-on.ts'
import { notice } from '#domain/notices.ts'
import { coded, codedOf, inEnglish } from '#domain/refusal.ts'
import type { Bindable } from '../../inbounds/bindable.ts'
import type { LiveOperation } from '../api/execute.ts'
import type { CoreEvents } from '../hooks.ts'
import { claimOf } from '../process/held-claim.ts'

interface Deps {
  bindable: Bindable
  events: Pick<CoreEvents, 'notify' | 'inbounds'>
}

/** Enabled inbounds that the running core could not open. */
export function createNotOpen({ bindable, events }: Deps) {
  const reasons = new Map<string, Coded>()
  let wanted: readonly SectionSource[] = []

  const entry = ({ id, tag, remark = '' }: SectionSource): NotOpen[] => {
    const reason = reasons.get(tag)
    return reason === undefined ? [] : [{ id, tag, remark, reason: inEnglish(reason), reasonCoded: reason }]
  }

  function forgetTag(tag: string): void {
    if (reasons.delete(tag)) events.inbounds()
  }

  /** Stores the core's message, until the program that holds the port is known. */
  async function refused(tag: string, words: string): Promise<void> {
    const source = wanted.find((inbound) => inbound.tag === tag)
    if (!source) return // an inbound of the template: its error is reported with the refused change
    const known = reasons.has(tag)
    const said = coded('core.said', { reason: words })
    if (!known) reasons.set(tag, said)
    const why = await bindable.whyNot(claimOf(source)).catch(() => undefined)
    const reason = why ? codedOf(why) : said
    const isStill = reasons.has(tag)
    if (isStill) reasons.set(tag, reason)
    if (known) return
    if (isStill) events.notify(notice('inbound.not-open', { inbound: source.remark || tag, reason }))
    events.inbounds()
  }

  return {
    /** The inbounds that the core is about to get. */
    expect(inbounds: Iterable<SectionSource>): void {
      wanted = [...inbounds].filter(isLocal)
      const tags = new Set(wanted.map(({ tag }) => tag))
      for (const tag of [...reasons.keys()]) if (!tags.has(tag)) forgetTag(tag)
    },
    /** The core ran a step, or refused it with this message. */
    async outcome(step: LiveOperation, words?: string): Promise<void> {
      if (step.op !== 'addInbound') return
      const tag = String(step.section.tag)
      if (words === undefined) forgetTag(tag)
      else await refused(tag, words)
    },
    /** Another core runs, or none: earlier failures no longer apply. */
    forget(): void {
      if (reasons.size === 0) return
      reasons.clear()
      events.inbounds()
    },
    has: (tag: string): boolean => reasons.has(tag),
    list: (): NotOpen[] => wanted.flatMap(entry),
  }
}

export type NotOpenInbounds = ReturnType<typeof createNotOpen>

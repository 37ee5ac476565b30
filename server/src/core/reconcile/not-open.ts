import type { Coded } from '#contract/coded.ts'
import type { NotOpen } from '#contract/status.ts'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import type { PortClaim } from '#domain/inbounds/port.ts'
import { coded, codedOf, inEnglish } from '#domain/refusal.ts'
import type { LiveOperation } from '../api/execute.ts'
import { claimOf } from '../process/held-claim.ts'
import { isLocal } from './desired.ts'

/** Why the core could not listen there; undefined if it could. */
export type WhyNot = (claim: PortClaim) => Promise<Error | undefined>

/** Why nothing can listen at this address; undefined if the machine has it. */
export type WhyNotAt = (listen: string) => Promise<Error | undefined>

interface Deps {
  whyNot: WhyNot
  /** The state of an inbound changed. */
  onChange: (closed?: NotOpen) => void
}

/** Enabled inbounds that the running core could not open. */
export function createNotOpen({ whyNot, onChange }: Deps) {
  const reasons = new Map<string, Coded>()
  let wanted: readonly SectionSource[] = []

  const entry = ({ id, tag, remark = '' }: SectionSource): NotOpen[] => {
    const reason = reasons.get(tag)
    return reason === undefined ? [] : [{ id, tag, remark, reason: inEnglish(reason), reasonCoded: reason }]
  }

  function forgetTag(tag: string): void {
    if (reasons.delete(tag)) onChange()
  }

  /** Stores the core's message, until the program that holds the port is known. */
  async function refused(tag: string, words: string): Promise<void> {
    const source = wanted.find((inbound) => inbound.tag === tag)
    if (!source) return // an inbound of the template: its error is reported with the refused change
    const known = reasons.has(tag)
    const said = coded('core.said', { reason: words })
    if (!known) reasons.set(tag, said)
    const why = await whyNot(claimOf(source)).catch(() => undefined)
    if (reasons.has(tag)) reasons.set(tag, why ? codedOf(why) : said)
    if (!known) onChange(entry(source)[0])
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
      onChange()
    },
    has: (tag: string): boolean => reasons.has(tag),
    list: (): NotOpen[] => wanted.flatMap(entry),
  }
}

export type NotOpenInbounds = ReturnType<typeof createNotOpen>

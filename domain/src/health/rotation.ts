import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import { type Check, check, inboundSubject, page } from './check.ts'

/** A rotation that was due and could not begin by itself. */
export interface StuckRotation {
  inboundId: number
  name: string
  reason: Coded
}

/** Nothing where none is stuck: most inbounds do not rotate. */
export const judgeRotations = (stuck: readonly StuckRotation[] = []): Check[] =>
  stuck.map(({ inboundId: id, name, reason }) => {
    const sentence = coded('health.rotation-stuck', { name, reason })
    const at = page(`panel/inbounds?rotation=${id}`)
    return check(`rotation.inbound-${id}`, 'warn', sentence, at, inboundSubject(id, name))
  })

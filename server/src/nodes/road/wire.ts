import type { z } from 'zod'
import type { Coded } from '#contract/coded.ts'
import {
  FleetApplied,
  type FleetApply,
  type FleetLook,
  FleetReport,
  FleetSeen,
  type FleetReport as Report,
} from '#contract/fleet-api.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Line } from '../../platform/egress/hop.ts'
import type { NodeCalls } from '../calls.ts'
import { listMaxBytes } from '../remote.ts'

const applyMs = 60_000
const lookMs = 30_000
/** How much longer than it was asked to wait a node may take. */
const patienceMs = 5_000

/** Another program's sentence is stored and shown, so it has an end. */
const short = (why: Coded): Coded =>
  JSON.stringify(why).length <= 2_000 ? why : coded('other.said', { reason: inEnglish(why).slice(0, 300) })

/** The calls between two panels of ours. Each says "be exactly this" or asks for sums, so it may be made twice. */
export interface Road {
  apply(body: FleetApply): Promise<FleetApplied>
  look(body: FleetLook): Promise<FleetSeen>
  report(after: string, wait: number): Promise<Report>
}

export function createRoad(call: NodeCalls, node: NodeFields, signal: AbortSignal, line?: Line): Road {
  const over = { signal, ...(line && { line }) }

  function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new Refusal('node.not-a-panel', { host: node.address })
    return parsed.data
  }

  return {
    async apply(body) {
      const options = { ...over, body, zipped: true, timeoutMs: applyMs, maxBytes: listMaxBytes }
      const applied = read(FleetApplied, await call(node, 'POST', 'fleet/apply', options))
      if (applied.keys.length !== body.keys.length)
        throw new Refusal('node.not-a-panel', { host: node.address })
      return {
        ...applied,
        keys: applied.keys.map((key) => (key.done ? key : { ...key, why: short(key.why) })),
      }
    },
    async look(body) {
      const options = { ...over, body, timeoutMs: lookMs, maxBytes: listMaxBytes }
      return read(FleetSeen, await call(node, 'POST', 'fleet/look', options))
    },
    async report(after, wait) {
      const query = new URLSearchParams({ after, wait: String(wait) })
      const options = { ...over, timeoutMs: wait * 1_000 + patienceMs, maxBytes: listMaxBytes }
      return read(FleetReport, await call(node, 'GET', `fleet/report?${query}`, options))
    },
  }
}

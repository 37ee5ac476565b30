import { setImmediate as turn } from 'node:timers/promises'
import { z } from 'zod'
import type { Coded } from '#contract/coded.ts'
import {
  FleetApplied,
  type FleetApply,
  FleetDone,
  type FleetLook,
  FleetReport,
  FleetSeen,
  type FleetReport as Report,
  ReportedClient,
  ReportedInbound,
  SeenClient,
  SeenInbound,
} from '#contract/fleet-api.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Line } from '../../platform/egress/hop.ts'
import type { NodeCalls } from '../registry/calls.ts'

const applyMs = 60_000
const lookMs = 30_000
/** How much longer than it was asked to wait a node may take. */
const patienceMs = 5_000

/** A panel of ours shows about 5,000 clients at a time. */
const wholePart = { maxBytes: 32 * 1024 * 1024, json: { maxElements: 4_000_000 } }
const wholeReport = { maxBytes: 16 * 1024 * 1024, json: { maxElements: 4_000_000 } }
/** Rows that are checked before others get their turn. */
const rowsAtOnce = 200

const rows = z.array(z.unknown())
const AppliedHead = FleetApplied.extend({ keys: rows })
const SeenHead = FleetSeen.extend({ inbounds: rows, clients: rows })
const ReportHead = FleetReport.extend({ clients: rows.optional(), inbounds: rows.optional() })

/** Another program's sentence is stored and shown, so it has an end. */
const short = (why: Coded): Coded =>
  JSON.stringify(why).length <= 2_000 ? why : coded('other.said', { reason: inEnglish(why).slice(0, 300) })

/** The calls between two panels of ours. Each says "be exactly this" or asks for sums, so it may be made twice. */
export function createSluiceCalls(call: NodeCalls, node: NodeFields, signal: AbortSignal, line?: Line) {
  const over = { signal, ...(line && { line }) }

  function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
    const parsed = schema.safeParse(answer)
    if (!parsed.success) throw new Refusal('node.not-a-panel', { host: node.address })
    return parsed.data
  }

  /** One row after the other, until one is not as it should be. */
  async function readRows<S extends z.ZodType>(schema: S, given: readonly unknown[]): Promise<z.output<S>[]> {
    const found: z.output<S>[] = []
    for (const row of given) {
      found.push(read(schema, row))
      if (found.length % rowsAtOnce === 0) await turn()
    }
    return found
  }

  return {
    async apply(body: FleetApply): Promise<FleetApplied> {
      const options = { ...over, body, zipped: true, timeoutMs: applyMs, ...wholePart }
      const applied = read(AppliedHead, await call(node, 'POST', 'fleet/apply', options))
      if (applied.keys.length !== body.keys.length)
        throw new Refusal('node.not-a-panel', { host: node.address })
      const keys = await readRows(FleetDone, applied.keys)
      return { ...applied, keys: keys.map((key) => (key.done ? key : { ...key, why: short(key.why) })) }
    },
    async look(body: FleetLook): Promise<FleetSeen> {
      const options = { ...over, body, timeoutMs: lookMs, ...wholePart }
      const seen = read(SeenHead, await call(node, 'POST', 'fleet/look', options))
      const inbounds = await readRows(SeenInbound, seen.inbounds)
      return { ...seen, inbounds, clients: await readRows(SeenClient, seen.clients) }
    },
    async report(after: string, wait: number): Promise<Report> {
      const query = new URLSearchParams({ after, wait: String(wait) })
      const options = { ...over, timeoutMs: wait * 1_000 + patienceMs, ...wholeReport }
      const answer = await call(node, 'GET', `fleet/report?${query}`, options)
      const { clients, inbounds, ...report } = read(ReportHead, answer)
      return {
        ...report,
        ...(clients && { clients: await readRows(ReportedClient, clients) }),
        ...(inbounds && { inbounds: await readRows(ReportedInbound, inbounds) }),
      }
    },
  }
}

export type SluiceCalls = ReturnType<typeof createSluiceCalls>

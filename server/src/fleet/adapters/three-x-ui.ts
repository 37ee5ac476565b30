import type { ClientSteps } from '#domain/fleet/client-plan.ts'
import type { InboundStep } from '#domain/fleet/inbound-plan.ts'
import { type Snapshot, snapshotSteps } from '#domain/fleet/snapshot.ts'
import type { WantedInbound } from '#domain/fleet/wanted.ts'
import { canHostFallbacks } from '#domain/inbounds/capabilities.ts'
import type { NodeFields } from '#domain/nodes/node.ts'
import { Refusal } from '#domain/refusal.ts'
import { inTurns } from '../../platform/in-turns.ts'
import { type NodeCalls, NodeSaidNo } from '../registry/calls.ts'
import { wholeList } from '../registry/remote.ts'

/** Every call says "be exactly this", so it may be made twice. */
export interface Wire {
  snapshot(): Promise<Snapshot>
  online(): Promise<string[]>
  inbound(step: InboundStep, wanted: WantedInbound | undefined, snapshot: Snapshot): Promise<void>
  client(steps: ClientSteps, subIds?: readonly string[]): Promise<void>
  /** Bytes that the node still counts for a client of ours that its list does not show, as it is on no inbound. */
  kept(email: string, subIds: readonly string[]): Promise<number>
}

/** What a node says of one client. */
interface Found {
  client?: { subId?: unknown }
  usedTraffic?: unknown
}

const listMs = 20_000
const onlineMaxBytes = 16 * 1024 * 1024

/** 3x-ui says so when there is nothing to delete, and so do we. */
const notFound = (error: unknown): boolean => error instanceof NodeSaidNo && /not found/i.test(error.said)

/** Older panels detach every client if the list is absent: what the node has is sent back. */
function inboundForm(wanted: WantedInbound, clients: readonly unknown[]): URLSearchParams {
  return new URLSearchParams({
    remark: wanted.remark,
    enable: String(wanted.enable),
    listen: wanted.listen,
    port: String(wanted.port),
    protocol: wanted.protocol,
    tag: wanted.tag,
    total: '0',
    expiryTime: '0',
    trafficReset: 'never',
    settings: JSON.stringify({ ...wanted.settings, clients }),
    streamSettings: JSON.stringify(wanted.streamSettings),
    sniffing: JSON.stringify(wanted.sniffing),
  })
}

/** The fallback rows of an inbound of the node; none where the panel is older than they are. */
export async function readFallbacks(
  call: NodeCalls,
  node: NodeFields,
  id: number,
  signal?: AbortSignal,
): Promise<unknown> {
  try {
    return await call(node, 'GET', `inbounds/${id}/fallbacks`, signal ? { signal } : {})
  } catch (error) {
    const isUnknown = error instanceof Refusal && ['node.no-panel-there', 'node.refused'].includes(error.code)
    if (!isUnknown) throw error
    return []
  }
}

/** The calls that a 3x-ui understands, and so do our own panels. */
export function createWire(call: NodeCalls, node: NodeFields, signal: AbortSignal): Wire {
  const post = (path: string, body?: object) => call(node, 'POST', path, { signal, ...(body && { body }) })
  const named = (path: string, email: string) => path.replace('*', encodeURIComponent(email))

  /** A name that the list does not show may belong to a client of the node's own: then it is none of ours. */
  async function ours(email: string, subIds: readonly string[] = []): Promise<Found | undefined> {
    try {
      const found = (await call(node, 'GET', named('clients/get/*', email), { signal })) as Found | null
      return subIds.some((subId) => subId === found?.client?.subId) ? (found ?? undefined) : undefined
    } catch (error) {
      if (notFound(error)) return undefined
      throw error
    }
  }

  /** Rows that an inbound had before it was adopted would count instead of what was sent. */
  async function dropFallbacks(id: number): Promise<void> {
    const rows = await readFallbacks(call, node, id, signal)
    if (Array.isArray(rows) && rows.length > 0) await post(`inbounds/${id}/fallbacks`, { fallbacks: [] })
  }

  async function remove(email: string): Promise<void> {
    await post(named('clients/del/*', email)).catch((error: unknown) => {
      if (!notFound(error)) throw error
    })
  }

  return {
    async snapshot() {
      const answer = await call(node, 'GET', 'inbounds/list', {
        signal,
        timeoutMs: listMs,
        ...wholeList,
      })
      const snapshot = await inTurns(snapshotSteps(answer))
      if (!snapshot) throw new Refusal('node.not-a-panel', { host: node.address })
      return snapshot
    },

    async online() {
      const answer = await call(node, 'POST', 'clients/onlines', { signal, maxBytes: onlineMaxBytes })
      return Array.isArray(answer) ? answer.filter((email) => typeof email === 'string') : []
    },

    async inbound(step, wanted, snapshot) {
      if (step.do === 'delete')
        await post(`inbounds/del/${step.id}`).catch((error: unknown) => {
          if (!notFound(error)) throw error
        })
      if (!wanted) return
      if (step.do === 'add') await post('inbounds/add', inboundForm(wanted, []))
      if (step.do !== 'update') return
      const has = [...snapshot.inbounds.values()].find(({ id }) => id === step.id)
      await post(`inbounds/update/${step.id}`, inboundForm(wanted, has?.entries ?? []))
      if (canHostFallbacks(wanted)) await dropFallbacks(step.id)
    },

    async client({ name = '', remove: gone = [], check = [], add, attach, detach, update }, subIds) {
      for (const email of gone) await remove(email)
      for (const email of check) if (await ours(email, subIds)) await remove(email)
      if (add) {
        await post('clients/add', { client: add.body, inboundIds: add.inboundIds })
        // Older panels enable whatever is added.
        if (add.body.enable === false) await post(named('clients/update/*', String(add.body.email)), add.body)
      }
      if (attach) await post(named('clients/*/attach', name), { inboundIds: attach })
      if (detach) await post(named('clients/*/detach', name), { inboundIds: detach })
      if (update) await post(named('clients/update/*', name), update.body)
    },

    async kept(email, subIds) {
      const used = (await ours(email, subIds))?.usedTraffic
      // Panels that do not say it delete the counter with the last inbound of a client.
      return typeof used === 'number' ? used : 0
    },
  }
}

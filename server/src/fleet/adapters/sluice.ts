import type { FleetApply, FleetKey } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/names.ts'
import { identitiesOf } from '#domain/fleet/client-plan.ts'
import { sentSoFar } from '#domain/fleet/inbound-plan.ts'
import { createTurns } from '../../platform/db/serial.ts'
import { createLine, type Line } from '../../platform/egress/hop.ts'
import { type NodeCalls, type NodeRow, toFields } from '../registry/calls.ts'
import {
  type ClientDiff,
  confirmedTags,
  type DueChange,
  type InboundDiff,
  type NodeState,
} from '../sync/diff.ts'
import type { Adapter, Outcome, Session } from './adapter.ts'
import { expectApplied, hashesDiffer } from './drift.ts'
import type { ReadReport } from './reports.ts'
import { createSluiceCalls } from './sluice-calls.ts'
import { inspectSluice } from './sluice-compare.ts'

/** Pages of one report. */
const mostPages = 100

/** One edit is often followed by another: a connection is kept this long after a round. */
const keptMs = 20_000

interface Kept {
  line: Line
  /** What the connection was made for: another address or trust needs another one. */
  to: string
  timer?: NodeJS.Timeout
}

function createLines() {
  const lines = new Map<number, Kept>()
  return {
    take({ id }: NodeRow, to: string): Line {
      const known = lines.get(id)
      clearTimeout(known?.timer)
      if (known?.to === to) return known.line
      known?.line.close()
      const line = createLine()
      lines.set(id, { line, to })
      return line
    },
    giveBack({ id }: NodeRow): void {
      const known = lines.get(id)
      if (!known) return
      known.timer = setTimeout(() => {
        known.line.close()
        if (lines.get(id) === known) lines.delete(id)
      }, keptMs).unref()
    },
  }
}

function inboundKey({ managed, desired }: InboundDiff): FleetKey {
  const known = managed && {
    tag: managed.tag,
    accepted: managed.accepted,
    goneAt: managed.goneAt,
    remoteId: managed.remoteId,
    // As it was stored for this call.
    sent: desired ? sentSoFar(managed, desired) : managed.sent,
  }
  return { kind: 'inbound', placed: known ?? null, be: desired ?? null }
}

function clientKey({ managed, desired }: ClientDiff): FleetKey {
  // The name that it has there, and the last ones that it was sent under: a call takes a hundred.
  const [first, ...sent] = identitiesOf(managed).map(({ email, subId }) => ({ email, subId }))
  const names = first ? [first, ...sent.slice(-99)] : []
  const isHere = desired && desired.on.length > 0
  return {
    kind: 'client',
    names,
    be: isHere
      ? {
          client: { deviceSecrets: '', ...desired.client },
          on: desired.on.map(({ inbound, flowOverride }) => ({ tag: inbound.tag, flowOverride })),
        }
      : null,
  }
}

const keyOf = ({ diff }: DueChange): FleetKey =>
  diff.kind === 'inbound' ? inboundKey(diff) : clientKey(diff)

/** The keys that detach or delete clients that this panel does not manage. */
function takeOffKeys(
  { name = '', detach = [], remove = [] }: Parameters<Adapter['takeOff']>[0],
  { snapshot }: NodeState,
): FleetKey[] {
  const gone = new Set(detach)
  const on = [...snapshot.inbounds.values()].filter(({ id }) => gone.has(id)).map(({ tag }) => tag)
  const keys: FleetKey[] = remove.map((email) => {
    const { subId = '' } = snapshot.clients.get(emailKey(email)) ?? {}
    return { kind: 'client', names: [{ email, subId }], be: null }
  })
  return on.length > 0 ? [...keys, { kind: 'stranger', email: name, on }] : keys
}

interface Deps {
  call: NodeCalls
  readReport: ReadReport
}

/**
 * A panel of our own kind: it gets the desired state of what changed, in one call, and applies it by itself. If nothing
 * is due and nothing drifted, a round makes no call.
 */
export function createSluice({ call, readReport }: Deps) {
  const lines = createLines()
  /** Large calls are written one after the other, with other work in between. */
  const inTurn = createTurns()

  return function open(row: NodeRow, session: Session, signal: AbortSignal, isListening: boolean): Adapter {
    const fields = toFields(row)
    const line = lines.take(row, JSON.stringify(fields))
    const calls = createSluiceCalls(call, fields, signal, line)
    let driftedBefore = false

    async function apply(body: FleetApply): Promise<Outcome[]> {
      const { calling } = await inTurn(async () => ({ calling: calls.apply(body) }))
      const applied = await calling
      driftedBefore = expectApplied(session, applied) || driftedBefore
      return applied.keys
    }

    return {
      knowsSpeeds: true,
      ownTags: (state) => new Set(confirmedTags(state)),
      async begin() {
        for (let page = 0; !isListening && page < mostPages; page++) {
          const report = await calls.report(session.cursor, 0)
          await readReport(row.id, session, report)
          if (!report.more) break
        }
      },
      snapshot: async () => undefined,
      startsAtZero: async () => [],
      async apply(changes, state) {
        const outcomes = await apply({ ours: confirmedTags(state), keys: changes.map(keyOf) })
        return changes.map(({ diff }, n): Outcome => {
          const outcome = outcomes[n] ?? 'waits'
          const isClient = typeof outcome === 'object' && outcome.done && diff.kind === 'client'
          return isClient ? { up: 0, down: 0, ...outcome } : outcome
        })
      },
      async inspect(state) {
        const { hashes, ...inspected } = await inspectSluice(calls, state)
        session.expected = hashes
        driftedBefore = false
        return inspected
      },
      async takeOff(steps, state) {
        await apply({ ours: confirmedTags(state), keys: takeOffKeys(steps, state) })
      },
      hasDrifted: (synced) => (synced ? driftedBefore : hashesDiffer(session)),
      async close(synced) {
        if (!synced) line.close()
        lines.giveBack(row)
      },
    }
  }
}

export type Sluice = ReturnType<typeof createSluice>

import type { Arrival } from '#domain/move-in/arrival.ts'
import { type HereClient, type MoveInPlan, type PlannedClient, planMoveIn } from '#domain/move-in/plan.ts'
import { answerParent } from '../platform/limited-process/answering.ts'
import { createMint } from '../platform/mint.ts'
import { toRow } from '../store/rows/client.ts'
import { arrivalFrom, isRead } from './arrivals.ts'
import {
  mostFindings,
  type Op,
  type PackedClient,
  type PlanHead,
  type Requests,
  type Source,
} from './packed.ts'
import { readPostgres } from './postgres-tables.ts'
import { readSqlite } from './sqlite-tables.ts'

/** Reads another panel's tables and compares them with what is here: seconds of work at 100,000 clients. */
let arrival: Arrival | undefined
let hereClients: HereClient[] = []
let plan: MoveInPlan | undefined

const tablesOf = async (source: Source) =>
  source.kind === 'file' ? readSqlite(source.path, isRead) : readPostgres(source.dsn, isRead)

function headOf({ clients, attachments, findings, ...rest }: MoveInPlan): PlanHead {
  return {
    ...rest,
    clientCount: clients.length,
    attachmentCount: attachments.length,
    findings: findings.slice(0, mostFindings),
    findingsTotal: findings.length,
  }
}

const packed = ({ record, externalLinks, attachments, ...rest }: PlannedClient): PackedClient => ({
  ...rest,
  row: { ...toRow(record), external_links: externalLinks },
  attachments: attachments.map(({ inboundTag, flowOverride }) => ({ inboundTag, flowOverride })),
})

const answers: {
  [O in Op]: (given: Requests[O]['given']) => Requests[O]['result'] | Promise<Requests[O]['result']>
} = {
  async open({ source, given, around }) {
    arrival = arrivalFrom(await tablesOf(source), given, around)
    return null
  },
  hereClients(clients) {
    for (const client of clients) hereClients.push(client)
    return null
  },
  plan({ here, options, now }) {
    if (!arrival) throw new Error('nothing was opened')
    plan = planMoveIn(arrival, { ...here, clients: hereClients }, options, createMint(now))
    hereClients = []
    return headOf(plan)
  },
  clients: ({ from, count }) => plan?.clients.slice(from, from + count).map(packed) ?? [],
  attachments: ({ from, count }) => plan?.attachments.slice(from, from + count) ?? [],
}

answerParent((op, given) => answers[op as Op](given as never)) // both come from `Requests`

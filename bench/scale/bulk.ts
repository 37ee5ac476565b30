import { inStep } from './core.ts'
import type { Side } from './edits.ts'
import { clientOf, twoOf } from './people.ts'
import { timed, timesOf } from './timing.ts'
import type { Helper } from './worker.ts'

const size = 2_000

/** The rows that the panel writes for these clients. */
export function rowsFor(
  clients: ReturnType<typeof clientOf>[],
  inbounds: readonly number[],
  firstId: number,
) {
  const now = Date.now()
  return {
    clients: clients.map((c, i) => ({
      ...{
        id: firstId + i,
        email: c.email,
        sub_id: c.subId,
        uuid: c.id,
        password: c.password,
        auth: c.auth,
        flow: '',
      },
      ...{
        security: 'auto',
        reverse: '',
        limit_ip: 0,
        total_gb: 0,
        expiry_time: 0,
        enable: 1,
        tg_id: 0,
        comment: '',
      },
      ...{
        reset: 0,
        created_at: now,
        updated_at: now,
        email_key: c.email,
        uuid_key: c.id,
        password_key: c.password,
      },
      ...{
        auth_key: c.auth,
        group_name: '',
        limit_hwid: 0,
        reset_day: 0,
        reset_max: 0,
        disabled_by_panel: 0,
        search_text: `${c.email}\n${c.subId}\n`,
      },
    })),
    client_traffics: clients.map((c, i) => ({
      ...{
        email: c.email,
        enable: 1,
        expiry_time: 0,
        total: 0,
        reset: 0,
        inbound_id: twoOf(inbounds, i)[0] ?? 0,
      },
    })),
    client_inbounds: clients.flatMap((_, i) =>
      twoOf(inbounds, i).map((id) => ({ client_id: firstId + i, inbound_id: id, created_at: now })),
    ),
  }
}

/** Alternates the panel and a bare SQLite with equal tables; the bare side is timed in its own process. */
export async function measureBulk({ desk, inbounds }: Side, bare: Helper, rounds: number) {
  const panel: number[] = []
  const alone: number[] = []
  for (let round = 0; round < rounds; round++) {
    const clients = Array.from({ length: size }, (_, i) => clientOf(`bulk${round}x${i}`))
    const body = clients.map((client, i) => ({ client, inboundIds: twoOf(inbounds, i) }))
    panel.push(await timed(() => desk.post('/panel/api/clients/bulkCreate', body)))
    await inStep(desk) // sending to the core afterwards is not part of the reply
    alone.push(await bare.ask<number>({ insert: rowsFor(clients, inbounds, 10_000_000 + round * size) }))
  }
  // Removes the new clients, so that later measurements have the same number of clients.
  for (let round = 0; round < rounds; round++) {
    const emails = Array.from({ length: size }, (_, i) => `bulk${round}x${i}`)
    await desk.post('/panel/api/clients/bulkDel', { emails, keepTraffic: false })
    await inStep(desk)
  }
  return { panel: timesOf(panel).p50, bare: timesOf(alone).p50 }
}

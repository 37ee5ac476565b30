import type { Inbound } from '#contract/inbound.ts'
import type { Node } from '#contract/node.ts'
import { createEgress } from '#server/platform/egress/safe-fetch.ts'
import { testPanel } from '#test/panel.ts'
import { clientOf } from '../scale/people.ts'

const perCall = 1_000

export interface Centre {
  names: string[]
  panel: Awaited<ReturnType<typeof testPanel>>['panel']
  inboundIds: number[]
  edit(email: string, n: number): Promise<void>
  /** Every node has everything. */
  settled(): Promise<void>
  stop(): Promise<void>
}

export const emailOf = (n: number): string => `c${n}`

/** A whole panel with these stand-ins as its nodes, an inbound on each, and the same clients on all of them. */
export async function openCentre(port: number, names: string[], clients: number): Promise<Centre> {
  const t = await testPanel({}, { egress: createEgress() })
  const me = await t.login()
  const post = async <T>(path: string, body: object): Promise<T> => {
    const reply = await me.post<T>(`/panel/api/${path}`, body)
    if (!reply.success) throw new Error(`${path}: ${reply.msg}`)
    return reply.obj
  }
  const { fleet, db } = t.panel
  const beat = async () => {
    for (const job of fleet.jobs) await job.run(new AbortController().signal)
  }
  const inboundIds: number[] = []
  for (const name of names) {
    const { id } = await post<Node>('nodes/add', {
      name,
      scheme: 'https',
      address: '127.0.0.1',
      port,
      basePath: `/${name}/`,
      apiToken: 'x'.repeat(48),
      allowPrivateAddress: true,
      tlsVerifyMode: 'skip',
    })
    if (clients === 0) continue
    const inbound = { protocol: 'vless', port: 20_000, nodeId: id, settings: { decryption: 'none' } }
    inboundIds.push((await post<Inbound>('inbounds/add', inbound)).id)
  }
  await beat()
  const beating = setInterval(() => void beat(), 5_000)
  for (let first = 0; first < clients; first += perCall)
    await post(
      'clients/bulkCreate',
      Array.from({ length: Math.min(perCall, clients - first) }, (_, n) => ({
        client: clientOf(emailOf(first + n)),
        inboundIds,
      })),
    )
  const settled = async () => {
    for (;;) {
      const left = await db.read
        .selectFrom('fleet_log as f')
        .innerJoin('nodes as n', 'n.id', 'f.node_id')
        .select('f.key')
        .where('n.name', 'not like', 'hangs%')
        .limit(1)
        .executeTakeFirst()
      if (!left) return
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  return {
    names,
    panel: t.panel,
    inboundIds,
    async edit(email, n) {
      await post(`clients/update/${email}`, { email, limitIp: 1 + n })
    },
    settled,
    async stop() {
      clearInterval(beating)
      await t.stop()
    },
  }
}

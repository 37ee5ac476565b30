import { z } from 'zod'
import type { KickedNode } from '#contract/client-details-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../../platform/egress/map-limited.ts'
import type { Db } from '../../store/open.ts'
import type { Workers } from '../sync/workers.ts'
import { type NodeCalls, type NodeRow, toFields } from './calls.ts'
import type { Heartbeat } from './heartbeat.ts'

interface Deps {
  db: Db
  call: NodeCalls
  heartbeat: Pick<Heartbeat, 'beat'>
  workers: Pick<Workers, 'onlineOn'>
}

const timeoutMs = 8_000
const width = 8
const Kicked = z.object({ ended: z.int().nonnegative(), remaining: z.int().nonnegative() })

/** Ends the connections of a client on the nodes that have it. Panels of our own kind can do that; others cannot. */
export function createDisconnect({ db, call, heartbeat, workers }: Deps) {
  const isOther = (id: number): boolean => heartbeat.beat(id)?.said?.fleet === 0

  async function ask(row: NodeRow, email: string): Promise<z.output<typeof Kicked>> {
    const cannot = new Refusal('node.cannot-kick', { node: row.name })
    if (isOther(row.id)) throw cannot
    try {
      const answer = await call(toFields(row), 'POST', `clients/kick/${encodeURIComponent(email)}`, {
        timeoutMs,
      })
      const kicked = Kicked.safeParse(answer)
      if (kicked.success) return kicked.data
    } catch (error) {
      // A panel that answers everything else, but not this.
      if (!(error instanceof Refusal) || error.code !== 'node.no-panel-there') throw error
    }
    throw cannot
  }

  /** Undefined where there is nothing to say: such a node cannot do it, and the client is not there. */
  async function disconnectOn(row: NodeRow, knownAs: string, email: string): Promise<KickedNode | undefined> {
    const { id, name } = row
    try {
      return { id, name, ...(await ask(row, knownAs)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const isThere = workers.onlineOn(id).some((one) => emailKey(one) === emailKey(email))
      if (error.code === 'node.cannot-kick' && !isThere) return undefined
      return { id, name, ended: 0, remaining: 0, error: error.message, errorCoded: codedOf(error) }
    }
  }

  return async (clientId: number, email: string): Promise<KickedNode[]> => {
    const places = await db.read
      .selectFrom('node_client_traffics as p')
      .innerJoin('nodes as n', 'n.id', 'p.node_id')
      .selectAll('n')
      .select('p.email as known_as')
      .where('p.client_id', '=', clientId)
      .where('n.enable', '=', true)
      .orderBy('n.id')
      .execute()
    const answers = await mapLimited(places, width, ({ known_as, ...row }) =>
      disconnectOn(row, known_as, email),
    )
    return answers.filter((answer) => answer !== undefined)
  }
}

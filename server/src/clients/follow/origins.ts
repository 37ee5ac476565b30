import type { ClientOrigins } from '#contract/follow-api.ts'
import { heldBy } from '#domain/follow/held.ts'
import { readSources, wantedOf } from '../../store/named.ts'
import { toClient } from '../../store/rows/client.ts'
import type { Writing } from '../writing.ts'

/** Why a client has each of its inbounds, and which ones of its group and plan it does not have. */
export const createOrigins =
  ({ db, find, sets }: Writing) =>
  async (email: string): Promise<ClientOrigins> => {
    const { row, inboundIds } = await find.one(db.read, email)
    const client = toClient(row)
    const { attached, given, without } = heldBy(client, inboundIds)
    const sources = (await readSources(db.read, sets, [client]))(client)
    const wanted = wantedOf(sources)
    const plan = await db.read
      .selectFrom('plans')
      .select('data')
      .where('id', '=', client.planId)
      .executeTakeFirst()
    const ids = [...new Set([...attached, ...wanted])].sort((a, b) => a - b)
    const originOf = (id: number) => {
      if (given.includes(id)) return 'given'
      if (attached.includes(id)) return 'added'
      return without.includes(id) ? 'removed' : 'missing'
    }
    return {
      inbounds: ids.map((id) => ({
        id,
        origin: originOf(id),
        group: sources.group.has(id),
        plan: sources.plan.has(id),
      })),
      group: client.group,
      plan: plan ? String((JSON.parse(plan.data) as { name: unknown }).name) : '', // written by the plans room
    }
  }

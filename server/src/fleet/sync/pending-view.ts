import type { Coded } from '#contract/coded.ts'
import type { NodeQueue } from '#contract/node.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Db } from '../../store/open.ts'

export interface Behind {
  behind: number
  since: number
  why: Coded | undefined
}

const most = 500

function parsed(text: string): Coded | undefined {
  return text === '' ? undefined : (JSON.parse(text) as Coded) // written by the log
}

export const readBehind = (db: Db): Promise<Map<number, Behind>> => read(db, false)
/** Only those that nodes refused. */
export const readRefused = (db: Db): Promise<Map<number, Behind>> => read(db, true)

async function read(db: Db, refusedOnly: boolean): Promise<Map<number, Behind>> {
  const rows = await db.read
    .selectFrom('fleet_log')
    .$if(refusedOnly, (query) => query.where('error', '<>', ''))
    .select((e) => [
      'node_id',
      e.fn.countAll<number>().as('n'),
      e.fn.min('since').as('since'),
      e.fn.max('error').as('error'),
    ])
    .groupBy('node_id')
    .execute()
  return new Map(
    rows.map(({ node_id, n, since, error }) => [
      node_id,
      { behind: Number(n), since: Number(since), why: parsed(error) },
    ]),
  )
}

export async function readQueue(db: Db, node: number): Promise<NodeQueue> {
  const rows = await db.read
    .selectFrom('fleet_log as f')
    .leftJoin('inbounds as i', (join) => join.onRef('i.id', '=', 'f.key').on('f.kind', '=', 'inbound'))
    .leftJoin('clients as c', (join) => join.onRef('c.id', '=', 'f.key').on('f.kind', '=', 'client'))
    .select([
      'f.kind',
      'f.key',
      'f.since',
      'f.tries',
      'f.retry_at',
      'f.error',
      'i.remark',
      'i.tag',
      'c.email',
    ])
    .where('f.node_id', '=', node)
    .orderBy('f.since')
    .orderBy('f.kind')
    .orderBy('f.key')
    .limit(most)
    .execute()
  return rows.map(({ kind, key, since, tries, retry_at, error, remark, tag, email }) => {
    const why = parsed(error)
    return {
      kind,
      id: key,
      name: remark || tag || email || '',
      since,
      tries,
      retryAt: retry_at,
      error: why ? inEnglish(why) : '',
      ...(why && { errorCoded: why }),
    }
  })
}

import type { CallerFacts, CallerHour } from '#domain/health/callers.ts'
import type { Delta } from '#domain/traffic/delta.ts'
import type { NetworkOf } from '../geo/networks.ts'
import type { Instance } from '../instance/instance.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import { setsFor } from '../store/sets.ts'
import { createTally, hourMs, hourOf, type Sum } from './tally.ts'

interface Deps extends Pick<Base, 'db' | 'commit' | 'now' | 'settings'> {
  instance: Pick<Instance, 'id'>
  networkOf: NetworkOf
}

const everyMs = 60_000
const weekMs = 7 * 24 * hourMs
/** The same hour of last week, with a day to spare. */
const keptMs = weekMs + 24 * hourMs

const columns = {
  source: 'text',
  hour: 'int',
  inbound_id: 'int',
  network: 'text',
  name: 'text',
  clients: 'int',
  silent: 'int',
  fetched: 'int',
  unused: 'int',
} as const

/**
 * What the networks of callers have in common, hour by hour, for suspicions about providers. Owns the table `caller_hours`:
 * sums of at least five clients of one network. Neither addresses nor clients are stored.
 */
export function createCallers({ db, commit, now, settings, instance, networkOf }: Deps) {
  const sets = setsFor(db.engine)
  const source = instance.id
  const tally = createTally(now())
  const isOn = () => settings.current().callerSigns
  let hasRows = true

  async function store(hour: number, sums: readonly Sum[]): Promise<void> {
    const inbounds = await db.read.selectFrom('inbounds').select(['id', 'tag']).execute()
    const idOf = new Map([['', 0], ...inbounds.map(({ id, tag }) => [tag, id] as const)])
    const rows = sums.flatMap(({ inbound, ...sum }) => {
      const inbound_id = idOf.get(inbound)
      return inbound_id === undefined ? [] : [{ source, hour, inbound_id, ...sum }]
    })
    await commit.upkeep(async (tx) => {
      await tx
        .deleteFrom('caller_hours')
        .where((e) => e.or([e('hour', '<', hour - keptMs), e.and({ source, hour })]))
        .execute()
      await sets.insert(tx, 'caller_hours', rows, columns)
    })
    hasRows = true
  }

  async function forget(): Promise<void> {
    tally.clear(now())
    if (!hasRows) return
    await commit.upkeep((tx) => tx.deleteFrom('caller_hours').where('source', '=', source).execute())
    hasRows = false
  }

  async function run(): Promise<void> {
    const ended = tally.close(now())
    if (!isOn()) await forget()
    else if (ended) await store(ended.hour, ended.sums)
  }

  async function hourRows(hour: number): Promise<CallerHour[]> {
    const rows = await db.read
      .selectFrom('caller_hours')
      .select(['inbound_id as inboundId', 'network', 'name', 'clients', 'silent', 'fetched', 'unused'])
      .where('source', '=', source)
      .where('hour', '=', hour)
      .execute()
    return rows
  }

  return {
    /** A client opened a connection to an inbound. */
    connected(email: string, inbound: string, address: string): void {
      if (isOn()) tally.connected(email, inbound, networkOf(address))
    },
    /** A subscription was fetched. */
    fetched(emails: readonly string[], address: string): void {
      if (isOn()) tally.fetched(emails, networkOf(address))
    },
    moved: (deltas: readonly Delta[]): void => (isOn() ? tally.moved(deltas) : undefined),
    /** The last whole hour, for the doctor. */
    async latest(): Promise<CallerFacts | undefined> {
      const hour = hourOf(now()) - hourMs
      const rows = isOn() ? await hourRows(hour) : []
      if (rows.length === 0) return undefined
      const inbounds = await db.read
        .selectFrom('inbounds')
        .select(['id', 'remark', 'tag'])
        .where('enable', '=', true)
        .execute()
      const names = new Map(inbounds.map(({ id, remark, tag }) => [id, remark || tag]))
      return { hour, now: rows, before: await hourRows(hour - weekMs), names }
    },
    job: { name: 'caller-hours', everyMs, run } satisfies Job,
  }
}

export type Callers = ReturnType<typeof createCallers>

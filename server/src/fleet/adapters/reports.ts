import type { FleetReport } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/field-rules.ts'
import type { Sums } from '#domain/fleet/sums.ts'
import { type PanelStatus, readAbout } from '#domain/nodes/status.ts'
import type { Sightings } from '../../clients/sightings.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Base } from '../../settings/base-services.ts'
import { readInChunks, setsFor } from '../../store/sets.ts'
import type { Addresses } from '../usage/addresses.ts'
import type { Counters } from '../usage/counters.ts'
import type { Session } from './adapter.ts'

interface Deps extends Pick<Base, 'commit' | 'db'> {
  counters: Counters
  addresses: Pick<Addresses, 'take'>
  sightings: Pick<Sightings, 'seen'>
}

/** Bytes of a counter are not more than a number can hold exactly. */
const isCountable = (up: number, down: number): boolean =>
  [up, down].every((bytes) => bytes >= 0 && bytes < Number.MAX_SAFE_INTEGER)
const sumsOf = (up: number, down: number): Sums | undefined =>
  isCountable(up, down) ? { up: Math.trunc(up), down: Math.trunc(down) } : undefined

/** Reads a report into what the panel knows: bytes, who is online, from where, and how the node is. */
export function createReadReport({ db, commit, counters, addresses, sightings }: Deps) {
  const { among } = setsFor(db.engine)

  /** Names of the panel's own clients there, as the panel spells them; a report says nothing about others. */
  async function ours(node: number, emails: readonly string[]): Promise<Map<string, string>> {
    const query = db.read
      .selectFrom('node_client_traffics as p')
      .innerJoin('clients as c', 'c.id', 'p.client_id')
      .select(['c.email', 'c.email_key'])
      .where('p.node_id', '=', node)
    const keys = emails.filter(isStorable).map(emailKey)
    const rows = await readInChunks(keys, (part) => query.where(among('c.email_key', part)).execute())
    return new Map(rows.map(({ email, email_key }) => [email_key, email]))
  }

  function statusOf({ about, load }: FleetReport, before: PanelStatus | undefined): PanelStatus | undefined {
    const known = about ? { ...unknown, ...before, ...readAbout(about) } : before
    if (!known || !load) return known
    const [cpuPct, memPct, uptimeSecs, netUp, netDown] = load
    return { ...known, cpuPct, memPct, uptimeSecs, netUp, netDown }
  }

  async function whoIsOnline(node: number, session: Session, rows: NonNullable<FleetReport['clients']>) {
    const came = rows.filter(([email, , , , on]) => on === 1 && !session.online.has(email))
    const left = rows.filter(([email, , , , on]) => on === 0 && session.online.has(email))
    if (came.length + left.length === 0) return
    const emails = [...came, ...left].map(([email]) => email)
    const names = await ours(node, emails)
    for (const [email] of came) {
      const name = names.get(emailKey(email))
      if (name !== undefined) session.online.add(name)
    }
    for (const [email] of left) session.online.delete(names.get(emailKey(email)) ?? email)
    const bumps = [...came, ...left].flatMap(([email, , , at]) => {
      const name = names.get(emailKey(email))
      return name !== undefined && at > 0 ? [{ email: name, at }] : []
    })
    if (bumps.length > 0) await commit.upkeep((tx) => sightings.seen(tx, bumps))
  }

  async function fromWhere(node: number, ips: NonNullable<FleetReport['ips']>): Promise<void> {
    const names = await ours(node, Object.keys(ips))
    await addresses.take(
      Object.entries(ips).flatMap(([email, list]) => {
        const clientEmail = names.get(emailKey(email))
        return clientEmail === undefined ? [] : [{ clientEmail, ips: list }]
      }),
    )
  }

  return async function readReport(node: number, session: Session, report: FleetReport): Promise<void> {
    const { epoch, seq, whole, clients = [], inbounds = [], hashes, ips } = report
    counters.take(node, {
      clients: new Map(clients.map(([email, up, down]) => [emailKey(email), { sums: sumsOf(up, down) }])),
      inbounds: new Map(
        inbounds.map(([tag, up, down]) => [tag, { up, down, isCountable: isCountable(up, down) }]),
      ),
      uncountable: new Set(
        clients.flatMap(([email, up, down]) => (isCountable(up, down) ? [] : emailKey(email))),
      ),
    })
    if (whole) session.online.clear()
    await whoIsOnline(node, session, clients)
    if (report.online) session.onlineByTag = new Map(report.online)
    if (ips) await fromWhere(node, ips)
    if (hashes) session.reported = { epoch, seq, byTag: new Map(Object.entries(hashes)) }
    session.status = statusOf(report, session.status)
    session.cursor = `${epoch}.${seq}`
  }
}

export type ReadReport = ReturnType<typeof createReadReport>

const unknown = { cpuPct: 0, memPct: 0, uptimeSecs: 0, netUp: 0, netDown: 0 }

import type { FleetApplied, FleetReport } from '#contract/fleet-api.ts'
import { emailKey } from '#domain/clients/names.ts'
import type { Sums } from '#domain/fleet/sums.ts'
import { type PanelStatus, readAbout } from '#domain/nodes/status.ts'
import { isStorable } from '../../platform/db/storable.ts'
import type { Commit } from '../../store/changes/commit.ts'
import type { Db, Tx } from '../../store/open.ts'
import { chunked, setsFor } from '../../store/sets.ts'
import type { Addresses } from '../usage/addresses.ts'
import type { Reports } from '../usage/counters.ts'
import type { Compared } from './sluice-compare.ts'

interface Deps {
  db: Db
  commit: Commit
  reports: Reports
  addresses: Pick<Addresses, 'take'>
  /** Stores when clients were last online; the clients room writes its own tables. */
  seen: (tx: Tx, bumps: readonly { email: string; at: number }[]) => Promise<void>
}

/** What this process has heard from a node of our own kind. Lost with the process: then everything is read once more. */
export interface Hearing {
  /** Where in the node's news the next report begins; blank before the first one. */
  cursor: string
  /** The hashes that the node should have: as it said when the panel last changed or compared it. */
  expected: Compared | undefined
  /** The hashes in its last report. */
  reported: Compared | undefined
  online: Set<string>
  /** How many are online on each of its inbounds, by its tag there; undefined if it does not say. */
  onlineByTag: ReadonlyMap<string, number> | undefined
  said: PanelStatus | undefined
}

export const nothingHeard = (): Hearing => ({
  cursor: '',
  expected: undefined,
  reported: undefined,
  online: new Set(),
  onlineByTag: undefined,
  said: undefined,
})

/** An answer that is older than what was expected says nothing about it. */
const isNewer = (a: Compared, b: Compared): boolean => a.epoch !== b.epoch || a.seq >= b.seq

/** Something of ours on the node is not as the panel left it. */
export function hasDrifted({ expected, reported }: Hearing): boolean {
  if (!expected || !reported || !isNewer(reported, expected)) return false
  for (const [tag, hash] of expected.hashes) if (reported.hashes.get(tag) !== hash) return true
  return false
}

/** The node's answer to our own change: true if it held something else before than it should have. */
export function afterApply(hearing: Hearing, { epoch, seq, before, after }: FleetApplied): boolean {
  const known = hearing.expected
  const hashes = new Map(known?.hashes)
  for (const tag of Object.keys(before)) if (!(tag in after)) hashes.set(tag, undefined)
  for (const [tag, hash] of Object.entries(after)) hashes.set(tag, hash)
  hearing.expected = { epoch, seq, hashes }
  if (!known) return false
  return Object.entries(before).some(([tag, hash]) => known.hashes.has(tag) && known.hashes.get(tag) !== hash)
}

/** Bytes of a counter are not more than a number can hold exactly. */
const isCountable = (up: number, down: number): boolean =>
  [up, down].every((bytes) => bytes >= 0 && bytes < Number.MAX_SAFE_INTEGER)
const sumsOf = (up: number, down: number): Sums | undefined =>
  isCountable(up, down) ? { up: Math.trunc(up), down: Math.trunc(down) } : undefined

/** Reads a report into what the panel knows: bytes, who is online, from where, and how the node is. */
export function createHeard({ db, commit, reports, addresses, seen }: Deps) {
  const { among } = setsFor(db.engine)

  /** Names of the panel's own clients there, as the panel spells them; a report says nothing about others. */
  async function ours(node: number, emails: readonly string[]): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const part of chunked(emails.filter(isStorable).map(emailKey))) {
      const rows = await db.read
        .selectFrom('node_client_traffics as p')
        .innerJoin('clients as c', 'c.id', 'p.client_id')
        .select(['c.email', 'c.email_key'])
        .where('p.node_id', '=', node)
        .where(among('c.email_key', part))
        .execute()
      for (const { email, email_key } of rows) found.set(email_key, email)
    }
    return found
  }

  function statusOf({ about, load }: FleetReport, before: PanelStatus | undefined): PanelStatus | undefined {
    const known = about ? { ...unknown, ...before, ...readAbout(about) } : before
    if (!known || !load) return known
    const [cpuPct, memPct, uptimeSecs, netUp, netDown] = load
    return { ...known, cpuPct, memPct, uptimeSecs, netUp, netDown }
  }

  async function whoIsOnline(node: number, hearing: Hearing, rows: NonNullable<FleetReport['clients']>) {
    const came = rows.filter(([email, , , , on]) => on === 1 && !hearing.online.has(email))
    const left = rows.filter(([email, , , , on]) => on === 0 && hearing.online.has(email))
    if (came.length + left.length === 0) return
    const names = await ours(
      node,
      [...came, ...left].map(([email]) => email),
    )
    for (const [email] of came) {
      const name = names.get(emailKey(email))
      if (name !== undefined) hearing.online.add(name)
    }
    for (const [email] of left) hearing.online.delete(names.get(emailKey(email)) ?? email)
    const bumps = [...came, ...left].flatMap(([email, , , at]) => {
      const name = names.get(emailKey(email))
      return name !== undefined && at > 0 ? [{ email: name, at }] : []
    })
    if (bumps.length > 0) await commit.upkeep((tx) => seen(tx, bumps))
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

  return async function heard(node: number, hearing: Hearing, report: FleetReport): Promise<void> {
    const { epoch, seq, whole, clients = [], inbounds = [], hashes, ips } = report
    reports.take(node, {
      clients: new Map(clients.map(([email, up, down]) => [emailKey(email), { sums: sumsOf(up, down) }])),
      inbounds: new Map(
        inbounds.map(([tag, up, down]) => [tag, { up, down, isCountable: isCountable(up, down) }]),
      ),
      uncountable: new Set(
        clients.flatMap(([email, up, down]) => (isCountable(up, down) ? [] : emailKey(email))),
      ),
    })
    if (whole) hearing.online.clear()
    await whoIsOnline(node, hearing, clients)
    if (report.online) hearing.onlineByTag = new Map(report.online)
    if (ips) await fromWhere(node, ips)
    if (hashes) hearing.reported = { epoch, seq, hashes: new Map(Object.entries(hashes)) }
    hearing.said = statusOf(report, hearing.said)
    hearing.cursor = `${epoch}.${seq}`
  }
}

export type Heard = ReturnType<typeof createHeard>

const unknown = {
  cpuPct: 0,
  memPct: 0,
  uptimeSecs: 0,
  netUp: 0,
  netDown: 0,
}

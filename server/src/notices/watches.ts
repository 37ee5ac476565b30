import type { Alert } from '#contract/alerts.ts'
import type { ObservedOutbound } from '#contract/core-metrics-api.ts'
import type { Status } from '#contract/status.ts'
import type { CertificateDate } from '#contract/tls-tools-api.ts'
import { loadKinds, type Thresholds } from '#domain/alerts/grid.ts'
import { warnDays } from '#domain/certificates/warn-days.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'
import type { SettingsReader } from '../settings/service.ts'
import type { Reader, Tx } from '../store/open.ts'
import type { Tell } from './outlets.ts'
import type { Notices } from './room.ts'
import { thresholdsFor } from './wishes.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
/** Below the threshold by so much before it is told again. */
const backOff = 5
/** A certificate is mentioned once more when it is nearly over. */
const lastDays = 3

interface LoadDeps {
  notices: Pick<Notices, 'wishes' | 'tell'>
  host: string
}

/** Loads of this machine, from the samples of its status: processor and memory as the average of a minute. */
export function createLoadWatch({ notices: { wishes, tell }, host }: LoadDeps) {
  const samples: { at: number; cpu: number; memory: number }[] = []
  const over = new Set<string>()

  function judge(what: keyof Thresholds, percent: number): void {
    for (const threshold of thresholdsFor(what, wishes())) {
      const key = `${what} ${threshold}`
      if (percent >= threshold && !over.has(key)) {
        over.add(key)
        tell({ kind: loadKinds[what], params: { host, percent: Math.round(percent), threshold } })
      }
      if (percent < threshold - backOff) over.delete(key)
    }
  }

  const share = ({ current, total }: { current: number; total: number }) =>
    total > 0 ? (current * 100) / total : 0

  return function onSample(status: Pick<Status, 'cpu' | 'mem' | 'disk'>, at: number): void {
    samples.push({ at, cpu: status.cpu, memory: share(status.mem) })
    while (samples[0] && samples[0].at < at - minuteMs) samples.shift()
    judge('disk', share(status.disk))
    // A minute's worth: the first seconds of a start say little.
    if ((samples[0]?.at ?? at) > at - minuteMs * 0.9) return
    const mean = (of: 'cpu' | 'memory') => samples.reduce((sum, s) => sum + s[of], 0) / samples.length
    judge('cpu', mean('cpu'))
    judge('memory', mean('memory'))
  }
}

/** Outbounds that the core's observatory watches: down after so many failed tries, and back. */
export function createOutboundWatch(tell: Tell, settings: SettingsReader) {
  const states = new Map<string, { down: boolean; failures: number; lastTry: number }>()
  function observed(outbounds: readonly ObservedOutbound[]): void {
    const tags = new Set(outbounds.map(({ tag }) => tag))
    for (const tag of states.keys()) if (!tags.has(tag)) states.delete(tag)
    for (const { tag, alive, lastTryTime } of outbounds) {
      const state = states.get(tag) ?? { down: false, failures: 0, lastTry: 0 }
      states.set(tag, state)
      if (alive) {
        if (state.down) tell({ kind: 'outbound.up', params: { tag } })
        Object.assign(state, { down: false, failures: 0, lastTry: lastTryTime })
      } else if (lastTryTime !== state.lastTry) {
        state.failures++
        state.lastTry = lastTryTime
        const isDown = state.failures >= Math.max(1, settings.current().outboundDownThreshold)
        if (isDown && !state.down) tell({ kind: 'outbound.down', params: { tag } })
        state.down ||= isDown
      }
    }
  }

  return {
    observed,
    /** Tags of those that are down. */
    down: (): string[] => [...states].flatMap(([tag, { down }]) => (down ? [tag] : [])),
  }
}

export type OutboundWatch = ReturnType<typeof createOutboundWatch>

interface DateDeps extends Pick<Base, 'commit' | 'db' | 'now' | 'settings'> {
  notices: Pick<Notices, 'record' | 'isWanted'>
  /** While the clock jumped, nothing is judged by time. The room `traffic` notices it. */
  clock: { state(): { held: boolean } }
  /** The dates of the certificates that this machine serves. The room `certificates` has them. */
  certificates: { list(userId: number): Promise<CertificateDate[]> }
  host: string
}

const markOf = async (source: Reader | Tx, name: string): Promise<number> => {
  const row = await source
    .selectFrom('alert_marks')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return Number(row?.value ?? 0)
}
const setMark = (tx: Tx, name: string, value: number) =>
  tx
    .insertInto('alert_marks')
    .values({ name, value })
    .onConflict((c) => c.column('name').doUpdateSet({ value }))
    .execute()

/** Dates that come near: of clients by the leader, of certificates by every machine. */
export function createDateWatches(deps: DateDeps) {
  const { db, commit, now, settings, clock, certificates, host } = deps
  const { record, isWanted } = deps.notices
  const expiring = 'client.expiring'
  const daysUntil = (at: number) => Math.max(0, Math.ceil((at - now()) / dayMs))
  /** Expiry dates up to here were told. */
  let toldUntil = 0

  async function lookAtClients(): Promise<void> {
    const { expireDiff } = settings.current()
    if (expireDiff === 0 || !isWanted(expiring) || clock.state().held) return
    const until = now() + expireDiff * dayMs
    toldUntil = Math.max(toldUntil, await markOf(db.read, expiring), now())
    if (toldUntil >= until) return
    const rows = await db.read
      .selectFrom('client_traffics')
      .select(['email', 'expiry_time'])
      .where('enable', '=', true)
      .where('expiry_time', '>', toldUntil)
      .where('expiry_time', '<=', until)
      .orderBy('expiry_time')
      .execute()
    const alerts = rows.map(
      ({ email, expiry_time: expiryTime }): Alert => ({
        kind: expiring,
        params: { email, expiryTime, days: daysUntil(expiryTime) },
      }),
    )
    if (alerts.length > 0)
      await commit.upkeep(async (tx) => {
        await record(tx, alerts)
        await setMark(tx, expiring, until)
      })
    toldUntil = until
  }

  async function lookAtCertificates(): Promise<void> {
    const kind = 'certificate.expiring'
    const { noticeCertificateDays: within } = settings.current()
    if (within === 0 || !isWanted(kind) || clock.state().held) return
    const users = await db.read.selectFrom('users').select('id').execute()
    const dates = (await Promise.all(users.map(({ id }) => certificates.list(id)))).flat()
    for (const { of, name, file, notBefore, notAfter } of dates) {
      const days = daysUntil(notAfter)
      if ((notAfter - now()) / dayMs > warnDays(notBefore, notAfter, within)) continue
      const mark = `certificate ${host} ${file || `${of} ${name}`} ${days <= lastDays ? 'last' : 'soon'}`
      if ((await markOf(db.read, mark)) === notAfter) continue
      const params = { name: name || file || of, expiryTime: notAfter, days }
      await commit.upkeep(async (tx) => {
        await record(tx, [{ kind, params }])
        await setMark(tx, mark, notAfter)
      })
    }
  }

  const jobs: Job[] = [
    { name: 'expiring-clients', everyMs: minuteMs, leaderOnly: true, run: lookAtClients },
    { name: 'expiring-certificates', everyMs: 3_600_000, atStart: true, run: lookAtCertificates },
  ]
  return { jobs, lookAtClients, lookAtCertificates }
}

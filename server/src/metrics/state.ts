import { statfs } from 'node:fs/promises'
import type { CapView } from '#contract/caps-api.ts'
import type { CertificateDate } from '#contract/tls-tools-api.ts'
import { aboutDatabase } from '../backup/about.ts'
import type { Backups } from '../backup/backups.ts'
import type { Caps } from '../caps/room.ts'
import type { CertificateDates } from '../certificates/tools/certificate-dates.ts'
import type { Core } from '../core/room.ts'
import type { HealthRoom } from '../health/room.ts'
import type { Leadership } from '../instance/leadership.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Base } from '../settings/base-services.ts'

export interface StateDeps extends Pick<Base, 'db' | 'now'> {
  dataFolder: string
  core: Pick<Core, 'status'>
  jobs: Pick<Jobs, 'states'>
  leadership: Pick<Leadership, 'leads'>
  backups: Pick<Backups, 'runs'>
  certificates: CertificateDates
  health: Pick<HealthRoom, 'view'>
  caps: Pick<Caps, 'withCap'>
}

/** How the panel and its machine are, besides traffic: what an alert rule asks for. */
export function createStateText(deps: StateDeps) {
  const { db, now, core } = deps

  async function storageText(): Promise<string> {
    const disk = await statfs(deps.dataFolder).catch(() => undefined)
    const sizes = disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }
    return [
      metric(gauge('database_bytes', 'Size of the database.'), [[{}, (await aboutDatabase(db)).bytes]]),
      metric(
        gauge('disk_free_bytes', 'Free space on the disk of the data folder.'),
        sizes ? [[{}, sizes.free]] : [],
      ),
      metric(
        gauge('disk_size_bytes', 'Size of the disk of the data folder.'),
        sizes ? [[{}, sizes.size]] : [],
      ),
      metric(
        gauge(
          'backup_last_good_timestamp_seconds',
          'When the last good backup was made, unix time; 0 = never.',
        ),
        [[{}, seconds(deps.backups.runs().lastGoodAt)]],
      ),
    ].join('')
  }

  async function countsText(): Promise<string> {
    const [enabled, nodes] = await Promise.all([
      db.read
        .selectFrom('clients')
        .select((e) => e.fn.countAll<number>().as('count'))
        .where('enable', '=', true)
        .executeTakeFirstOrThrow(),
      db.read
        .selectFrom('nodes')
        .select((e) => ['status', e.fn.countAll<number>().as('count')])
        .where('enable', '=', true)
        .groupBy('status')
        .orderBy('status')
        .execute(),
    ])
    return (
      metric(gauge('clients_enabled', 'Clients that are enabled.'), [[{}, Number(enabled.count)]]) +
      metric(
        gauge('nodes', 'Enabled nodes by their state.'),
        nodes.map(({ status, count }) => [{ state: status || 'unknown' }, Number(count)]),
      )
    )
  }

  function workText(): string {
    const { uptime, notOpen = [] } = core.status()
    const failing = deps.jobs.states().filter(({ lastError }) => lastError !== '')
    return [
      metric(
        gauge('core_start_time_seconds', 'When the core started, unix time; absent while it does not run.'),
        uptime === undefined ? [] : [[{}, Math.round(seconds(now())) - uptime]],
      ),
      metric(gauge('inbounds_not_open', 'Inbounds that the core could not open.'), [[{}, notOpen.length]]),
      metric(gauge('jobs_failing', 'Periodic jobs whose last run failed.'), [[{}, failing.length]]),
      metric(gauge('leader', '1 if this instance does what must be done once.'), [
        [{}, deps.leadership.leads() ? 1 : 0],
      ]),
    ].join('')
  }

  async function certificatesText(): Promise<string> {
    const soonest = new Map<string, CertificateDate>()
    const users = await db.read.selectFrom('users').select('id').execute()
    const dates = (await Promise.all(users.map(({ id }) => deps.certificates.list(id)))).flat()
    for (const date of dates) {
      const key = `${date.of} ${date.name}`
      if (date.notAfter < (soonest.get(key)?.notAfter ?? Number.POSITIVE_INFINITY)) soonest.set(key, date)
    }
    return metric(
      gauge('certificate_expiry_timestamp_seconds', 'When a certificate expires, unix time.'),
      [...soonest.values()].map(({ of, name, notAfter }) => [{ of, name }, seconds(notAfter)]),
    )
  }

  async function healthText(): Promise<string> {
    const { counts, checkedAt, findings } = await deps.health.view()
    const open = findings.filter(({ muted }) => !muted)
    return [
      metric(
        gauge('health_findings', 'What the checks found, by severity; muted ones are counted as such.'),
        Object.entries(counts).map(([state, count]) => [{ state }, count]),
      ),
      metric(
        gauge('health_finding', 'What the checks found and is not muted, by its id.'),
        open.map(({ id, state, seenBy }) => [{ id, state, ...(seenBy && { seen_by: seenBy }) }, 1]),
      ),
      metric(
        gauge('health_checked_timestamp_seconds', 'All checks have looked since then, unix time; 0 = never.'),
        [[{}, seconds(checkedAt)]],
      ),
    ].join('')
  }

  async function capsText(): Promise<string> {
    const capped = await deps.caps.withCap()
    const each = (value: (one: CapView) => number) =>
      capped.map((one) => [{ kind: one.kind, id: String(one.id), name: one.name }, value(one)] as const)
    return [
      metric(
        gauge('cap_bytes', 'Monthly cap of this server (id 0), a node or an inbound.'),
        each(({ capBytes }) => capBytes),
      ),
      metric(
        gauge('cap_used_bytes', 'Of it, what is used up since its month began.'),
        each(({ used }) => used),
      ),
      metric(
        gauge('cap_reset_timestamp_seconds', 'When its next month begins, unix time.'),
        each(({ until }) => seconds(until)),
      ),
    ].join('')
  }

  const parts = [countsText, storageText, certificatesText, healthText, capsText]
  return async (): Promise<string> =>
    [workText(), ...(await Promise.all(parts.map((part) => part())))].join('')
}

export type Labels = Readonly<Record<string, string>>

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge'
}

export const gauge = (name: string, help: string): Metric => ({ name: `sluice_${name}`, help, type: 'gauge' })
export const counter = (name: string, help: string): Metric => ({
  name: `sluice_${name}`,
  help,
  type: 'counter',
})
export const seconds = (ms: number): number => ms / 1_000

/** Text format 0.0.4 escapes three characters in a label and two in a help text. */
const inLabel: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '"': '\\"' }
const escapeLabel = (value: string) => value.replace(/[\\\n"]/g, (char) => inLabel[char] ?? char)
const escapeHelp = (text: string) => text.replace(/[\\\n]/g, (char) => inLabel[char] ?? char)

export const head = ({ name, help, type }: Metric): string =>
  `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`

export function sample(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([key, text]) => `${key}="${escapeLabel(text)}"`)
  return `${name}${pairs.length > 0 ? `{${pairs.join(',')}}` : ''} ${value}\n`
}

export const metric = (about: Metric, samples: readonly (readonly [Labels, number])[]): string =>
  samples.length === 0
    ? ''
    : head(about) + samples.map(([labels, value]) => sample(about.name, labels, value)).join('')

const ways = ['up', 'down'] as const
/** The two samples of an up/down pair. */
export const bothWays = (labels: Labels, bytes: { up: number; down: number }) =>
  ways.map((direction) => [{ ...labels, direction }, bytes[direction]] as const)

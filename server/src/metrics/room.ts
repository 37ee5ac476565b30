import { setImmediate as turn } from 'node:timers/promises'
import type { OnlineClients } from '../clients/online.ts'
import type { Core } from '../core/room.ts'
import type { Db } from '../store/open.ts'
import { bothWays, counter, gauge, head, metric, sample, seconds } from './state.ts'

interface Deps {
  db: Db
  online: OnlineClients
  version: string
  core: Pick<Core, 'status'>
  /** Milliseconds. */
  startedAt: number
}

const states = ['running', 'stop', 'error'] as const
const clientsAtOnce = 1_000

/** Metrics in the Prometheus text format. It owns no table; it reads those of other rooms. */
export function createMetrics({ db, online, version, core, startedAt }: Deps) {
  const ticks = { count: 0, totalMs: 0, lastMs: 0, failed: 0 }
  let stateText = async () => ''

  function panelText(): string {
    const { cpu, memory } = { cpu: process.cpuUsage(), memory: process.memoryUsage.rss() }
    return [
      metric(gauge('info', 'The panel that answers.'), [[{ version }, 1]]),
      metric(gauge('start_time_seconds', 'When the panel started, unix time.'), [[{}, seconds(startedAt)]]),
      metric(gauge('resident_memory_bytes', 'Memory of the panel’s process.'), [[{}, memory]]),
      metric(counter('cpu_seconds_total', 'Processor time of the panel’s process.'), [
        [{}, (cpu.user + cpu.system) / 1e6],
      ]),
      metric(counter('ticks_total', 'Readings of the core’s counters.'), [
        [{ result: 'done' }, ticks.count],
        [{ result: 'failed' }, ticks.failed],
      ]),
      metric(counter('tick_seconds_total', 'Time that these readings took.'), [[{}, seconds(ticks.totalMs)]]),
      metric(gauge('tick_last_seconds', 'Time that the last reading took.'), [[{}, seconds(ticks.lastMs)]]),
    ].join('')
  }

  function coreText(): string {
    const { state, version: runs } = core.status()
    return (
      metric(gauge('core_info', 'The core that the panel runs.'), [[{ version: runs }, 1]]) +
      metric(
        gauge('core_state', 'One of the states is 1.'),
        states.map((name) => [{ state: name }, name === state ? 1 : 0]),
      )
    )
  }

  async function trafficText(): Promise<string> {
    const inbounds = await db.read
      .selectFrom('inbounds')
      .select(['tag', 'up', 'down', 'enable'])
      .orderBy('id')
      .execute()
    const outbounds = await db.read
      .selectFrom('outbound_traffics')
      .select(['tag', 'up', 'down'])
      .orderBy('id')
      .execute()
    const clients = await db.read
      .selectFrom('clients')
      .select((e) => e.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    const total = { up: 0, down: 0 }
    for (const { up, down } of inbounds) {
      total.up += up
      total.down += down
    }
    return [
      metric(gauge('clients', 'Clients that are stored.'), [[{}, Number(clients.count)]]),
      metric(gauge('clients_online', 'Clients that are online.'), [[{}, online.emails().length]]),
      metric(gauge('inbounds', 'Inbounds that are stored.'), [
        [{ enabled: 'true' }, inbounds.filter(({ enable }) => enable).length],
        [{ enabled: 'false' }, inbounds.filter(({ enable }) => !enable).length],
      ]),
      metric(
        counter(
          'traffic_bytes_total',
          'Bytes of all inbounds, from the clients’ side; begins anew when reset.',
        ),
        bothWays({}, total),
      ),
      metric(
        counter('inbound_traffic_bytes_total', 'Bytes of an inbound.'),
        inbounds.flatMap(({ tag, ...bytes }) => bothWays({ tag }, bytes)),
      ),
      metric(
        counter('outbound_traffic_bytes_total', 'Bytes of an outbound.'),
        outbounds.flatMap(({ tag, ...bytes }) => bothWays({ tag }, bytes)),
      ),
    ].join('')
  }

  /** In pages: the text of a hundred thousand clients takes megabytes. */
  async function* clientsText(): AsyncGenerator<string> {
    const about = counter('client_traffic_bytes_total', 'Bytes of a client.')
    yield head(about)
    for (let last = 0; ; ) {
      const rows = await db.read
        .selectFrom('client_traffics')
        .select(['id', 'email', 'up', 'down'])
        .where('id', '>', last)
        .orderBy('id')
        .limit(clientsAtOnce)
        .execute()
      const lines = rows.flatMap(({ email, up, down }) => bothWays({ email }, { up, down }))
      if (lines.length > 0) yield lines.map(([labels, value]) => sample(about.name, labels, value)).join('')
      if (rows.length < clientsAtOnce) break
      last = rows.at(-1)?.id ?? last
      await turn()
    }
    yield metric(
      gauge('client_online', 'Present and 1 for every client that is online.'),
      online.emails().map((email) => [{ email }, 1]),
    )
  }

  return {
    /** Called once, when the rooms that it asks exist. */
    alsoTell(text: () => Promise<string>): void {
      stateText = text
    },
    /** How long a tick took, and whether it was stored. */
    ticked(ms: number, done = true): void {
      ticks.lastMs = ms
      ticks.totalMs += ms
      if (done) ticks.count += 1
      else ticks.failed += 1
    },
    async *text(withClients: boolean): AsyncGenerator<string> {
      yield panelText() + coreText() + (await trafficText()) + (await stateText())
      if (withClients) yield* clientsText()
    },
  }
}

export type Metrics = ReturnType<typeof createMetrics>

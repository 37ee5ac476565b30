import { randomUUID } from 'node:crypto'
import type { Alert, AlertKind } from '#contract/alerts.ts'
import { thresholdOf } from '#domain/alerts/grid.ts'
import type { Base } from '../settings/base-services.ts'
import type { Tx } from '../store/open.ts'
import { type Columns, setsFor } from '../store/sets.ts'
import type { Outlets, Tell } from './outlets.ts'

interface Deps extends Pick<Base, 'commit' | 'db' | 'log' | 'now'> {
  outlets: Pick<Outlets, 'isWanted'>
  /** Something was recorded, or is about to be: its transaction may still run. */
  recorded: () => void
}

/** The same about the same subject is told once in this time: a core that cannot start ends again and again. */
const repeatAfterMs: Partial<Record<AlertKind, number>> = {
  'core.crashed': 300_000,
  'core.hung': 300_000,
  'client.ip-limit': 600_000,
  'client.device-limit': 600_000,
  'backup.failed': 300_000,
}
const mostRemembered = 10_000
const mostWaiting = 10_000

const subjectOf = ({ params }: Alert): string =>
  'email' in params ? params.email : 'host' in params ? params.host : ''

const columns: Columns<ReturnType<typeof rowOf>> = {
  uid: 'text',
  kind: 'text',
  params: 'text',
  threshold: 'int',
  at: 'int',
}

const rowOf = (alert: Alert, at: number) => ({
  uid: randomUUID(),
  kind: alert.kind,
  params: JSON.stringify(alert.params),
  threshold: thresholdOf(alert),
  at,
})

/** Stores alerts. Which outlets get one is decided later, by the leader: a writer needs to know nothing of outlets. */
export function createRecorder({ db, commit, now, log, outlets, recorded }: Deps) {
  const { isWanted } = outlets
  const sets = setsFor(db.engine)
  const told = new Map<string, number>()
  let waiting: Alert[] = []
  let writing: Promise<void> = Promise.resolve()

  function isRepeated(alert: Alert): boolean {
    const pause = repeatAfterMs[alert.kind]
    if (pause === undefined) return false
    const key = `${alert.kind} ${subjectOf(alert)}`
    const last = told.get(key)
    if (last !== undefined && now() - last < pause && now() >= last) return true
    told.delete(key)
    told.set(key, now())
    const [oldest] = told.keys()
    if (told.size > mostRemembered && oldest !== undefined) told.delete(oldest)
    return false
  }

  /** In the transaction of the change that caused them: one statement at any number. */
  async function record(tx: Tx, alerts: readonly Alert[]): Promise<void> {
    const rows = alerts.filter(({ kind }) => isWanted(kind)).map((alert) => rowOf(alert, now()))
    if (rows.length === 0) return
    await sets.insert(tx, 'alerts', rows, columns)
    recorded()
  }

  async function writeWaiting(): Promise<void> {
    const these = waiting
    waiting = []
    if (these.length === 0) return
    try {
      await commit.upkeep((tx) => record(tx, these))
    } catch (error) {
      log.warn({ err: error, alerts: these.length }, 'failed to record what people should be told of')
    }
  }

  const tell: Tell = (...alerts) => {
    const fresh = alerts.filter((alert) => isWanted(alert.kind) && !isRepeated(alert))
    if (fresh.length === 0) return
    waiting.push(...fresh.slice(0, Math.max(0, mostWaiting - waiting.length)))
    writing = writing.then(writeWaiting)
  }

  return {
    record,
    tell,
    /** Resolves when everything that was told is stored. */
    settled: (): Promise<void> => writing,
  }
}

export type Recorder = ReturnType<typeof createRecorder>

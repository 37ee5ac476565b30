import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { sql } from 'kysely'
import { HealthReport, type HealthState } from '#contract/health-api.ts'
import type { DatabaseFacts } from '#domain/health/data.ts'
import { defaults } from '#domain/settings/stored.ts'
import { createRunState } from '../backup/run-state.ts'
import { findOrphan } from '../core/process/record.ts'
import { databaseFacts, nothingKnown } from '../doctor/database.ts'
import { createDoctor, type ServerFacts } from '../doctor/doctor.ts'
import { createIntegrity } from '../doctor/integrity.ts'
import { noPanel } from '../doctor/panel-facts.ts'
import { layoutFact, permissionFacts } from '../doctor/permissions.ts'
import { geoFacts } from '../doctor/room.ts'
import { doctorSocket, throughFolder } from '../doctor/socket.ts'
import { readHosts, readInbounds } from '../doctor/stored.ts'
import type { Config } from '../platform/config.ts'
import { planListeners } from '../settings/listen-plans.ts'
import { needsMigration } from '../store/before-migrating.ts'
import { type AppliedStep, pendingSteps } from '../store/migrate.ts'
import type { Tx } from '../store/open.ts'
import { type Print, parseFlags } from './flags.ts'
import { type Storage, withStorage } from './offline.ts'

/** `sluice doctor [--json]`: asks the running panel, else reads its files. Exit code 1 if something is bad. */
export async function doctorCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const { json } = parseFlags(args, { json: 'switch' })
  const report = (await askRunning(doctorSocket(config.dataFolder))) ?? (await readByItself(config))
  print(json ? JSON.stringify(report, null, 2) : linesOf(report).join('\n'))
  if (report.worst === 'bad') process.exitCode = 1
}

const words: Record<HealthState, string> = { ok: 'ok', note: 'note', warn: 'WARN', bad: 'BAD' }

function linesOf({ checks, isRunning, tookMs }: HealthReport): string[] {
  const count = (state: HealthState) => checks.filter((one) => one.state === state).length
  return [
    ...checks.flatMap(({ state, sentence, action }) => [
      `${words[state].padEnd(5)} ${sentence}`,
      ...(action && 'command' in action ? [`      $ ${action.command}`] : []),
      ...(action && 'to' in action ? [`      in the web app: ${action.to}`] : []),
    ]),
    '',
    `${count('bad')} bad, ${count('warn')} warnings, ${count('note')} notes, ${count('ok')} ok; ` +
      `${isRunning ? 'told by the running panel' : 'the panel does not run'}, ${tookMs} ms.`,
  ]
}

type Known = { storage: Storage } | { database: DatabaseFacts | undefined }

/** The doctor changes nothing: a database that an open would migrate, or create, is left closed. */
async function readByItself(config: Config): Promise<HealthReport> {
  const { database, dataFolder } = config
  // Before anything is opened: that sets the mode of the folder right.
  const files = await permissionFacts(dataFolder, [])
  async function examine(known: Known): Promise<HealthReport> {
    const { lookAll, reportOf } = createDoctor(offline(config, known, files))
    return reportOf(await lookAll())
  }
  const engine = database.kind
  try {
    if (database.kind === 'sqlite') {
      if (!existsSync(database.file)) return await examine({ database: undefined })
      if (needsMigration(database.file)) throw new OldSchema()
    }
    return await withStorage(config, (storage) => examine({ storage }), refuseOld)
  } catch (error) {
    const isOld = error instanceof OldSchema
    const facts = { ...nothingKnown, engine, isOld, flaws: [], error: isOld ? '' : (error as Error).message }
    return examine({ database: facts })
  }
}

class OldSchema extends Error {}

async function refuseOld(tx: Tx, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return
  const found = await sql`select 1 from information_schema.tables
    where table_name = 'schema_migrations' and table_schema = any(current_schemas(false))`.execute(tx)
  if (found.rows.length === 0) throw new OldSchema()
  const applied = await sql<AppliedStep>`select name, '' as version from schema_migrations`.execute(tx)
  if (pendingSteps(applied.rows).length > 0) throw new OldSchema()
}

function offline(
  config: Config,
  known: Known,
  files: Awaited<ReturnType<typeof permissionFacts>>,
): ServerFacts {
  const { dataFolder, logFolder, binFolder, database } = config
  const storage = 'storage' in known ? known.storage : undefined
  const settings = storage?.settings.current() ?? defaults
  const now = Date.now
  const corePid = findOrphan(dataFolder)?.pid
  const runs = createRunState(dataFolder, now).get()

  async function ofDatabase(withinMs: number): Promise<DatabaseFacts | undefined> {
    if ('database' in known) return known.database
    const { db } = known.storage
    const integrity = database.kind === 'sqlite' ? createIntegrity(database.file, now) : undefined
    return databaseFacts(db, integrity, withinMs)
  }

  return {
    isRunning: false,
    now,
    dataFolder,
    logFolder,
    listeners: (stored) => planListeners(config, stored),
    stored: async () => ({
      settings,
      inbounds: storage ? await readInbounds(storage.db) : [],
      hosts: storage ? await readHosts(storage.db) : [],
    }),
    corePid: () => corePid,
    clock: async () => ({ offsetMs: undefined, against: '', jumpMs: 0 }),
    layout: () => layoutFact(config.installation?.home),
    permissions: async (keyFiles) => {
      const known = new Set(files.map(({ path }) => path))
      const keys = keyFiles.filter((file) => !known.has(file))
      const [, ...ofKeys] = await permissionFacts(dataFolder, keys)
      return [...files, ...ofKeys.filter(({ path }) => keys.includes(path))]
    },
    database: ofDatabase,
    core: () => undefined,
    geo: () => geoFacts(settings, binFolder),
    cutting: () => 'none',
    entries: async () => undefined,
    backups: async () =>
      storage && {
        isScheduled: settings.backupEnable,
        lastGoodAt: runs.lastGoodAt,
        isOverdue: false,
        error: runs.lastRun?.error ?? '',
      },
    updates: async () => undefined,
    ...noPanel,
  }
}

const withinMs = 10_000

/** The report of the panel that runs on this data folder; undefined if none runs, or if it is of an older version. */
export function askRunning(socketPath: string): Promise<HealthReport | undefined> {
  if (!existsSync(socketPath)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const socket = throughFolder(socketPath, connect)
    let text = ''
    socket.setEncoding('utf8').setTimeout(withinMs, () => socket.destroy())
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => resolve(parsed(text)))
  })
}

function parsed(text: string): HealthReport | undefined {
  try {
    return HealthReport.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Refusal } from '#domain/refusal.ts'
import { runningOn, staleSeconds } from '../instance/instance.ts'
import type { Config, Database } from '../platform/config.ts'
import { describe, whereIs } from '../platform/db/where.ts'
import { copyDatabase } from '../store/copy/copy-database.ts'
import type { CopyProgress, CopyReport } from '../store/copy/report.ts'
import type { Tx } from '../store/open.ts'
import { type Print, parseFlags } from './flags.ts'
import { lockUnlessRunning } from './offline.ts'

/** `--dsn` and `--src` are the names that 3x-ui has for `--to` and `--from`. */
const spec = { to: 'text', from: 'text', dsn: 'text', src: 'text', replace: 'switch' } as const

/** Copies the panel's database into another one. Neither side may be in use. */
export async function migrateDbCommand(
  config: Config,
  args: readonly string[],
  print: Print,
  tell = (text: string): void => void process.stderr.write(text),
): Promise<void> {
  const { to, from, dsn, src, replace = false } = parseFlags(args, spec)
  const target = databaseOf(to ?? dsn)
  const source = from === undefined && src === undefined ? here(config, target) : databaseOf(from ?? src)
  if (isSame(source, target)) throw new Refusal('cli.same-database', { where: whereIs(target) })
  const unlock = lockBoth(config, [source, target])
  try {
    print(`Copying ${whereIs(source)} to ${whereIs(target)}.`)
    const meter = createMeter(tell, process.stderr.isTTY === true, () => performance.now())
    const report = await copyDatabase(source, target, {
      replace,
      onProgress: meter.show,
      admit: (tx, side) => refuseRunning(tx, whereIs(side === 'source' ? source : target)),
    }).finally(meter.end)
    for (const line of linesOf(report, meter.seconds())) print(line)
    print(adviceFor(config, target))
  } finally {
    unlock()
  }
}

function databaseOf(text: string | undefined): Database {
  if (text === undefined || text === '') throw new Refusal('cli.target-missing')
  if (/^postgres(ql)?:\/\//i.test(text)) {
    if (!URL.canParse(text)) throw new Refusal('cli.database-invalid', { text: describe(text) })
    return { kind: 'postgres', dsn: text }
  }
  // Another scheme, or the form with host=… dbname=… that other programs take.
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || /\b(host|dbname|user|password)=/.test(text))
    throw new Refusal('cli.database-invalid', { text: text.replace(/:[^:@/]*@|password=\S*/g, '…') })
  return { kind: 'sqlite', file: resolve(text) }
}

/** Somebody may have set the environment for the new database before copying the old one into it. */
function here(config: Config, target: Database): Database {
  return isSame(config.database, target)
    ? { kind: 'sqlite', file: join(config.dataFolder, 'sluice.db') }
    : config.database
}

const realOf = (file: string): string => (existsSync(file) ? realpathSync(file) : resolve(file))

function isSame(a: Database, b: Database): boolean {
  if (a.kind === 'sqlite') return b.kind === 'sqlite' && realOf(a.file) === realOf(b.file)
  return b.kind === 'postgres' && describe(a.dsn) === describe(b.dsn)
}

/** The lock of every data folder that a file lies in: a panel that starts meanwhile is refused too. */
function lockBoth(config: Config, databases: readonly Database[]): () => void {
  const folders = new Set(
    databases
      .flatMap((database) => (database.kind === 'sqlite' ? dirname(database.file) : []))
      .filter((folder) => folder === config.dataFolder || existsSync(join(folder, 'panel.lock'))),
  )
  const held: (() => void)[] = []
  const unlock = () => {
    for (const release of held) release()
  }
  try {
    for (const folder of folders) held.push(lockUnlessRunning(folder))
  } catch (error) {
    unlock()
    throw error
  }
  return unlock
}

async function refuseRunning(tx: Tx, where: string): Promise<void> {
  if (await runningOn(tx)) throw new Refusal('cli.panel-runs', { where, seconds: staleSeconds })
}

const number = (n: number) => Math.round(n).toLocaleString('en')

function linesOf({ tables, rows, migrated }: CopyReport, seconds: number): string[] {
  const filled = tables.filter((table) => table.rows > 0)
  return [
    ...filled.map((t) => `  ${t.table.padEnd(24)} ${number(t.rows).padStart(11)} rows  ${t.checksum}`),
    `Copied ${number(rows)} rows in ${seconds.toFixed(1)} s (${number(rows / seconds)} rows/s). Row counts and checksums of every table are equal.`,
    ...(migrated.length > 0 ? [`Brought up to date on the way: ${migrated.join(', ')}.`] : []),
  ]
}

function adviceFor(config: Config, target: Database): string {
  if (target.kind === 'postgres')
    return 'To run on it, start the panel with SLUICE_DB_TYPE=postgres and SLUICE_DB_DSN set to this address.'
  return target.file === join(config.dataFolder, 'sluice.db')
    ? 'To run on it, start the panel with SLUICE_DB_TYPE=sqlite, or without it.'
    : 'To run on it, name the file sluice.db, give its folder in SLUICE_DB_FOLDER, and start the panel without SLUICE_DB_TYPE.'
}

const stages = { copy: 'Copying', compare: 'Comparing' } as const

/** Lines for a log every five seconds; at a terminal one line that is written over four times a second. */
const everyMs = { log: 5_000, terminal: 250 }

function timeLeft(seconds: number): string {
  if (!Number.isFinite(seconds)) return 'unknown'
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

/** Shows how far a copy is, with its rate and the time left. */
export function createMeter(tell: (text: string) => void, isTerminal: boolean, clock: () => number) {
  const began = clock()
  let last = began
  let ended: number | undefined
  let widest = 0

  const lineOf = ({ stage, table, done, total }: CopyProgress): string => {
    const rate = done / Math.max((clock() - began) / 1_000, 0.001)
    const share = total === 0 ? 100 : Math.floor((done / total) * 100)
    return `${stages[stage]} ${table}: ${share} %, ${number(rate)} rows/s, ${timeLeft((total - done) / rate)} left`
  }

  return {
    show(progress: CopyProgress): void {
      if (clock() - last < (isTerminal ? everyMs.terminal : everyMs.log)) return
      last = clock()
      const line = lineOf(progress)
      widest = Math.max(widest, line.length)
      tell(isTerminal ? `\r${line.padEnd(widest)}` : `${line}\n`)
    },
    /** Also when the copy fails: the sentence about it begins on a line of its own. */
    end(): void {
      ended = clock()
      if (widest > 0 && isTerminal) tell(`\r${' '.repeat(widest)}\r`)
    },
    seconds: (): number => ((ended ?? clock()) - began) / 1_000,
  }
}

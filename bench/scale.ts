import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { coreBinary } from '#test/core-binary.ts'
import { createTestDatabase } from '#test/postgres.ts'
import { residentMb } from '#test/resident.ts'
import { measureBulk } from './scale/bulk.ts'
import { coreRuns, inStep } from './scale/core.ts'
import { openDesk } from './scale/desk.ts'
import { measureEdits, measurePages, type Pair, type Side } from './scale/edits.ts'
import { measureDisturbed, measureLists, memoryAfterLists } from './scale/lists.ts'
import { openInbounds, settle } from './scale/people.ts'
import { incumbent, mb, ms, print, type Row } from './scale/report.ts'
import { measureScans, measureSearchAfterEdit } from './scale/scans.ts'
import { startHelper } from './scale/worker.ts'

// The built program with 1,000 and with 100,000 clients, running side by side and measured in turn: only ratios of one
// run are comparable. Uses a core if one is found (`--without-core` skips it). `--postgres` runs the parts that need no
// SQLite file, with 20,000 clients.

const onPostgres = process.argv.includes('--postgres')
const core = process.argv.includes('--without-core') ? undefined : coreBinary
const count = Number(process.env.SLUICE_BENCH_CLIENTS ?? (onPostgres ? 20_000 : 100_000))
const samples = Number(process.env.SLUICE_BENCH_SAMPLES ?? 150)
const rounds = Number(process.env.SLUICE_BENCH_ROUNDS ?? 7)

const folder = mkdtempSync(join(tmpdir(), 'sluice-scale-'))
const endings: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]

/** Prepared without a core, which then starts with all clients, as after a reboot. */
async function open(name: string, size: number): Promise<Side & { coreMs: number | undefined }> {
  const env: Record<string, string> = {}
  if (onPostgres) {
    const database = await createTestDatabase()
    endings.unshift(database.drop)
    env.SLUICE_DB_TYPE = 'postgres'
    env.SLUICE_DB_DSN = database.dsn
  }
  const first = await openDesk(join(folder, name), env)
  endings.unshift(first.stop)
  const inbounds = await openInbounds(first)
  await settle(first, inbounds, size)
  if (!core) return { desk: first, inbounds, count: size, coreMs: undefined }
  endings.shift()
  await first.stop()
  const began = performance.now()
  const desk = await openDesk(join(folder, name), { ...env, SLUICE_CORE_BIN: core })
  endings.unshift(desk.stop)
  await coreRuns(desk)
  const coreMs = performance.now() - began
  await inStep(desk)
  return { desk, inbounds, count: size, coreMs }
}

/** Median and p95 of one action, each with its own target. */
function pairRows(
  what: string,
  { small, large }: Pair,
  most: { p50: number; p95?: number },
  theirs?: { ms: number; ahead?: number },
): Row[] {
  const row = (label: string, key: 'p50' | 'p95', limit: number): Row => ({
    what: label,
    base: ms(small[key]),
    ours: ms(large[key]),
    ratio: large[key] / small[key],
    most: limit,
  })
  const lead =
    theirs && !onPostgres
      ? { incumbent: theirs.ms, oursMs: large.p50, ...(theirs.ahead && { ahead: theirs.ahead }) }
      : {}
  const rows: Row[] = [{ ...row(what, 'p50', most.p50), ...lead }]
  if (most.p95 !== undefined) rows.push(row(`${what}, p95`, 'p95', most.p95))
  return rows
}

async function comparedWithSmall(small: Side, large: Side): Promise<Row[]> {
  const rows: Row[] = []
  await measureEdits(small, large, 25) // warm up
  for (const [step, pair] of await measureEdits(small, large, samples)) {
    const theirs = { ms: incumbent[step as 'add'], ...(step !== 'get' && { ahead: 100 }) } // the steps are its keys
    rows.push(...pairRows(step, pair, { p50: 1.5, p95: 2 }, theirs))
  }
  await measurePages(small, large, 25)
  for (const [page, pair] of await measurePages(small, large, samples))
    rows.push(...pairRows(`list/paged, ${page}`, pair, { p50: 2 }, { ms: incumbent.page, ahead: 20 }))
  return rows
}

async function comparedWithSqlite(large: Side): Promise<Row[]> {
  const file = join(folder, 'large', 'sluice.db')
  const scan = startHelper('bare-sqlite.ts', [file])
  endings.unshift(scan.stop)
  await scan.ask('scan')
  const rows: Row[] = []
  for (const [what, { panel, bare }] of await measureScans(large, scan, rounds)) {
    rows.push({
      what: `list/paged, ${what}`,
      base: ms(bare.p50),
      ours: ms(panel.p50),
      ratio: panel.p50 / bare.p50,
      most: 2,
      ...(what.startsWith('search') &&
        what !== 'search, sorted' && { incumbent: incumbent.search, oursMs: panel.p50, ahead: 20 }),
    })
  }
  const { panel, bare } = await measureSearchAfterEdit(large, scan, rounds)
  rows.push({
    what: 'list/paged, search, one hit, after an edit',
    base: ms(bare.p50),
    ours: ms(panel.p50),
    ratio: panel.p50 / bare.p50,
    most: 2,
    incumbent: incumbent.search,
    oursMs: panel.p50,
  })
  const copy = join(folder, 'copy.db')
  await scan.ask({ copy })
  const insert = startHelper('bare-sqlite.ts', [copy])
  endings.unshift(insert.stop)
  const bulk = await measureBulk(large, insert, rounds)
  rows.push({
    what: 'bulkCreate of 2,000',
    base: ms(bulk.bare),
    ours: ms(bulk.panel),
    ratio: bulk.panel / bulk.bare,
    most: 3,
  })
  return rows
}

async function wholeLists(large: Side): Promise<Row[]> {
  const rows: Row[] = []
  for (const [name, { ms: took, bytes }] of await measureLists(large, 3)) {
    const theirs = incumbent[name.split(',')[0] as 'clients/list'] // the lists are its keys
    rows.push({
      what: `${name} (${mb(bytes / 1e6)})`,
      base: '',
      ours: ms(took),
      incumbent: theirs,
      oursMs: took,
      ahead: 5,
    })
  }
  for (const gzip of [false, true]) {
    const how = gzip ? 'a packed full list' : 'a full list'
    const polls = await measureDisturbed(large, 'poll', gzip, 3)
    const stall = Math.max(0, polls.listing.longest - polls.usual.longest)
    rows.push({
      what: `longest stall during ${how}, of 50 ms`,
      base: `without it ${ms(polls.usual.longest)}`,
      ours: `${ms(stall)} more`,
      ratio: stall / 50,
      most: 1,
    })
    const edits = await measureDisturbed(large, 'edit', gzip, 3)
    rows.push({
      what: `an edit during ${how}`,
      base: `without it ${ms(edits.usual.p50)}`,
      ours: ms(edits.listing.p50),
      ratio: edits.listing.p50 / edits.usual.p50,
      most: 3,
    })
  }
  return rows
}

const coreRow = (small: number, large: number): Row => ({
  what: 'start, until the core runs with everybody',
  base: ms(small),
  ours: ms(large),
  incumbent: incumbent.coreUp,
  oursMs: large,
})

const memoryRow = (what: string, held: number): Row => ({
  what,
  base: `incumbent ${mb(incumbent.memoryMb)}`,
  ours: mb(held),
  ratio: held / 250,
  most: 1,
})

async function run() {
  const small = await open('small', 1_000)
  const large = await open('large', count)
  await wait(5_000)
  const rows = await comparedWithSmall(small, large)
  if (small.coreMs && large.coreMs) rows.push(coreRow(small.coreMs, large.coreMs))
  if (!onPostgres) rows.push(...(await comparedWithSqlite(large)))
  await wait(30_000) // at rest: memory of a burst is returned within two checks of ten seconds (ADR 006)
  const rest = residentMb(large.desk.pid)
  rows.push(...(await wholeLists(large)))
  rows.push(memoryRow('memory at rest (of 250 MB)', rest))
  rows.push(memoryRow('memory right after both full lists (of 250 MB)', await memoryAfterLists(large)))
  return print(rows, count)
}

/** Ends everything once, last started first. */
async function endAll() {
  for (const end of endings.splice(0)) await end()
}

const longestMs = 30 * 60_000
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void endAll().finally(() => process.exit(1)))
setTimeout(() => process.kill(process.pid, 'SIGTERM'), longestMs).unref()

try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  await endAll()
}

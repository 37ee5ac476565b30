import { existsSync, rmSync } from 'node:fs'
import type { BackupFacts } from '#contract/backup.ts'
import { Refusal } from '#domain/refusal.ts'
import { originOf, unpackArchive } from '../backup/archive/archive-thread.ts'
import { countedIn, uncounted } from '../backup/facts.ts'
import { databaseIn, emptyFolder, readPlan, restorePaths } from '../backup/restore/paths.ts'
import { createPrepare } from '../backup/restore/prepare.ts'
import { markReady, stageUndo } from '../backup/restore/stage.ts'
import { applyPending } from '../backup/restore/swap.ts'
import { refuseBeside } from '../instance/instance.ts'
import { instanceIdOf } from '../instance/instance-id.ts'
import type { Config } from '../platform/config.ts'
import type { Actor } from '../platform/http/caller.ts'
import { createLog } from '../platform/log.ts'
import { version } from '../platform/version.ts'
import { openDb, type Tx } from '../store/open.ts'
import { fileAmong, passphraseIn } from './backup.ts'
import { type Print, parseFlags } from './flags.ts'
import { refuseUnreadable, withGivenFile } from './given-file.ts'
import { lockUnlessRunning } from './offline.ts'

const actor: Actor = { kind: 'cli', name: 'sluice restore', address: '' }

/** `sluice restore FILE`: for a panel that is stopped, also one whose database is damaged. */
export async function restoreCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const { file, flags } = fileAmong(args)
  const wish = parseFlags(flags, { 'passphrase-file': 'text', yes: 'switch', undo: 'switch' })
  if ((file === undefined) === !wish.undo) throw new Refusal('cli.restore-usage')
  if (file !== undefined) refuseUnreadable(file)
  const passphrase = passphraseIn(wish['passphrase-file'])
  const unlock = lockUnlessRunning(config.dataFolder)
  const paths = restorePaths(config.dataFolder)
  try {
    const place = placeOf(config)
    await applyPending(place) // one that a panel has accepted comes first
    const here = await factsHere(place)
    const isSure = wish.yes === true
    if (file === undefined) await undo(place, here, isSure, print)
    else
      await withGivenFile(file, paths.given, (archive, name) =>
        restore(place, { archive, name, passphrase, here, isSure }, print),
      )
  } finally {
    rmSync(paths.nextPartial, { recursive: true, force: true })
    unlock()
  }
}

function placeOf(config: Config) {
  const log = createLog('warn')
  const id = instanceIdOf(config.dataFolder)
  const admit = (tx: Tx) => refuseBeside(tx, config.database.kind, id)
  return { config, log, now: Date.now, admit, prepare: createPrepare(log, Date.now) }
}
type Place = ReturnType<typeof placeOf>

/** A file is replaced without being opened; a PostgreSQL has to be emptied first. */
const replaceable: ReadonlySet<string> = new Set([
  'start.database-damaged',
  'start.database-newer',
  'start.database-needs-version',
])

/** Undefined if there is no database yet, or one that cannot be read: damaged, or of a newer version than this one. */
async function factsHere(place: Place): Promise<BackupFacts | undefined> {
  const { log, now, admit } = place
  const { database } = place.config
  if (database.kind === 'sqlite' && !existsSync(database.file)) return undefined
  try {
    const db = await openDb(database, log, now, admit)
    try {
      return factsOf(place, await countedIn(db))
    } finally {
      await db.close()
    }
  } catch (error) {
    if (database.kind === 'sqlite' && error instanceof Refusal && replaceable.has(error.code))
      return undefined
    throw error
  }
}

const factsOf = ({ config, now }: Place, counted: typeof uncounted): BackupFacts => {
  const { kind: engine } = config.database
  return { ...counted, panelVersion: version, engine, madeAt: now(), files: [] }
}

interface Wish {
  archive: string
  /** What the caller calls it. */
  name: string
  passphrase: string
  here: BackupFacts | undefined
  isSure: boolean
}

async function restore(place: Place, wish: Wish, print: Print): Promise<void> {
  const { archive, name, passphrase, here, isSure } = wish
  const { dataFolder } = place.config
  const { nextPartial } = restorePaths(dataFolder)
  emptyFolder(nextPartial)
  const unpacked = await unpackArchive({ archive, passphrase, folder: nextPartial })
  const { counted, migrated } = await place.prepare(databaseIn(nextPartial))
  const { files } = unpacked
  const origin = originOf(unpacked)
  for (const line of comparison({ ...counted, ...origin, files }, here)) print(line)
  if (migrated.length > 0) print('It is from an older version and is brought up to date.')
  if (!isSure)
    return print('Nothing was changed. To replace what is here, add --yes. It can be undone: --undo.')
  await markReady(dataFolder, place.prepare, {
    actor,
    session: undefined,
    at: place.now(),
    from: name,
    undo: false,
    replaced: here ?? factsOf(place, uncounted),
    files,
    origin,
  })
  await carryOut(place)
  print('The backup is restored. Start the panel. To undo it: sluice restore --undo.')
}

async function undo(
  place: Place,
  here: BackupFacts | undefined,
  isSure: boolean,
  print: Print,
): Promise<void> {
  const { dataFolder } = place.config
  const last = readPlan(restorePaths(dataFolder).previous)
  if (!last) throw new Refusal('backup.nothing-to-undo')
  for (const line of comparison(last.replaced, here)) print(line)
  if (!isSure) return print('Nothing was changed. To bring the state before the restore back, add --yes.')
  await stageUndo(dataFolder, place.prepare, {
    actor,
    session: undefined,
    at: place.now(),
    replaced: here ?? factsOf(place, uncounted),
  })
  await carryOut(place)
  print('The state before the restore is back. Start the panel.')
}

async function carryOut(place: Place): Promise<void> {
  if (!(await applyPending(place))) throw new Refusal('backup.not-carried-out')
}

const whenOf = (at: number) =>
  at === 0 ? 'unknown' : new Date(at).toISOString().slice(0, 16).replace('T', ' ')

function comparison(backup: BackupFacts, here: BackupFacts | undefined): string[] {
  const rows: [string, (facts: BackupFacts) => string][] = [
    ['made (UTC)', (facts) => whenOf(facts.madeAt)],
    ['newest change', (facts) => whenOf(facts.newestChange)],
    ['inbounds', (facts) => String(facts.inbounds)],
    ['clients', (facts) => String(facts.clients)],
    ['users', (facts) => String(facts.users)],
    ['version', (facts) => facts.panelVersion || 'unknown'],
    ['engine', (facts) => facts.engine],
  ]
  const line = (name: string, left: string, right: string) => `${name.padEnd(16)}${left.padEnd(20)}${right}`
  return [
    line('', 'backup', here ? 'here' : 'here: nothing that can be read'),
    ...rows.map(([name, text]) => line(name, text(backup), here ? text(here) : '')),
  ]
}

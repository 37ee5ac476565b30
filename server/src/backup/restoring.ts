import { randomBytes } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { BackupComparison, BackupFacts } from '#contract/backup.ts'
import type { Coded } from '#contract/coded.ts'
import { certificatePairs, type Settings } from '#contract/settings.ts'
import { coded, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Instance } from '../instance/instance.ts'
import type { Config } from '../platform/config.ts'
import { urlOf } from '../platform/http/address.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import { planListeners } from '../settings/listen-plans.ts'
import { originOf, unpackArchive } from './archive/archive-thread.ts'
import type { Exclusive } from './exclusive.ts'
import { countedIn } from './facts.ts'
import { ownFiles } from './making.ts'
import { databaseIn, emptyFolder, type RestorePlan, restorePaths } from './restore/paths.ts'
import type { Prepare, Prepared } from './restore/prepare.ts'
import { markReady, stageUndo } from './restore/stage.ts'
import type { Store } from './store.ts'

export interface RestoreDeps extends Pick<Base, 'db' | 'log' | 'now' | 'settings'> {
  dataFolder: string
  version: string
  prepare: Prepare
  config: Config
  instance: Pick<Instance, 'others'>
  /** Restarts the panel wholly; absent where somebody else does. */
  restart?: (() => void) | undefined
}

/** The caller gets the answer first. */
const restartDelayMs = 500

/** Who asks; a browser with its session. */
export interface By {
  actor: Actor
  sessionId?: string | undefined
}

type Outcome = Pick<RestorePlan, 'restored' | 'replaced'>

export function createRestoring(deps: RestoreDeps, store: Store, exclusive: Exclusive) {
  const { db, dataFolder, version, settings, prepare, now } = deps
  const paths = restorePaths(dataFolder)

  function addressOf(given: Settings): string {
    const { panel, basePath } = planListeners(deps.config, given)
    return urlOf(panel, basePath)
  }

  async function here(): Promise<BackupFacts> {
    const about = { panelVersion: version, engine: db.engine, madeAt: now() }
    return { ...(await countedIn(db)), ...about, files: await ownFiles(deps) }
  }

  const sessionOf = ({ sessionId = '' }: By) =>
    db.read.selectFrom('sessions').selectAll().where('id', '=', sessionId).executeTakeFirst()

  async function changesSince(at: number): Promise<number> {
    const row = await db.read
      .selectFrom('audit')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('at', '>', at)
      .executeTakeFirst()
    return Number(row?.n ?? 0)
  }

  async function notesOn(backup: BackupFacts, found: Prepared): Promise<Coded[]> {
    const changes = await changesSince(backup.newestChange)
    const [from, to] = [addressOf(settings.current()), addressOf(found.settings)]
    const missing = certificatePairs
      .flat()
      .map((key) => found.settings[key])
      .filter((file) => file !== '' && !existsSync(file))
      .filter((file) => !backup.files.includes(relative(dataFolder, resolve(dataFolder, file))))
    return [
      ...(changes > 0 ? [coded('backup.note-changes', { count: changes })] : []),
      ...(found.migrated.length > 0 ? [coded('backup.note-older', { version: backup.panelVersion })] : []),
      ...(found.settings.panelGuid === settings.current().panelGuid
        ? []
        : [coded('backup.note-other-panel')]),
      ...(from === to ? [] : [coded('backup.note-address', { address: to })]),
      ...missing.map((file) => coded('backup.note-certificate', { file })),
    ]
  }

  async function compared(archive: string, passphrase: string): Promise<BackupComparison> {
    const folder = join(paths.root, `compared-${randomBytes(6).toString('hex')}`)
    emptyFolder(folder)
    try {
      const unpacked = await unpackArchive({ archive, passphrase, folder })
      const found = await prepare(databaseIn(folder))
      const backup: BackupFacts = { ...found.counted, ...originOf(unpacked), files: unpacked.files }
      const notes = await notesOn(backup, found)
      return {
        backup,
        here: await here(),
        sha256: unpacked.sha256,
        willMigrate: found.migrated.length > 0,
        notes: notes.map(inEnglish),
        notesCoded: notes,
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  }

  function refuseNow(): void {
    if (existsSync(paths.next)) throw new Refusal('backup.busy') // it waits for the restart
    const [other] = deps.instance.others()
    if (other) throw new Refusal('backup.not-alone', { name: other.name })
  }

  function restartSoon(): void {
    if (deps.restart) setTimeout(deps.restart, restartDelayMs)
  }

  async function staged(
    archive: string,
    { passphrase, confirm, from, by }: { passphrase: string; confirm?: string; from: string; by: By },
  ): Promise<Outcome> {
    refuseNow()
    emptyFolder(paths.nextPartial)
    try {
      const unpacked = await unpackArchive({ archive, passphrase, folder: paths.nextPartial })
      if (confirm !== undefined && confirm !== unpacked.sha256)
        throw new Refusal('backup.not-compared', {}, 'confirm')
      const { restored, replaced } = await markReady(dataFolder, prepare, {
        actor: by.actor,
        session: await sessionOf(by),
        at: now(),
        from,
        undo: false,
        replaced: await here(),
        files: unpacked.files,
        origin: originOf(unpacked),
      })
      restartSoon()
      return { restored, replaced }
    } finally {
      rmSync(paths.nextPartial, { recursive: true, force: true })
    }
  }

  /** The panel's own passphrase is tried where none was typed. */
  async function withPassphrase<T>(given: string, use: (passphrase: string) => Promise<T>): Promise<T> {
    try {
      return await use(given || settings.current().backupPassphrase)
    } catch (error) {
      const isWrong = error instanceof Refusal && error.code === 'backup.passphrase-wrong'
      throw isWrong && given === '' ? new Refusal('backup.passphrase-missing', {}, 'passphrase') : error
    }
  }

  return {
    compare: (id: string, given = ''): Promise<BackupComparison> =>
      exclusive.run(() =>
        store.withFile(id, (path) => withPassphrase(given, (passphrase) => compared(path, passphrase))),
      ),
    restore: (
      id: string,
      { passphrase: given = '', confirm }: { passphrase?: string | undefined; confirm: string },
      by: By,
    ): Promise<Outcome> =>
      exclusive.run(() =>
        store.withFile(id, (path, from) =>
          withPassphrase(given, (passphrase) => staged(path, { passphrase, confirm, from, by })),
        ),
      ),
    /** The same without a comparison. */
    restoreFile: (path: string, from: string, passphrase: string, by: By): Promise<Outcome> =>
      exclusive.run(() => staged(path, { passphrase, from, by })),
    undo: (by: By): Promise<Outcome> =>
      exclusive.run(async () => {
        refuseNow()
        const plan = await stageUndo(dataFolder, prepare, {
          actor: by.actor,
          session: await sessionOf(by),
          at: now(),
          replaced: await here(),
        })
        restartSoon()
        return { restored: plan.restored, replaced: plan.replaced }
      }),
  }
}
export type Restoring = ReturnType<typeof createRestoring>

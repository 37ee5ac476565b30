import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Act } from '#contract/acts.ts'
import type { Backup, BackupKind, BackupRun } from '#contract/backup.ts'
import type { BackupTarget } from '#contract/backup-api.ts'
import { codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import type { Actor } from '../platform/http/caller.ts'
import type { Base } from '../settings/base-services.ts'
import { noted } from '../store/changes/commit.ts'
import type { Exclusive } from './exclusive.ts'
import { createMaking, createPacking } from './making.ts'
import { nameOf } from './names.ts'
import { createS3 } from './places/s3.ts'
import { createRunState } from './run-state.ts'
import { createScheduled } from './scheduled.ts'
import { type Store, s3TargetOf, withUnsaved } from './store.ts'

export interface BackupDeps
  extends Pick<Base, 'commit' | 'db' | 'egress' | 'log' | 'notify' | 'now' | 'settings'> {
  dataFolder: string
  version: string
}

const byItself: Actor = { kind: 'job', name: 'backup', address: '' }

/** Makes backups, by hand and by schedule, and deletes those that have outlived their use. */
export function createBackups(deps: BackupDeps, store: Store, exclusive: Exclusive) {
  const { commit, settings, log, now } = deps
  const make = createMaking({ ...deps, folder: store.folder })
  const pack = createPacking({ ...deps, folder: store.folder })
  const state = createRunState(deps.dataFolder, now)

  const note = (actor: Actor, action: Act, object: string) =>
    noted(commit, actor, { action, objectKind: 'panel', object })

  /** A scheduled backup that S3 did not take is sent again, instead of making one after the other. */
  const left = (): Backup | undefined =>
    store.folder.list().find((one) => one.name === state.get().toUpload && scheduled.isCurrent(one.madeAt))

  async function stored(kind: BackupKind, passphrase: string): Promise<Backup> {
    const s3 = store.s3()
    const backup = (s3 && kind === 'scheduled' ? left() : undefined) ?? (await make(kind, passphrase))
    if (!s3) return backup
    if (kind === 'scheduled') state.set({ toUpload: backup.name })
    await s3.put(backup.name, store.folder.find(backup.name), backup.bytes)
    state.set({ toUpload: '' })
    return backup
  }

  function record(
    kind: BackupKind,
    startedAt: number,
    found: Pick<BackupRun, 'name' | 'bytes'>,
    error?: unknown,
  ) {
    const coded = error === undefined ? undefined : codedOf(error)
    const run: BackupRun = {
      at: startedAt,
      tookMs: Math.max(0, now() - startedAt),
      kind,
      ...found,
      error: coded ? inEnglish(coded) : '',
      ...(coded && { errorCoded: coded }),
    }
    state.set({ lastRun: run, ...(!coded && { lastGoodAt: startedAt }) })
  }

  /** Every attempt is recorded, whoever asked for it. */
  async function attempt(kind: BackupKind, passphrase: string, actor: Actor): Promise<Backup> {
    const startedAt = now()
    try {
      const backup = await exclusive.run(() => stored(kind, passphrase))
      record(kind, startedAt, backup)
      const { name, bytes } = backup
      await noted(
        commit,
        actor,
        { action: 'backup.add', objectKind: 'panel', object: name },
        { kind: 'backup.done', params: { name, sizeBytes: bytes } },
      )
      return backup
    } catch (error) {
      const isOurs = !(error instanceof Refusal && error.code === 'backup.busy')
      if (isOurs) record(kind, startedAt, { name: '', bytes: 0 }, error)
      throw error
    }
  }

  async function prune(): Promise<void> {
    const { backupKeep: keep, backupKeepDays: keepDays } = settings.current()
    const rule = { keep, keepDays, now: now() }
    const far = await store.inS3().catch(() => [])
    for (const { id, name } of [...outlived(store.folder.list(), rule), ...outlived(far, rule)]) {
      try {
        await store.del(id)
        await note(byItself, 'backup.delete', name)
      } catch (error) {
        log.warn({ err: error, name }, 'failed to delete an old backup')
      }
    }
  }

  const scheduled = createScheduled({
    ...deps,
    state,
    async run() {
      try {
        await attempt('scheduled', settings.current().backupPassphrase, byItself)
      } finally {
        await prune()
      }
    },
  })

  return {
    jobs: [scheduled.job],
    scheduled,
    runs: state.get,
    create: (passphrase: string | undefined, actor: Actor): Promise<Backup> =>
      attempt('manual', passphrase || settings.current().backupPassphrase, actor),
    /** An archive in memory, encrypted with the stored passphrase; it is not kept here. */
    sealed: (passphrase: string): Promise<{ name: string; bytes: Uint8Array }> =>
      exclusive.run(() =>
        pack('manual', passphrase, async (draft, madeAt) => ({
          name: nameOf('manual', madeAt, 'zip.age'),
          bytes: await readFile(draft),
        })),
      ),
    /** The way back by hand, if another version of the panel turns out to be wrong much later. */
    async beforeUpdate(actor: Actor): Promise<Backup> {
      const backup = await attempt('before-update', settings.current().backupPassphrase, actor)
      await prune()
      return backup
    },
    async download(id: string, actor: Actor): Promise<{ name: string; body: Readable }> {
      const found = await store.read(id)
      // It contains every secret, so it is audited.
      await note(actor, 'panel.backup', found.name)
      return found
    },
    async del(id: string, actor: Actor): Promise<null> {
      await note(actor, 'backup.delete', await store.del(id))
      return null
    },
    async testTarget(given: BackupTarget): Promise<null> {
      const target = s3TargetOf(withUnsaved(settings.current(), given))
      if (!target)
        throw new Refusal('backup.s3-incomplete', { missing: 'backupS3Endpoint' }, 'backupS3Endpoint')
      await createS3(deps.egress, target).test(`sluice-test-${randomBytes(6).toString('hex')}`)
      return null
    },
  }
}
export type Backups = ReturnType<typeof createBackups>

const dayMs = 86_400_000
/** Those from before an update are made by the panel itself too. */
const keptBeforeUpdates = 3

const newestFirst = (a: Backup, b: Backup): number => b.madeAt - a.madeAt || (a.name < b.name ? 1 : -1)
const ofKind = (backups: readonly Backup[], wanted: Backup['kind']): Backup[] =>
  backups.filter(({ kind }) => kind === wanted).toSorted(newestFirst)

/**
 * Scheduled backups that may go: beyond the number to keep, or too old. The newest one always stays, and one that
 * somebody made or uploaded is that person's to delete.
 */
export function outlived(
  backups: readonly Backup[],
  { keep, keepDays, now }: { keep: number; keepDays: number; now: number },
): Backup[] {
  const scheduled = ofKind(backups, 'scheduled').filter(
    ({ madeAt }, i) =>
      i > 0 && ((keep > 0 && i >= keep) || (keepDays > 0 && madeAt < now - keepDays * dayMs)),
  )
  return [...scheduled, ...ofKind(backups, 'before-update').slice(keptBeforeUpdates)]
}

import { randomBytes } from 'node:crypto'
import { createReadStream, readdirSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Backup, BackupPlace } from '#contract/backup.ts'
import type { BackupTarget } from '#contract/backup-api.ts'
import type { Coded } from '#contract/coded.ts'
import type { Settings } from '#contract/settings.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { complaintAbout } from '#domain/settings/validate.ts'
import type { Base } from '../settings/base-services.ts'
import { nameOf, parseId, readName, viewOf } from './names.ts'
import { createFolder } from './places/folder.ts'
import { createS3, type S3, type S3Target } from './places/s3.ts'
import { databaseIn, hasPrevious, readPlan, restorePaths } from './restore/paths.ts'

/** An upload that nobody restored. */
const uploadKeptMs = 86_400_000

type Deps = Pick<Base, 'egress' | 'now' | 'settings'> & { dataFolder: string }

/** Where backups are: the folder, the store in S3, and what was uploaded for a restore. */
export function createStore({ dataFolder, settings, egress, now }: Deps) {
  const folder = createFolder('folder', () => settings.current().backupFolder || join(dataFolder, 'backups'))
  const uploads = createFolder('upload', () => join(dataFolder, 'uploads'))

  const s3 = (): S3 | undefined => {
    const target = s3TargetOf(settings.current())
    return target && createS3(egress, target)
  }
  const fetchedPath = () => join(uploads.ready(), `.fetched-${randomBytes(6).toString('hex')}`)
  function neededS3(): S3 {
    const store = s3()
    if (!store) throw new Refusal('backup.unknown')
    return store
  }

  async function inS3(): Promise<Backup[]> {
    const objects = (await s3()?.list()) ?? []
    return objects.flatMap(({ name, bytes }) => {
      const named = readName(name)
      return named ? [viewOf('s3', name, bytes, named)] : []
    })
  }

  // Left by a panel that was killed during an upload.
  for (const name of namesIn(uploads.path()).filter((left) => left.startsWith('.')))
    rmSync(join(uploads.path(), name), { force: true })

  function sweepUploads(): void {
    for (const { name, madeAt } of uploads.list())
      if (madeAt < now() - uploadKeptMs) rmSync(uploads.find(name), { force: true })
  }

  /** What the last restore replaced. */
  function kept(): Backup[] {
    const paths = restorePaths(dataFolder)
    const plan = readPlan(paths.previous)
    if (!plan || !hasPrevious(paths)) return []
    const name = nameOf('before-restore', plan.at, 'db')
    const named = readName(name)
    return named ? [viewOf('previous', name, statSync(databaseIn(paths.previous)).size, named)] : []
  }

  function find(where: Exclude<BackupPlace, 's3'>, name: string): string {
    if (where === 'folder') return folder.find(name)
    if (where === 'upload') return uploads.find(name)
    if (kept().some((backup) => backup.name === name)) return databaseIn(restorePaths(dataFolder).previous)
    throw new Refusal('backup.unknown')
  }

  return {
    folder,
    uploads,
    s3,
    inS3,
    sweepUploads,
    async list(): Promise<{ backups: Backup[]; trouble: Coded | undefined }> {
      sweepUploads()
      let trouble: Coded | undefined
      const far = await inS3().catch((error: unknown) => {
        trouble = codedOf(error)
        return []
      })
      const backups = [...folder.list(), ...uploads.list(), ...kept(), ...far]
      return { backups: backups.toSorted((a, b) => b.madeAt - a.madeAt), trouble }
    },
    /** Hands over the file of a backup; one in S3 is fetched first and removed afterwards. */
    async withFile<T>(id: string, use: (path: string, name: string) => Promise<T>): Promise<T> {
      const { where, name } = parseId(id)
      if (where !== 's3') return use(find(where, name), name)
      const path = fetchedPath()
      try {
        await neededS3().get(name, path)
        return await use(path, name)
      } finally {
        rmSync(path, { force: true })
      }
    },
    async read(id: string): Promise<{ name: string; body: Readable }> {
      const { where, name } = parseId(id)
      if (where !== 's3') return { name, body: createReadStream(find(where, name)) }
      const path = fetchedPath()
      await neededS3().get(name, path)
      const body = createReadStream(path)
      body.once('open', () => rmSync(path, { force: true }))
      return { name, body }
    },
    async del(id: string): Promise<string> {
      const { where, name } = parseId(id)
      if (where === 's3') await neededS3().del(name)
      else if (where === 'previous') rmSync(dirname(find(where, name)), { recursive: true, force: true })
      else rmSync(find(where, name))
      return name
    },
  }
}
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return [] // nothing was uploaded yet
  }
}

export type Store = ReturnType<typeof createStore>

const needed = ['backupS3Bucket', 'backupS3AccessKey', 'backupS3SecretKey'] as const

/** Undefined if there is no S3 target; a half configured one is refused. */
export function s3TargetOf(settings: Settings): S3Target | undefined {
  if (settings.backupS3Endpoint === '') return undefined
  const missing = needed.find((key) => settings[key] === '')
  if (missing) throw new Refusal('backup.s3-incomplete', { missing }, missing)
  return {
    endpoint: settings.backupS3Endpoint,
    region: settings.backupS3Region || 'us-east-1',
    bucket: settings.backupS3Bucket,
    prefix: settings.backupS3Prefix,
    accessKey: settings.backupS3AccessKey,
    secretKey: settings.backupS3SecretKey,
    allowPrivate: settings.backupS3AllowPrivate,
  }
}

/** The stored settings with unsaved ones over them. A blank or absent value is the stored one. */
export function withUnsaved(settings: Settings, given: BackupTarget): Settings {
  const news = Object.entries(given).flatMap(([key, value]) =>
    value === undefined || value === '' ? [] : [[key, value] as const],
  )
  for (const [key, value] of news) {
    const complaint = complaintAbout(key as keyof BackupTarget, value) // the keys of the schema
    if (complaint) throw Refusal.of(complaint, key)
  }
  return { ...settings, ...Object.fromEntries(news) }
}

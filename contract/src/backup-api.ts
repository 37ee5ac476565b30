import { z } from 'zod'
import { Backup, BackupComparison, BackupFacts, BackupState } from './backup.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

export const About = z.object({
  version: z.string(),
  /** "Unknown" before the first start of a core. */
  coreVersion: z.string(),
  nodeVersion: z.string(),
  /** Operating system and CPU architecture: `linux x64`. */
  platform: z.string(),
  licence: z.string(),
  database: z.object({ engine: z.enum(['sqlite', 'postgres']), version: z.string(), bytes: z.int() }),
  /** Milliseconds. */
  startedAt: z.int(),
})
export type About = z.output<typeof About>

/** The largest file that is accepted: a database of a million clients has less than half. */
export const uploadBytes = 1024 * 1024 * 1024

const passphrase = z.string().max(1024).optional()

/** The target of unsaved settings; absent and blank values are the stored ones. */
export const BackupTarget = z.object({
  backupS3Endpoint: z.string().optional(),
  backupS3Region: z.string().optional(),
  backupS3Bucket: z.string().optional(),
  backupS3Prefix: z.string().optional(),
  backupS3AccessKey: z.string().optional(),
  backupS3SecretKey: z.string().optional(),
  backupS3AllowPrivate: z.boolean().optional(),
})
export type BackupTarget = z.output<typeof BackupTarget>

export const backupApi = api(panelRoutes.backup, {
  about: { summary: 'Versions of the panel, the core, the runtime and the database', reply: About },
  getDb: {
    summary: 'Download a snapshot of the database as an SQLite file, whatever the engine',
    download: 'application/octet-stream',
    reply: z.string(),
  },
  getMigration: {
    summary: 'Download the database for moving to another engine: the same SQLite file as getDb',
    download: 'application/octet-stream',
    reply: z.string(),
  },
  importDb: {
    summary: 'Replace the database by an uploaded one (multipart field db); a 3x-ui database is imported',
    upload: 'db',
    bodyLimit: uploadBytes,
    reply: z.string(),
  },
  list: {
    summary: 'Backups, newest first, with the schedule, the last run and the last restore',
    reply: BackupState,
  },
  create: {
    summary: 'Make a backup now; without a passphrase the stored one encrypts it, if there is one',
    body: z.object({ passphrase }),
    reply: Backup,
  },
  download: {
    summary: 'Download a backup',
    download: 'application/octet-stream',
    reply: z.string(),
  },
  del: { summary: 'Delete a backup' },
  upload: {
    summary: 'Upload a backup (multipart field file) to compare and restore it; changes nothing',
    upload: 'file',
    bodyLimit: uploadBytes,
    reply: Backup,
  },
  compare: {
    summary: 'Verify a backup and compare it with what is here; changes nothing',
    body: z.object({ passphrase }),
    reply: BackupComparison,
  },
  restore: {
    summary: 'Replace everything by a backup; the panel restarts, the core goes on',
    body: z.object({
      passphrase,
      /** `sha256` of the comparison. */
      confirm: z.string(),
    }),
    reply: z.object({ restored: BackupFacts, replaced: BackupFacts }),
    says: 'The backup is verified and is being restored; the panel restarts.',
  },
  undo: {
    summary: 'Bring back the state that the last restore replaced; the panel restarts',
    reply: z.object({ restored: BackupFacts, replaced: BackupFacts }),
    says: 'The state before the restore is being brought back; the panel restarts.',
  },
  testTarget: {
    summary: 'Write, read and delete a small object in the S3 target, stored or not',
    body: BackupTarget,
    says: 'The target works: an object was written, read and deleted.',
  },
})

import { z } from 'zod'
import { codedSchema } from './coded.ts'

/**
 * `before-restore` is the state that the last restore replaced, kept for `undo`. `before-update` is made before another
 * version of the panel takes over.
 */
export const backupKinds = ['scheduled', 'manual', 'before-restore', 'before-update', 'uploaded'] as const
export type BackupKind = (typeof backupKinds)[number]
/** `upload` is kept for a day, to be compared and restored. `previous` is kept until the next restore. */
const backupPlaces = ['folder', 's3', 'upload', 'previous'] as const
export type BackupPlace = (typeof backupPlaces)[number]

export const Backup = z.object({
  /** For the other routes; letters, digits, `.`, `_`, `-` and `~`. */
  id: z.string(),
  /** File name; it contains the date. */
  name: z.string(),
  bytes: z.int(),
  /** Milliseconds. */
  madeAt: z.int(),
  kind: z.enum(backupKinds),
  encrypted: z.boolean(),
  where: z.enum(backupPlaces),
})
export type Backup = z.output<typeof Backup>

/** What a database holds, for a comparison. */
export const BackupFacts = z.object({
  inbounds: z.int(),
  clients: z.int(),
  users: z.int(),
  /** Sum of all traffic of clients, in bytes. */
  traffic: z.int(),
  /** The newest entry of the audit log, in milliseconds; 0 = none. */
  newestChange: z.int(),
  panelVersion: z.string(),
  /** Name of the newest schema step. */
  schema: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  /** When the backup was made, or now; milliseconds. 0 for a bare database file, which does not say. */
  madeAt: z.int(),
  /** Certificates and keys beside the database. */
  files: z.array(z.string()),
})
export type BackupFacts = z.output<typeof BackupFacts>

export const BackupComparison = z.object({
  backup: BackupFacts,
  here: BackupFacts,
  /** SHA-256 of the file. `restore` takes it as confirmation, so that what was compared is what is restored. */
  sha256: z.string(),
  /** The database is from an older version and will be migrated. */
  willMigrate: z.boolean(),
  /** Remarks in sentences: the backup is older than the newest change here, and so on. */
  notes: z.array(z.string()),
  notesCoded: z.array(codedSchema),
})
export type BackupComparison = z.output<typeof BackupComparison>

/** One attempt to make a backup. */
export const BackupRun = z.object({
  /** Milliseconds, 0 = never. */
  at: z.int(),
  tookMs: z.int(),
  kind: z.enum(backupKinds),
  /** Blank if it failed. */
  name: z.string(),
  bytes: z.int(),
  /** Blank if it succeeded. */
  error: z.string(),
  errorCoded: codedSchema.optional(),
})
export type BackupRun = z.output<typeof BackupRun>

/** A restore that was carried out, and the state that it replaced. */
export const BackupRestore = z.object({
  /** Milliseconds. */
  at: z.int(),
  actor: z.string(),
  /** File name of the backup; blank for an undo. */
  from: z.string(),
  /** True: this was the undo of an earlier restore. */
  undo: z.boolean(),
  /** Why the panel undid a restore by itself: it could not start with the restored state. Blank otherwise. */
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
  restored: BackupFacts,
  replaced: BackupFacts,
})
export type BackupRestore = z.output<typeof BackupRestore>

export const BackupState = z.object({
  /** Newest first. */
  backups: z.array(Backup),
  /** Blank if the target in S3 could be listed or none is set. */
  listError: z.string(),
  listErrorCoded: codedSchema.optional(),
  /** Where backups are stored on this machine. */
  folder: z.string(),
  lastRun: BackupRun.nullable(),
  /** The newest successful backup, in milliseconds; 0 = none. */
  lastGoodAt: z.int(),
  /** Milliseconds, 0 = no schedule. */
  nextAt: z.int(),
  overdue: z.boolean(),
  /** A backup or a restore is under way. */
  busy: z.boolean(),
  lastRestore: BackupRestore.nullable(),
  /** Why the last restore was not carried out, though it was accepted. Blank otherwise; nothing was changed. */
  restoreError: z.string(),
  restoreErrorCoded: codedSchema.optional(),
  /** The replaced state is still there: `undo` brings it back. */
  canUndo: z.boolean(),
})
export type BackupState = z.output<typeof BackupState>

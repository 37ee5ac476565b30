import { z } from 'zod'
import { backupKinds } from '#contract/backup.ts'

/** Raised when an older panel could not restore what this one writes. */
export const formatVersion = 1

export const manifestName = 'manifest.json'
export const databaseName = 'sluice.db'
export const filePrefix = 'files/'

export const manifestBytes = 1024 * 1024
export const databaseBytes = 8 * 1024 * 1024 * 1024
/** A certificate with its chain has a few kilobytes. */
export const fileBytes = 1024 * 1024
export const mostFiles = 200

/**
 * Paths below the data folder that an archive may hold: certificates and keys, and nothing that the panel or the core
 * would run or read as its own state.
 */
export const isFileName = (path: string): boolean =>
  /^(?:[\w-][\w.-]{0,63}\/){0,3}[\w-][\w.-]{0,63}\.(crt|cer|pem|key)$/i.test(path) &&
  !/^(bin|run|logs|backups|restore|uploads)\//i.test(path) &&
  !path.includes('..')

export const Counts = z.object({
  inbounds: z.int(),
  clients: z.int(),
  users: z.int(),
})
export type Counts = z.output<typeof Counts>

/** What an archive says about itself; every word of it is compared with its content. */
export const Manifest = z.object({
  format: z.int(),
  panelVersion: z.string().max(100),
  /** Name of the newest schema step. */
  schema: z.string().max(200),
  engine: z.enum(['sqlite', 'postgres']),
  /** Milliseconds. */
  madeAt: z.int(),
  kind: z.enum(backupKinds),
  counts: Counts,
  files: z
    .array(z.object({ name: z.string().max(300), bytes: z.int().min(0), sha256: z.string().length(64) }))
    .max(mostFiles + 1),
})
export type Manifest = z.output<typeof Manifest>

import { z } from 'zod'
import { codedSchema } from './coded.ts'

export const updateChannels = ['stable', 'dev'] as const
export type UpdateChannel = (typeof updateChannels)[number]

const version = z.string().regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,63}$/)

const ReleaseArchive = z.object({
  /** Absolute, or relative to the list. */
  url: z.string().min(1).max(2_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  size: z.int().min(1),
})

/** One release, as a signed list describes it. */
export const ReleaseEntry = z.object({
  version,
  channel: z.enum(updateChannels),
  date: z.string().max(40),
  notes: z.array(z.string().max(10_000)).max(1_000).default([]),
  core: z.string().max(40).default(''),
  /** Number of the newest schema step. */
  schema: z.int().min(0),
  archives: z.object({ x64: ReleaseArchive.optional(), arm64: ReleaseArchive.optional() }),
})
export type ReleaseEntry = z.output<typeof ReleaseEntry>

export const ReleaseList = z.object({ releases: z.array(ReleaseEntry).max(1_000) })

const Described = z.object({ version: z.string(), date: z.string(), notes: z.array(z.string()) })

/** What an update would do. */
export const UpdatePlan = z.object({
  from: z.string(),
  to: z.string(),
  date: z.string(),
  /** What changed, for every release in between, newest first. */
  releases: z.array(Described),
  schemaNow: z.int(),
  schemaNext: z.int(),
  /** The tables of the database change. */
  migrates: z.boolean(),
  /** The core that runs; blank if none does. */
  coreNow: z.string(),
  /** The core that comes with the new version. It is used from the next restart of the core on. */
  coreNext: z.string(),
  /** Everybody would reconnect. */
  coreRestarts: z.boolean(),
  downloadBytes: z.int(),
})
export type UpdatePlan = z.output<typeof UpdatePlan>

/** `source` runs from a checkout, `alone` was installed and runs without its parent process, as in a container. */
const updateModes = ['package', 'source', 'alone'] as const

/** The last update, or the one in progress. */
export const UpdateRunView = z.object({
  runId: z.string(),
  from: z.string(),
  to: z.string(),
  step: z.enum(['download', 'unpack', 'backup', 'hand-over', 'trial', 'done', 'failed', 'rolled-back']),
  /** Of the download. */
  percent: z.int(),
  /** Why it failed, or why the version before is back; blank otherwise. */
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
  /** Milliseconds. */
  startedAt: z.int(),
  /** Milliseconds; 0 = not yet. */
  finishedAt: z.int(),
})
export type UpdateRunView = z.output<typeof UpdateRunView>

export const UpdateState = z.object({
  mode: z.enum(updateModes),
  currentVersion: z.string(),
  channel: z.enum(updateChannels),
  /** Where releases are looked up; blank = nowhere, and nothing is called. */
  url: z.string(),
  /** Milliseconds, 0 = never. */
  checkedAt: z.int(),
  /** The newest version that can be installed; blank if there is none. */
  latestVersion: z.string(),
  /** Why the last check failed; blank if it did not. */
  error: z.string(),
  errorCoded: codedSchema.optional(),
  run: UpdateRunView.nullable(),
})
export type UpdateState = z.output<typeof UpdateState>

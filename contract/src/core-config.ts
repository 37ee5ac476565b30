import { z } from 'zod'
import type { Coded } from './coded.ts'

/** A change that needs a core restart. */
export interface RestartReason {
  section: string
  because: Coded
}

/** One difference between two configurations. Absent `before`: added; absent `after`: removed. Secrets are masked. */
export const ConfigChange = z.object({
  /** `inbounds[inbound-443].settings.clients[ann].flow` */
  path: z.string(),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
})
export type ConfigChange = z.infer<typeof ConfigChange>

export const ConfigDiff = z.object({
  changes: z.array(ConfigChange),
  /** Number of differences beyond those listed. */
  more: z.int(),
})
export type ConfigDiff = z.infer<typeof ConfigDiff>

import { z } from 'zod'

/** A change that needs a core restart, described in a sentence for the operator. */
export const RestartReason = z.object({ section: z.string(), because: z.string() })
export type RestartReason = z.infer<typeof RestartReason>

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

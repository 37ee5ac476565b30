import { z } from 'zod'

/** A file with a core that somebody uploaded, or that was fetched from a mirror. It waits to be confirmed. */
export const CoreFile = z.object({
  name: z.string(),
  bytes: z.int(),
  /** To compare with its source; installing it needs this hash. */
  sha256: z.string(),
  /** When it came, in milliseconds. */
  at: z.int(),
})
export type CoreFile = z.output<typeof CoreFile>

/** Bytes of such a file at most. */
export const coreFileBytes = 200 * 1024 * 1024

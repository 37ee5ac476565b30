import { z } from 'zod'

/**
 * `?version=` of a save: the version that was read before. If somebody else has saved since, the save is refused with
 * the code `version.changed`. Without it the save is not checked.
 */
export const seenVersion = z.object({ version: z.string().max(40).optional() })

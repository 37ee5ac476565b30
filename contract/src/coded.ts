import { z } from 'zod'

/**
 * A sentence as data: a stable code and what is filled into its text. A parameter may be such a sentence itself.
 * English texts: `domain/src/refusals`. A key `xCoded` stands beside the English text `x` in replies and events.
 */
export interface Coded {
  readonly code: string
  readonly params: Readonly<Record<string, string | number | Coded>>
}

/** The parameters of a sentence within a sentence are not described further. */
export const codedSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.custom<Coded>()])),
})

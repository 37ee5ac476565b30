import { z } from 'zod'

/**
 * A sentence as data: a stable code and what is filled into its text. A parameter may be such a sentence itself.
 * English texts: `locales/en/refusals.json`. A key `xCoded` stands beside the English text `x` in replies and events.
 */
export interface Coded {
  readonly code: string
  readonly params: Readonly<Record<string, string | number | Coded>>
}

// The cast ends the recursion: a nested sentence has the same shape, which a flat schema does not repeat.
const nested = z.looseObject({ code: z.string() }) as unknown as z.ZodType<Coded, Coded>

export const codedSchema = z.object({
  code: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), nested])),
})

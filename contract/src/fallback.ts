import { z } from 'zod'
import { absentIfNull } from './tolerant.ts'

/** A row as it arrives. Blank SNI, ALPN, path and xver 0 are derived from the child (spec, Inbound fallback 3). */
export const FallbackInput = absentIfNull(
  z.object({
    childId: z.int().default(0),
    name: z.string().default(''),
    alpn: z.string().default(''),
    path: z.string().default(''),
    xver: z.int().default(0),
    /** Free destination: overrides the child's address, and stands alone where `childId` is 0. */
    dest: z.string().default(''),
    /** Distinct orders decide; where one is missing or two are equal, the list's own order does. */
    sortOrder: z.int().optional(),
  }),
)
export type FallbackInput = z.output<typeof FallbackInput>

/** `{fallbacks: [...]}` as the incumbent has it; the bare list is taken too. */
export const FallbacksBody = z.preprocess(
  (v) => (Array.isArray(v) ? { fallbacks: v } : v),
  absentIfNull(z.object({ fallbacks: z.array(FallbackInput).max(1000).default([]) })),
)

export const FallbackRow = z.object({
  id: z.int(),
  masterId: z.int(),
  childId: z.int(),
  name: z.string(),
  alpn: z.string(),
  path: z.string(),
  xver: z.int(),
  dest: z.string(),
  sortOrder: z.int(),
})
export type FallbackRow = z.infer<typeof FallbackRow>

export const FallbackParent = z.object({ masterId: z.int(), path: z.string().optional() })
export type FallbackParent = z.infer<typeof FallbackParent>

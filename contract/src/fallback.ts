import { z } from 'zod'
import { absentIfNull } from './tolerant.ts'

/** A row as received. Blank SNI, ALPN, path and xver 0 are derived from the child. */
export const FallbackInput = absentIfNull(
  z.object({
    childId: z.int().default(0),
    name: z.string().default(''),
    alpn: z.string().default(''),
    path: z.string().default(''),
    xver: z.int().default(0),
    /** Custom destination: overrides the child's address, and is required if `childId` is 0. */
    dest: z.string().default(''),
    /** Used only if every row has a distinct order; otherwise the order of the list is used. */
    sortOrder: z.int().optional(),
  }),
)
export type FallbackInput = z.output<typeof FallbackInput>

/** `{fallbacks: [...]}` as in 3x-ui; a bare list is accepted too. */
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

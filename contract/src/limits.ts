import { z } from 'zod'
import { whole } from './tolerant.ts'

/** At its quota or its end a client is cut off, or goes on slowly until it is renewed. */
export const endings = ['cut', 'slow'] as const
export const Ending = z.enum(endings)
export type Ending = z.infer<typeof Ending>

/**
 * Limits of a client, a group or a plan. 0 and `cut` mean "not set": then the group's value holds, the plan's, the
 * inbound's. Speeds are bits per second, `fairUse` is bytes per day.
 */
export const limitFields = {
  speedDown: z.int(),
  speedUp: z.int(),
  whenEnded: Ending,
  slowSpeed: z.int(),
  /** After so many bytes in a day the speed is `fairUseSpeed` until midnight. */
  fairUse: z.int(),
  fairUseSpeed: z.int(),
}
export const Limits = z.object(limitFields)
export type Limits = z.infer<typeof Limits>

/** As received: absent fields are left alone, the domain checks the numbers. */
export const limitInput = {
  speedDown: whole.optional(),
  speedUp: whole.optional(),
  whenEnded: Ending.optional(),
  slowSpeed: whole.optional(),
  fairUse: whole.optional(),
  fairUseSpeed: whole.optional(),
}

/** Why a client is slow now: past its quota or end, or past its allowance of the day. */
export const Slowed = z.enum(['', 'ended', 'day'])
export type Slowed = z.infer<typeof Slowed>

/** What a group gives to its members. */
export const GroupInput = z.object({
  name: z.string().min(1).max(254),
  ...limitInput,
  limitHwid: whole.optional(),
})
export type GroupInput = z.output<typeof GroupInput>

export const Group = z.object({
  name: z.string(),
  clientCount: z.int(),
  ...limitFields,
  limitHwid: z.int(),
})
export type Group = z.infer<typeof Group>

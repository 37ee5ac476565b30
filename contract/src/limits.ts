import { z } from 'zod'
import { whole } from './tolerant.ts'

/** At its quota or expiry a client is cut off, or slowed down until it is renewed. */
export const endings = ['cut', 'slow'] as const
export const Ending = z.enum(endings)
export type Ending = z.infer<typeof Ending>

/** What an IP limit counts: addresses (an IPv6 /64 is one), or networks (/24 and /56). */
export const ipCounts = ['address', 'network'] as const
export const IpCount = z.enum(ipCounts)
export type IpCount = z.infer<typeof IpCount>

/**
 * Limits of a client, a group or a plan. 0, `cut` and `address` mean "not set": then the value of the group, the plan
 * or the inbound applies, in this order. Speeds are bits per second, `fairUse` is bytes per day.
 */
export const limitFields = {
  speedDown: z.int(),
  speedUp: z.int(),
  whenEnded: Ending,
  slowSpeed: z.int(),
  /** After so many bytes in a day the speed is `fairUseSpeed` until midnight. */
  fairUse: z.int(),
  fairUseSpeed: z.int(),
  ipCount: IpCount,
  /** Seconds. An address that goes quiet this soon after a new one appeared gives its place to the new one. */
  ipGrace: z.int(),
  /** With too many addresses the new ones are refused, or all of the client's connections are slow. */
  whenOverIp: Ending,
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
  ipCount: IpCount.optional(),
  ipGrace: whole.optional(),
  whenOverIp: Ending.optional(),
}

/** Why a client is slow now: past its quota or end, or past its allowance of the day. */
export const Slowed = z.enum(['', 'ended', 'day'])
export type Slowed = z.infer<typeof Slowed>

/** What a group gives to its members. */
export const GroupInput = z.object({
  name: z.string().min(1).max(254),
  ...limitInput,
  limitHwid: whole.optional(),
  limitIp: whole.optional(),
  /** Bytes of all members together; 0: no shared quota. */
  totalGB: whole.optional(),
  /** When all members end, in milliseconds; 0: never. */
  expiryTime: whole.optional(),
})
export type GroupInput = z.output<typeof GroupInput>

export const Group = z.object({
  name: z.string(),
  clientCount: z.int(),
  ...limitFields,
  limitHwid: z.int(),
  limitIp: z.int(),
  totalGB: z.int(),
  expiryTime: z.int(),
  /** What the members' counters sum up to; 0 without a shared quota. */
  used: z.int(),
  /** The shared quota is used up or the end is reached: all members have ended. */
  ended: z.boolean(),
})
export type Group = z.infer<typeof Group>

import { z } from 'zod'
import { absentIfNull } from './tolerant.ts'

/** The shared counter of a client. Every key is always present: generated clients require them all. */
export const ClientTraffic = z.object({
  id: z.int(),
  inboundId: z.int(),
  enable: z.boolean(),
  email: z.string(),
  uuid: z.string(),
  subId: z.string(),
  up: z.int(),
  down: z.int(),
  expiryTime: z.int(),
  total: z.int(),
  reset: z.int(),
  lastOnline: z.int(),
  resetDay: z.int(),
  resetMax: z.int(),
  resetCount: z.int(),
  lastSubFetch: z.int(),
})
export type ClientTraffic = z.infer<typeof ClientTraffic>

const carried = z.int().min(0).default(0)

/** A client's counters in an exported inbound. */
export const CarriedTraffic = absentIfNull(
  z.object({
    email: z.string(),
    up: carried,
    down: carried,
    lastOnline: carried,
    resetCount: carried,
  }),
)
export type CarriedTraffic = z.output<typeof CarriedTraffic>

/** Absolute values that overwrite the counters. */
export const TrafficInput = z.object({
  upload: z.int().min(0).default(0),
  download: z.int().min(0).default(0),
})
export type TrafficInput = z.infer<typeof TrafficInput>

/** Traffic that a central panel reports to its nodes for shared clients. */
export const PushedTraffics = z.object({
  masterGuid: z.string().default(''),
  traffics: z.array(z.object({ email: z.string(), up: z.int().min(0), down: z.int().min(0) })).default([]),
})

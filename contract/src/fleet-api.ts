import { z } from 'zod'
import { ClientFields } from './client.ts'
import { fieldsWith } from './clients/fields.ts'
import { withDefaults } from './clients/schemas.ts'
import { codedSchema } from './coded.ts'
import { Block, inboundAnswers } from './inbound.ts'
import { ReportedRow } from './probes-api.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { formWhole } from './tolerant.ts'
import { api } from './wire.ts'

/**
 * The version of these calls, announced in the status of a panel. From 2 on it takes the keys of devices (ADR 101), from 3
 * on the hidden clients that check its inbounds, and it checks entries of its centre (ADR 119). From 4 on its centre may ask
 * it for another version of the core (ADR 081).
 */
export const fleetVersion = 4
export const takesDeviceKeys = (fleet: number): boolean => fleet >= 2
export const takesChecks = (fleet: number): boolean => fleet >= 3
export const takesCores = (fleet: number): boolean => fleet >= 4

export const mostKeys = 1_000
/** How long a report may wait for a change, in seconds. */
export const longestWait = 25
/** Rows of clients in one report; the rest follows at once. */
export const mostReported = 5_000
const mostTags = 2_000

const tag = z.string().min(1).max(512)
const tags = z.array(tag).max(mostTags)
const count = z.int().nonnegative()

/** An inbound as a node should have it, without its clients. */
const HeldInbound = z.object({
  tag,
  ...inboundAnswers(['remark', 'enable', 'listen', 'port', 'protocol']),
  settings: Block,
  streamSettings: Block,
  sniffing: Block,
  disableFlow: z.boolean().default(false),
  /** Bits per second. Absent from panels of an older version, which have no such limits and do not change them. */
  speedDown: count.optional(),
  speedUp: count.optional(),
})

const InboundKey = z.object({
  kind: z.literal('inbound'),
  /** What the centre knows of it on this node; null if it never put it here. */
  placed: z
    .object({
      tag,
      accepted: z.string().max(200),
      sent: z.string().max(400),
      goneAt: count,
      remoteId: count,
    })
    .nullable(),
  be: HeldInbound.nullable(),
})

/** A centre of an older version does not send them. */
const laterFields = {
  ...withDefaults(fieldsWith({ later: true }), ClientFields.shape),
  /** Devices with keys of their own, one in a line: its number at the centre, a space, its secret. */
  deviceSecrets: z
    .string()
    .max(20_000)
    .regex(/^(?:[1-9]\d{0,14} [A-Za-z0-9+/=]{1,200}(?:\n(?!$)|$))*$/)
    .default(''),
}

const ClientKey = z.object({
  kind: z.literal('client'),
  /** Every name and subscription id that the centre may have given it here. */
  names: z.array(z.object({ email: z.string().max(512), subId: z.string().max(512) })).max(100),
  be: z
    .object({
      client: ClientFields.extend({ shadowsocksKey: z.string(), ...laterFields }),
      on: z.array(z.object({ tag, flowOverride: z.string() })).max(mostTags),
    })
    .nullable(),
})

/** A client on an inbound of the centre that the centre does not know. It is detached from that inbound and kept. */
const StrangerKey = z.object({ kind: z.literal('stranger'), email: z.string().max(512), on: tags })

export const FleetKey = z.discriminatedUnion('kind', [InboundKey, ClientKey, StrangerKey])
export type FleetKey = z.output<typeof FleetKey>

export const FleetApply = z.object({
  /** Tags of the inbounds that the centre put here. */
  ours: tags.default([]),
  keys: z.array(FleetKey).max(mostKeys),
})
export type FleetApply = z.output<typeof FleetApply>

/** The result for one key: applied, or why not. */
export const FleetDone = z.union([
  z.object({
    done: z.literal(true),
    /** Row id of an inbound, and the inbound as this panel stored it, if that differs from what was sent. */
    id: count.optional(),
    accepted: z.string().optional(),
    /** Bytes that were counted for a client before this call. */
    up: count.optional(),
    down: count.optional(),
    /** Set if this panel has no client of that name any more. */
    gone: z.literal(true).optional(),
  }),
  z.object({ done: z.literal(false), why: codedSchema }),
])
export type FleetDone = z.output<typeof FleetDone>

/** By tag: one text for an inbound and all its clients. */
const Hashes = z.record(z.string(), z.string())

/** The position in a panel's change feed when it answered. */
const at = { epoch: z.string(), seq: count }

export const FleetApplied = z.object({
  ...at,
  keys: z.array(FleetDone),
  before: Hashes,
  after: Hashes,
})
export type FleetApplied = z.output<typeof FleetApplied>

export const FleetLook = z.object({
  /** Inbounds by tag, each with the hashes of its 256 buckets. */
  inbounds: tags.default([]),
  /** Clients in some buckets of an inbound. */
  buckets: z
    .array(z.object({ tag, of: z.array(z.int().min(0).max(255)).max(256) }))
    .max(mostTags)
    .default([]),
})
export type FleetLook = z.output<typeof FleetLook>

export const SeenInbound = HeldInbound.extend({
  id: count,
  up: count,
  down: count,
  clients: count,
  hash: z.string(),
  buckets: z.array(z.string()),
})
export const SeenClient = z.object({
  email: z.string(),
  subId: z.string(),
  up: count,
  down: count,
  /** Its entry, by the tag of each inbound that it is on. */
  on: z.record(z.string(), Block),
})
export const FleetSeen = z.object({ ...at, inbounds: z.array(SeenInbound), clients: z.array(SeenClient) })
export type FleetSeen = z.output<typeof FleetSeen>

/** Email, bytes up and down since the counter began, last online in milliseconds, and whether it is online. */
const bytes = z.number()
export const ReportedClient = z.tuple([
  z.string(),
  bytes,
  bytes,
  count,
  z.union([z.literal(0), z.literal(1)]),
])
export type ReportedClient = z.output<typeof ReportedClient>

/** Tag, bytes up and down. */
export const ReportedInbound = z.tuple([z.string(), bytes, bytes])

export const FleetReport = z.object({
  ...at,
  /** True for a full report: clients that are not named are not online. */
  whole: z.literal(true).optional(),
  more: z.literal(true).optional(),
  clients: z.array(ReportedClient).optional(),
  /** Addresses that connected clients use now, where they changed. */
  ips: z.record(z.string(), z.array(z.object({ ip: z.string(), timestamp: count }))).optional(),
  inbounds: z.array(ReportedInbound).optional(),
  /** Tags of the inbounds on which clients are online now, and how many; absent where nothing changed, and from older panels. */
  online: z
    .array(z.tuple([z.string(), count]))
    .max(mostTags)
    .optional(),
  /** Every inbound of the panel, if one or a client of one changed. */
  hashes: Hashes.optional(),
  /** CPU and memory in percent, uptime of the host in seconds, bytes per second up and down. */
  load: z.tuple([z.number(), z.number(), count, count, count]).optional(),
  /** Who answers and how its core is, where that changed. */
  about: z
    .object({
      guid: z.string(),
      panelVersion: z.string(),
      coreVersion: z.string(),
      coreState: z.string(),
      coreError: z.string(),
      /** As in the status; panels below version 2 do not send it here. */
      fleet: count.default(1),
    })
    .optional(),
})
export type FleetReport = z.output<typeof FleetReport>

export const mostChecked = 500
/** The longest time for which a node keeps the hidden clients of its centre, in minutes. */
export const longestHeld = 180
const key = z.string().max(128)

/** The hidden clients of the centre on its inbounds, all of them. They are in the core and nowhere else, and end by themselves. */
export const FleetChecks = z.object({
  minutes: z.int().min(1).max(longestHeld),
  eyes: z
    .array(
      z.object({
        eye: z.string().regex(/^[\w.]{0,64}$/),
        /** By the tags of the inbounds. */
        keys: z
          .record(tag, z.object({ uuid: key, password: key, auth: key, shadowsocksKey: key }))
          .refine((keys) => Object.keys(keys).length <= mostChecked),
      }),
    )
    .max(4),
})
export type FleetChecks = z.output<typeof FleetChecks>

export const FleetChecked = z.object({
  /** Inbounds of these that the core runs now. */
  held: tags,
  /** How often the core has accepted the hidden client of the centre itself, by inbound. It begins at 0 with the panel. */
  accepted: z.record(z.string(), count),
})
export type FleetChecked = z.output<typeof FleetChecked>

/** Entries in one call: a round of so many takes less than half a minute. */
export const mostLooked = 24
export const FleetLookOut = z.object({
  /** Milliseconds, by the clock of the centre. */
  at: z.int(),
  /** The test page. */
  page: z.url({ protocol: /^https?$/ }).max(2_000),
  entries: z
    .array(z.object({ inboundId: count, entry: z.string().max(300), advertised: Block }))
    .max(mostLooked),
})
export type FleetLookOut = z.output<typeof FleetLookOut>

export const FleetSaw = z.object({
  /** It cannot fetch the test page itself. */
  offline: z.boolean(),
  results: z.array(ReportedRow).max(mostLooked),
})
export type FleetSaw = z.output<typeof FleetSaw>

/** Calls between a centre and a node that are both panels of our own kind. */
export const fleetApi = api(apiOnlyRoutes.fleet, {
  apply: {
    summary:
      'Be exactly this: up to 1000 inbounds and clients of a centre, each made so or refused by itself',
    body: FleetApply,
    bodyLimit: 32 * 1024 * 1024,
    zipped: true,
    reply: FleetApplied,
  },
  look: {
    summary: 'What this panel holds: inbounds by tag, and clients by the bucket of their email',
    body: FleetLook,
    reply: FleetSeen,
  },
  report: {
    summary: 'What changed after `after`; waits up to `wait` seconds (25 at most) until something does',
    query: z.object({
      after: z.string().max(64).default(''),
      wait: formWhole.pipe(z.int()).default(0),
    }),
    reply: FleetReport,
  },
  checks: {
    summary:
      'Take these hidden clients of the centre, which checks its inbounds here as a client; until they end',
    body: FleetChecks,
    bodyLimit: 2 * 1024 * 1024,
    reply: FleetChecked,
  },
  eye: {
    summary: 'Go through these entries of the centre as a client, and say how it went; takes up to a minute',
    body: FleetLookOut,
    bodyLimit: 1024 * 1024,
    reply: FleetSaw,
  },
  leave: {
    summary:
      'The centre no longer manages this panel: its token of a join string is deleted. Another token is not, and `ended` is false',
    reply: z.object({ ended: z.boolean() }),
  },
})

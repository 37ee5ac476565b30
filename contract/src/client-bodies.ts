import { z } from 'zod'
import { ClientInput } from './client.ts'
import { type BulkName, bulkFields, bulkNames, byName, fieldsWith } from './clients/fields.ts'
import { answers } from './clients/schemas.ts'
import { codedSchema } from './coded.ts'
import { Slowed } from './limits.ts'
import { absentIfNull, formSwitch, formWhole } from './tolerant.ts'
import { ClientTraffic } from './traffic.ts'

const ids = z.array(z.int()).max(100_000)
const emails = z.array(z.string()).max(200_000)

export const AddClient = absentIfNull(z.object({ client: ClientInput, inboundIds: ids.default([]) }))
export type AddClient = z.output<typeof AddClient>
export const AddClients = z.array(AddClient).max(200_000)

/** Inbounds are named as differences, so that what somebody else attached meanwhile stays. */
export const SaveClient = absentIfNull(
  z.object({ client: ClientInput, attach: ids.default([]), detach: ids.default([]) }),
)
export type SaveClient = z.output<typeof SaveClient>

export const InboundIds = absentIfNull(z.object({ inboundIds: ids.default([]) }))
export const ExternalLinks = absentIfNull(z.object({ externalLinks: z.array(z.looseObject({})).default([]) }))

export const Skipped = z.array(
  z.object({ email: z.string(), reason: z.string(), reasonCoded: z.array(codedSchema).optional() }),
)
/** The number under which the act can be undone, if it changed anything. */
export const undoNumber = { undo: z.int().optional() }
export const Affected = z.object({
  affected: z.int(),
  /** Inbounds of the group that these could not get: somebody else has their credential there. */
  notAttached: Skipped.optional(),
  ...undoNumber,
})
export const Deleted = z.object({ deleted: z.int(), ...undoNumber })

/** `depleted` is `expired` (past the expiry) and `spent` (out of quota) together. */
export const clientFilters = [
  'online',
  'depleted',
  'expired',
  'spent',
  'deactive',
  'active',
  'expiring',
] as const
/** `rate`: bytes of the last reading; `week`: bytes of the last seven days. */
export const clientSorts = [
  'enable',
  'email',
  'inboundIds',
  'traffic',
  'remaining',
  'expiryTime',
  'group',
  'comment',
  'node',
  'lastOnline',
  'limitIp',
  'speed',
  'createdAt',
  'devices',
  'week',
  'rate',
] as const

const blankIsAbsent = <T extends z.ZodType>(schema: T) =>
  z.preprocess((v) => (v === '' || v === null ? undefined : v), schema.optional()).optional()

/** PostgreSQL takes no NUL and no half of a surrogate pair, so no stored text has one. */
/** Not as a pattern: other languages could not read it in the API's description. */
const plain = z.string().refine((text) => !/\0|\p{Cs}/u.test(text), 'Leave control characters out')
/** Unknown filters and orders are ignored, as in 3x-ui. */
const oneOf = <const T extends string>(known: readonly T[]) =>
  blankIsAbsent(z.string()).transform((v) => known.find((k) => k === v))

const yesNo = blankIsAbsent(formSwitch)
const bound = blankIsAbsent(formWhole)
/** Up to ten times a quota: products with it stay within 64 bits. */
const percent = blankIsAbsent(formWhole.pipe(z.int().min(0).max(1000)))

export const maxPageSize = 200

/** A page past the end is empty; a size out of range is clamped, as in 3x-ui. */
export const PagedQuery = z.object({
  page: blankIsAbsent(formWhole.pipe(z.int())).transform((n) => Math.min(Math.max(1, n ?? 1), 1e9)),
  pageSize: blankIsAbsent(formWhole.pipe(z.int())).transform((n) =>
    n === undefined || n <= 0 ? 25 : Math.min(n, maxPageSize),
  ),
  search: plain.max(512).optional(),
  filter: oneOf(clientFilters),
  protocol: blankIsAbsent(plain),
  /** One id or a comma list. */
  inbound: blankIsAbsent(z.coerce.string()),
  /** One node id or a comma list; 0 for inbounds on this panel. */
  node: blankIsAbsent(z.coerce.string()),
  sort: oneOf(clientSorts),
  order: blankIsAbsent(z.string()),
  expiryFrom: bound,
  expiryTo: bound,
  usageFrom: bound,
  usageTo: bound,
  /** How much of the quota is used, in percent; clients without a quota do not match. */
  usedPercentFrom: percent,
  usedPercentTo: percent,
  /** Bytes of the quota that are left; clients without a quota do not match. */
  leftFrom: bound,
  leftTo: bound,
  autoRenew: yesNo,
  hasTgId: yesNo,
  hasComment: yesNo,
  group: plain.optional(),
  /** The name of a plan. */
  plan: plain.max(64).optional(),
})
export type PagedQuery = z.output<typeof PagedQuery>

/** Which clients are meant: the named ones, or all that a query of the list matches, except some. */
const selection = {
  emails: emails.default([]),
  /** As in the query of the list; `emails` is ignored then. */
  query: PagedQuery.optional(),
  except: emails.optional(),
}
export const Emails = absentIfNull(z.object(selection))
export const EmailsAndGroup = absentIfNull(z.object({ ...selection, group: z.string().min(1).max(254) }))
export const EmailsAndInbounds = absentIfNull(z.object({ ...selection, inboundIds: ids.default([]) }))
export const BulkDelete = absentIfNull(z.object({ ...selection, keepTraffic: z.boolean().default(false) }))
const setFields = answers(Object.values(bulkFields))
/** New values: `setBytes` and `setExpiryTime` set what `addBytes` and `addDays` change by an amount. */
const bulkShape = byName(bulkNames, (name) => setFields[bulkFields[name]].optional()) as {
  [N in BulkName]: z.ZodOptional<(typeof setFields)[(typeof bulkFields)[N]]>
} // name by name
export const BulkAdjust = absentIfNull(
  z.object({
    ...selection,
    addDays: z.int().default(0),
    addBytes: z.int().default(0),
    /** Blank keeps it, `none` clears it. */
    flow: z.string().default(''),
    ...bulkShape,
    /** Blank: removed from its group. */
    setGroup: z.string().max(254).optional(),
  }),
)
export type BulkAdjust = z.output<typeof BulkAdjust>

export const BulkRenew = absentIfNull(
  z.object({
    ...selection,
    /** Added to the remaining ones. */
    days: z.int().default(0),
    /** Bytes, 0 unlimited. Absent: quotas are kept, and clients without an expiry, or not started yet, are left unchanged. */
    setBytes: z.int().optional(),
  }),
)
export type BulkRenew = z.output<typeof BulkRenew>

/** What an act on these clients would affect. */
export const BulkPreview = absentIfNull(
  z.object({
    ...selection,
    /** Counts the enabled clients that have used at least this many bytes. */
    usedFrom: z.int().optional(),
    /** Counts those with another quota. */
    quota: z.int().optional(),
    /** Counts those on these inbounds. */
    inboundIds: ids.optional(),
  }),
)
export type BulkPreview = z.output<typeof BulkPreview>

/** The fields of a client in the list, in two parts. */
export const slimFields = [
  [
    ...(['email', 'subId', 'enable', 'totalGB', 'expiryTime', 'limitIp'] as const),
    ...fieldsWith({ list: true }),
  ],
  ['reset', 'resetDay', 'resetMax', 'comment', 'group'],
] as const

export const ClientSlim = z.object({
  ...answers(slimFields[0]),
  slowed: Slowed,
  ended: z.boolean(),
  ...answers(slimFields[1]),
  inboundIds: z.array(z.int()),
  /** How many of these are closed, because a quota for them is used up. */
  closedInbounds: z.int(),
  traffic: ClientTraffic,
  createdAt: z.int(),
  updatedAt: z.int(),
})
export type ClientSlim = z.infer<typeof ClientSlim>

export const ClientSummary = z.object({
  total: z.int(),
  active: z.int(),
  onlineCount: z.int(),
  depletedCount: z.int(),
  /** Of the depleted ones: past their end. */
  expiredCount: z.int(),
  /** Of the depleted ones: out of data. A client can be both. */
  spentCount: z.int(),
  expiringCount: z.int(),
  deactiveCount: z.int(),
  online: z.array(z.string()),
  depleted: z.array(z.string()),
  expiring: z.array(z.string()),
  deactive: z.array(z.string()),
})
export type ClientSummary = z.infer<typeof ClientSummary>

export const ClientPage = z.object({
  items: z.array(ClientSlim),
  total: z.int(),
  filtered: z.int(),
  page: z.int(),
  pageSize: z.int(),
  summary: ClientSummary,
  groups: z.array(z.string()),
})
export type ClientPage = z.infer<typeof ClientPage>

import { z } from 'zod'
import { ClientEntry } from './client.ts'
import {
  AddClients,
  Affected,
  BulkAdjust,
  BulkDelete,
  BulkPreview,
  BulkRenew,
  Emails,
  EmailsAndGroup,
  EmailsAndInbounds,
  Skipped,
  undoNumber,
} from './client-bodies.ts'
import { fieldsWith } from './clients/fields.ts'
import { answers } from './clients/schemas.ts'
import { Group, GroupInput } from './limits.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { clientsRoutes } from './routes/clients.ts'
import { absentIfNull } from './tolerant.ts'
import { api, jsonish } from './wire.ts'

const bodyLimit = 64 * 1024 * 1024
const Created = z.object({ created: z.int(), skipped: Skipped.optional(), ...undoNumber })
const Changed = z.object({ changed: z.int(), skipped: Skipped.optional(), ...undoNumber })
const Name = z.object({ name: z.string().min(1).max(254) })
const texts = z.array(z.string())
const Exported = z.object({
  client: ClientEntry.extend(answers(fieldsWith({ entry: 'export' }))),
  inboundIds: z.array(z.int()),
})

const bulkRoutes = { ...clientsRoutes.clientsBulk, ...apiOnlyRoutes.clientsBulk }

export const clientsBulkApi = api(bulkRoutes, {
  create: {
    summary: 'Create many clients; a refused one is skipped and reported with its reason',
    body: AddClients,
    bodyLimit,
    reply: Created,
    says: 'Inbound client(s) have been added.',
  },
  del: {
    summary: 'Delete many clients',
    body: BulkDelete,
    reply: z.object({ deleted: z.int(), skipped: Skipped.optional(), ...undoNumber }),
    says: 'Clients have been deleted.',
  },
  attach: {
    summary: 'Attach many clients to inbounds',
    body: EmailsAndInbounds,
    reply: z.object({
      ...{ attached: texts, skipped: texts, errors: texts, refused: Skipped.optional() },
      ...undoNumber,
    }),
    says: 'Clients have been attached.',
  },
  detach: {
    summary: 'Detach many clients from inbounds',
    body: EmailsAndInbounds,
    reply: z.object({ detached: texts, skipped: texts, errors: texts, ...undoNumber }),
    says: 'Clients have been detached.',
  },
  adjust: {
    summary: 'Change or set expiry, quota and IP limit of many clients',
    body: BulkAdjust,
    reply: z.object({
      adjusted: z.int(),
      skipped: Skipped.optional(),
      /** Inbounds of the new group or plan that these could not get. */
      notAttached: Skipped.optional(),
      ...undoNumber,
    }),
    says: 'Clients have been adjusted.',
  },
  renew: {
    summary:
      'Renew many clients: days are added to the remaining ones, counters start at zero, and the quota stays or is set',
    body: BulkRenew,
    reply: z.object({ renewed: z.int(), skipped: Skipped.optional(), ...undoNumber }),
    says: 'Clients have been renewed.',
  },
  preview: {
    summary: 'How many clients a list or a query names, and what an act would do to them. Nothing is changed',
    body: BulkPreview,
    reply: z.object({
      count: z.int(),
      online: z.int(),
      /** The first few. */
      names: texts,
      /** Without an expiry. */
      endless: z.int(),
      /** Enabled, and `usedFrom` is used up; those of them that are online. */
      used: z.int(),
      usedOnline: z.int(),
      /** With another quota than `quota`. */
      otherQuota: z.int(),
      /** On at least one of `inboundIds`; on no other inbound; online. */
      attached: z.int(),
      stranded: z.int(),
      attachedOnline: z.int(),
    }),
  },
  resetTraffic: {
    summary: 'Reset the traffic of many clients',
    body: Emails,
    reply: Affected,
    says: 'Traffic has been reset.',
  },
  enable: {
    summary: 'Enable many clients',
    body: Emails,
    reply: Changed,
    says: 'Clients have been enabled.',
  },
  disable: {
    summary: 'Disable many clients',
    body: Emails,
    reply: Changed,
    says: 'Clients have been disabled.',
  },
  export: { summary: 'All clients in the format that import accepts', reply: z.array(Exported) },
  import: {
    summary: 'Create clients from an export',
    body: z.object({ data: jsonish(AddClients) }),
    bodyLimit,
    reply: Created,
    says: 'Inbound client(s) have been added.',
  },
})

const groupRoutes = { ...clientsRoutes.clientGroups, ...apiOnlyRoutes.clientGroups }

export const clientGroupsApi = api(groupRoutes, {
  list: { summary: 'Groups with their client counts and limits', reply: z.array(Group) },
  emails: { summary: 'Emails of a group', reply: texts },
  create: {
    summary: 'Create an empty group with limits for its members',
    body: absentIfNull(GroupInput),
    reply: z.object({ name: z.string() }),
    says: 'The group has been created.',
  },
  update: {
    summary: 'Change the limits that are sent; a member has them where it sets none itself',
    body: absentIfNull(GroupInput),
    reply: Group,
    says: 'The group has been updated.',
  },
  rename: {
    summary: 'Rename a group',
    body: z.object({ oldName: z.string(), newName: z.string().min(1).max(254) }),
    reply: Affected,
    says: 'The group has been renamed.',
  },
  del: {
    summary: 'Delete a group; its clients stay',
    body: Name,
    reply: Affected,
    says: 'The group has been deleted.',
  },
  bulkAdd: {
    summary: 'Move clients to a group',
    body: EmailsAndGroup,
    reply: Affected,
    says: 'Clients have been moved.',
  },
  bulkRemove: {
    summary: 'Remove clients from their groups',
    body: Emails,
    reply: Affected,
    says: 'Clients have been moved.',
  },
  resetTraffic: {
    summary: 'Reset the traffic of all clients in a group',
    body: Name,
    reply: z.object({ name: z.string() }),
    says: 'Traffic has been reset.',
  },
})

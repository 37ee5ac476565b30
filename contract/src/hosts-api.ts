import { z } from 'zod'
import { Host, HostGroup, HostInput } from './host.ts'
import { endpoint, nothing } from './wire.ts'

const root = '/panel/api/hosts'
const ids = z.array(z.string()).max(10_000)
/** One published client sends `groupIds`. */
const Reorder = z.preprocess(
  (v) => (typeof v === 'object' && v && 'groupIds' in v ? { ids: v.groupIds, ...v } : v),
  z.object({ ids }),
)
const saved = 'The advertised addresses have been saved.'
const deleted = 'The advertised addresses have been deleted.'

export const hostsApi = {
  list: endpoint({
    method: 'GET',
    path: `${root}/list`,
    summary: 'Advertised addresses',
    reply: z.array(HostGroup),
  }),
  get: endpoint({
    method: 'GET',
    path: `${root}/get/:groupId`,
    summary: 'One group of advertised addresses',
    reply: HostGroup,
  }),
  byInbound: endpoint({
    method: 'GET',
    path: `${root}/byInbound/:inboundId`,
    summary: 'Advertised addresses of an inbound',
    reply: z.array(HostGroup),
  }),
  tags: endpoint({
    method: 'GET',
    path: `${root}/tags`,
    summary: 'Tags in use',
    reply: z.array(z.string()),
  }),
  add: endpoint({
    method: 'POST',
    path: `${root}/add`,
    also: [`${root}/bulk/add`],
    summary: 'Add advertised addresses to inbounds',
    body: HostInput,
    reply: z.array(Host),
    says: saved,
  }),
  update: endpoint({
    method: 'POST',
    path: `${root}/update/:groupId`,
    summary: 'Replace a group of advertised addresses',
    body: HostInput,
    reply: z.array(Host),
    says: saved,
  }),
  del: endpoint({
    method: 'POST',
    path: `${root}/del/:groupId`,
    summary: 'Delete a group of advertised addresses',
    reply: nothing,
    says: deleted,
  }),
  bulkDel: endpoint({
    method: 'POST',
    path: `${root}/bulk/del`,
    summary: 'Delete groups of advertised addresses',
    body: z.object({ ids }),
    reply: nothing,
    says: deleted,
  }),
  setEnable: endpoint({
    method: 'POST',
    path: `${root}/setEnable/:groupId`,
    summary: 'Enable or disable a group of advertised addresses',
    body: z.object({ enable: z.boolean() }),
    reply: nothing,
    says: saved,
  }),
  bulkSetEnable: endpoint({
    method: 'POST',
    path: `${root}/bulk/setEnable`,
    summary: 'Enable or disable groups of advertised addresses',
    body: z.object({ ids, enable: z.boolean() }),
    reply: nothing,
    says: saved,
  }),
  reorder: endpoint({
    method: 'POST',
    path: `${root}/reorder`,
    summary: 'Reorder the groups of advertised addresses',
    body: Reorder,
    reply: nothing,
    says: saved,
  }),
} as const

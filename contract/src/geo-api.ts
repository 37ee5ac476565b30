import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { endpoint, nothing } from './wire.ts'

const server = '/panel/api/server'
const custom = '/panel/api/custom-geo'
/** Both prefixes behave the same; bearer tokens work on the second one only (R12). */
const under = <const P extends string>(path: P) => ({
  path: `/panel/xray/geodata/${path}` as const,
  also: [`/panel/api/xray/geodata/${path}`] as const,
})

export const GeoKind = z.enum(['geosite', 'geoip'])
export type GeoKind = z.output<typeof GeoKind>

export const CustomGeo = z.object({
  id: z.int(),
  type: z.string(),
  alias: z.string(),
  url: z.string(),
  localPath: z.string(),
  lastUpdatedAt: z.int().describe('unix seconds'),
  lastModified: z.string().describe('HTTP date of the source'),
  createdAt: z.int().describe('unix seconds'),
  updatedAt: z.int().describe('unix seconds'),
})
export type CustomGeo = z.output<typeof CustomGeo>

const CustomGeoBody = z.object({
  type: z.string().default(''),
  alias: z.string().default(''),
  url: z.string().default(''),
})
export type CustomGeoBody = z.output<typeof CustomGeoBody>

const Alias = z.object({
  alias: z.string(),
  type: z.string(),
  fileName: z.string(),
  extExample: z.string(),
})
const Updated = z.object({ id: z.int(), alias: z.string(), fileName: z.string() })
/** `msg` names the file, or says that one of several failed, so the reply defines the whole envelope. */
const said = <T extends z.ZodType>(obj: T) => z.object({ success: z.boolean(), msg: z.string(), obj })

export const GeoFile = z.object({
  name: z.string(),
  kind: z.string().describe('geosite, geoip, or blank if it cannot be read'),
  size: z.int(),
  modifiedAt: z.int().describe('unix seconds'),
  categories: z.int(),
  error: z.string().optional(),
})
export type GeoFile = z.output<typeof GeoFile>

export const GeoCategory = z.object({
  code: z.string(),
  entries: z.int(),
  attributes: z.array(z.string()),
})
export type GeoCategory = z.output<typeof GeoCategory>

export const GeoEntry = z.object({
  kind: z.string().describe('full, domain, keyword, regexp or cidr'),
  value: z.string(),
})
export type GeoEntry = z.output<typeof GeoEntry>

export const GeoTokenIssue = z.object({
  token: z.string(),
  reason: z.enum(['syntax', 'fileMissing', 'categoryMissing', 'attributeMissing', 'wrongKind']),
  file: z.string().optional(),
  code: z.string().optional(),
})
export type GeoTokenIssue = z.output<typeof GeoTokenIssue>

const page = {
  q: z.string().default(''),
  offset: z.coerce.number('offset must be a number').int().min(0).max(100_000_000).default(0),
  limit: z.coerce.number('limit must be a number').int().min(1).max(1_000).default(100),
}
const file = z.string()

/** Geo files: the standard ones, custom ones, and their contents. */
export const geoApi = {
  updateAll: endpoint({
    method: 'POST',
    path: `${server}/updateGeofile`,
    summary: 'Update the standard geo files that have changed',
    reply: nothing,
    says: 'Geofile updated successfully',
  }),
  update: endpoint({
    method: 'POST',
    path: `${server}/updateGeofile/:fileName`,
    summary: 'Update one standard geo file if it has changed',
    reply: nothing,
    says: 'Geofile updated successfully',
  }),
  list: endpoint({
    method: 'GET',
    path: `${custom}/list`,
    summary: 'Custom geo files',
    reply: z.array(CustomGeo),
  }),
  aliases: endpoint({
    method: 'GET',
    path: `${custom}/aliases`,
    summary: 'How routing rules refer to custom geo files',
    reply: z.object({ geosite: z.array(Alias), geoip: z.array(Alias) }),
  }),
  add: endpoint({
    method: 'POST',
    path: `${custom}/add`,
    summary: 'Add a custom geo file from a URL and keep it up to date',
    body: CustomGeoBody,
    reply: nothing,
    says: 'Add custom geo',
  }),
  change: endpoint({
    method: 'POST',
    path: `${custom}/update/:id`,
    summary: 'Change the source of a custom geo file',
    body: CustomGeoBody,
    reply: nothing,
    says: 'Update custom geo',
  }),
  remove: endpoint({
    method: 'POST',
    path: `${custom}/delete/:id`,
    summary: 'Delete a custom geo file',
    reply: said(nothing),
    bare: true,
  }),
  download: endpoint({
    method: 'POST',
    path: `${custom}/download/:id`,
    summary: 'Update one custom geo file',
    reply: said(nothing),
    bare: true,
  }),
  downloadAll: endpoint({
    method: 'POST',
    path: `${custom}/update-all`,
    summary: 'Update all custom geo files',
    reply: said(
      z.object({
        succeeded: z.array(Updated),
        failed: z.array(Updated.extend({ error: z.string(), errorCoded: codedSchema.optional() })),
      }),
    ),
    bare: true,
  }),
  files: endpoint({
    ...under('files'),
    method: 'GET',
    summary: 'Installed geo files',
    reply: z.array(GeoFile),
  }),
  categories: endpoint({
    ...under('categories'),
    method: 'GET',
    summary: 'Categories of a geo file',
    query: z.object({ file, ...page }),
    reply: z.object({ items: z.array(GeoCategory), total: z.int() }),
  }),
  entries: endpoint({
    ...under('entries'),
    method: 'GET',
    summary: 'Domains or networks of one category',
    query: z.object({ file, code: z.string(), ...page }),
    reply: z.object({ items: z.array(GeoEntry), total: z.int() }),
  }),
  validate: endpoint({
    ...under('validate'),
    method: 'POST',
    summary: 'Which of these rule values the core would reject',
    body: z.object({
      tokens: z.union([z.string(), z.array(z.string())], 'tokens must be texts').default(''),
      kind: z.string().default(''),
    }),
    reply: z.array(GeoTokenIssue),
  }),
}

import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { networkRoutes } from './routes/network.ts'
import { api } from './wire.ts'

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
  lastError: z.string().describe('why the last download failed; blank after a good one'),
  lastErrorCoded: codedSchema.optional(),
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

const routes = { ...networkRoutes.geo, ...apiOnlyRoutes.geo }

/** Geo files: the standard ones, custom ones, and their contents. */
export const geoApi = api(routes, {
  updateAll: {
    summary: 'Update the standard geo files that have changed',
    says: 'Geofile updated successfully',
  },
  update: { summary: 'Update one standard geo file if it has changed', says: 'Geofile updated successfully' },
  list: { summary: 'Custom geo files', reply: z.array(CustomGeo) },
  aliases: {
    summary: 'How routing rules refer to custom geo files',
    reply: z.object({ geosite: z.array(Alias), geoip: z.array(Alias) }),
  },
  add: {
    summary: 'Add a custom geo file from a URL and keep it up to date',
    body: CustomGeoBody,
    says: 'Add custom geo',
  },
  change: {
    summary: 'Change the source of a custom geo file',
    body: CustomGeoBody,
    says: 'Update custom geo',
  },
  remove: { summary: 'Delete a custom geo file', reply: said(z.null()) },
  download: { summary: 'Update one custom geo file', reply: said(z.null()) },
  downloadAll: {
    summary: 'Update all custom geo files',
    reply: said(
      z.object({
        succeeded: z.array(Updated),
        failed: z.array(Updated.extend({ error: z.string(), errorCoded: codedSchema.optional() })),
      }),
    ),
  },
  files: { summary: 'Installed geo files', reply: z.array(GeoFile) },
  categories: {
    summary: 'Categories of a geo file',
    query: z.object({ file, ...page }),
    reply: z.object({ items: z.array(GeoCategory), total: z.int() }),
  },
  entries: {
    summary: 'Domains or networks of one category',
    query: z.object({ file, code: z.string(), ...page }),
    reply: z.object({ items: z.array(GeoEntry), total: z.int() }),
  },
  validate: {
    summary: 'Which of these rule values the core would reject',
    body: z.object({
      tokens: z.union([z.string(), z.array(z.string())], 'tokens must be texts').default(''),
      kind: z.string().default(''),
    }),
    reply: z.array(GeoTokenIssue),
  },
})

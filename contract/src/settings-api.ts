import { z } from 'zod'
import { optionalCode, toBool } from './settings/tolerant.ts'
import { AllSettingView, DefaultSettings, SettingsUpdate, secretKeys } from './settings.ts'
import { endpoint, nothing } from './wire.ts'

/** Both prefixes behave the same; bearer tokens work on the second one only (R12). */
const under = <const P extends string>(path: P) => ({
  path: `/panel/setting/${path}` as const,
  also: [`/panel/api/setting/${path}`] as const,
})
const read = ['POST', 'GET'] as const // a read also answers GET (R12)
const changed = 'The parameters have been changed.'

/** In `has<SecretName>`, the tunnel providers' secrets are named differently from their keys: both are accepted. */
const secretAliases: Record<string, string> = { warpSecret: 'warp', nordSecret: 'nord' }
export const SecretUpdate = z.object({
  key: z.preprocess(
    (v) => (typeof v === 'string' && Object.hasOwn(secretAliases, v) ? secretAliases[v] : v),
    z.enum(secretKeys, `key must be one of ${secretKeys.join(', ')}`),
  ),
  /** Blank clears it. */
  value: z.string(),
  twoFactorCode: optionalCode,
})
export type SecretUpdate = z.output<typeof SecretUpdate>

export const UserUpdate = z.object({
  oldUsername: z.string(),
  oldPassword: z.string(),
  newUsername: z.string(),
  newPassword: z.string(),
  twoFactorCode: optionalCode,
})
export type UserUpdate = z.output<typeof UserUpdate>

/** `token` holds the plain token in the reply to create, and is blank afterwards (R9). */
export const ApiTokenView = z.object({
  id: z.int(),
  name: z.string(),
  token: z.string(),
  enabled: z.boolean(),
  createdAt: z.int(),
  /** Milliseconds, 0 = never. */
  lastUsedAt: z.int(),
  /** Generated clients need both keys; our tokens have neither an expiry nor scopes. */
  expiresAt: z.int(),
  scope: z.string(),
})
export type ApiTokenView = z.output<typeof ApiTokenView>

/** `page` is the HTML page for browsers. */
export const previewFormats = ['raw', 'json', 'clash', 'singbox', 'page'] as const
export type PreviewFormat = (typeof previewFormats)[number]

export const SubPreview = z.object({
  text: z.string(),
  /** Blank if this format is disabled. */
  url: z.string(),
  served: z.boolean(),
  /** Apps get the text as Base64. */
  encoded: z.boolean(),
  /** Disabled or depleted: the lists are empty until that changes (R34). */
  withheld: z.boolean(),
  /** Response headers. */
  headers: z.record(z.string(), z.string()),
  /** Names of the settings that differ from the stored ones. */
  unsaved: z.array(z.string()),
})
export type SubPreview = z.output<typeof SubPreview>

export const settingApi = {
  all: endpoint({
    ...under('all'),
    method: read,
    summary: 'All settings; secrets are replaced by flags',
    reply: AllSettingView,
  }),
  defaultSettings: endpoint({
    ...under('defaultSettings'),
    method: read,
    summary: 'What pages need at startup',
    reply: DefaultSettings,
  }),
  factoryDefaults: endpoint({
    ...under('factoryDefaults'),
    method: read,
    summary: 'Default settings; changes nothing',
    reply: AllSettingView,
  }),
  update: endpoint({
    ...under('update'),
    method: 'POST',
    summary: 'Save settings; absent keys and blank secrets keep their value',
    body: SettingsUpdate,
    reply: nothing,
    says: changed,
  }),
  secret: endpoint({
    ...under('secret'),
    method: 'POST',
    summary: 'Set one secret; blank clears it',
    body: SecretUpdate,
    reply: nothing,
    says: changed,
  }),
  updateUser: endpoint({
    ...under('updateUser'),
    method: 'POST',
    summary: "Change the administrator's username and password",
    body: UserUpdate,
    reply: nothing,
    says: 'You have successfully changed the credentials of the administrator.',
  }),
  restartPanel: endpoint({
    ...under('restartPanel'),
    method: 'POST',
    summary: 'Restart the panel; sessions and the core are kept',
    reply: nothing,
    says: 'The panel was successfully restarted.',
  }),
  getDefaultJsonConfig: endpoint({
    ...under('getDefaultJsonConfig'),
    method: 'GET',
    summary: 'The default core template',
    reply: z.record(z.string(), z.unknown()),
  }),
  validateRegex: endpoint({
    ...under('validateRegex'),
    method: 'POST',
    summary: 'Check whether a regular expression is valid',
    body: z.object({ regex: z.string().max(4096) }),
    reply: nothing,
  }),
  subPreview: endpoint({
    ...under('subPreview'),
    method: 'POST',
    summary: "Preview a client's subscription with these settings; stores nothing",
    body: z.object({
      email: z.string(),
      format: z.enum(previewFormats, `format must be one of ${previewFormats.join(', ')}`).default('raw'),
      settings: SettingsUpdate.optional(),
    }),
    reply: SubPreview,
  }),
  apiTokens: endpoint({
    ...under('apiTokens'),
    method: 'GET',
    summary: 'API tokens by id; the tokens themselves are not stored',
    reply: z.array(ApiTokenView),
  }),
  createApiToken: endpoint({
    ...under('apiTokens/create'),
    method: 'POST',
    summary: 'Create an API token; only this reply shows it',
    body: z.object({ name: z.string() }),
    reply: ApiTokenView,
  }),
  deleteApiToken: endpoint({
    ...under('apiTokens/delete/:id'),
    method: 'POST',
    summary: 'Delete an API token; an unknown id succeeds',
    reply: nothing,
    says: changed,
  }),
  enableApiToken: endpoint({
    ...under('apiTokens/setEnabled/:id'),
    method: 'POST',
    summary: 'Enable or disable an API token',
    body: z.object({ enabled: z.preprocess(toBool, z.boolean()) }),
    reply: nothing,
    says: changed,
  }),
}

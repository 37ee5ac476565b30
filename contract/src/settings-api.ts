import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { apiOnlyRoutes } from './routes/api-only.ts'
import { panelRoutes } from './routes/panel.ts'
import { optionalCode, toBool } from './settings/tolerant.ts'
import { AllSettingView, DefaultSettings, SettingsUpdate, secretKeys } from './settings.ts'
import { seenVersion } from './versions.ts'
import { api } from './wire.ts'

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
  /** Generated clients need the key; our tokens do not expire. */
  expiresAt: z.int(),
  /** `admin` for the whole API; `fleet` for the token of a join string. */
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

/** Null where there is nothing to say. */
const savedReply = z
  .object({
    /** After a save that gave two-factor login a new secret; they are shown once. */
    recoveryCodes: z.array(z.string()),
    /** What was saved and will not work; `msg` says it, too. */
    notes: z.array(codedSchema),
  })
  .nullable()

/** What a save would change, and for which users. Nothing is stored. */
export const SettingsReview = z.object({
  /** Secrets are masked. */
  changes: z.array(z.object({ key: z.string(), before: z.unknown(), after: z.unknown() })),
  /** Keys that take effect when the panel restarts. */
  restart: z.array(z.string()),
  /** The panel is found elsewhere afterwards. */
  panelMoves: z.boolean(),
  /** What new subscription addresses begin with, if that changes. */
  subscriptionAddress: z.object({ before: z.string(), after: z.string() }).optional(),
  /** Apps that have the old address get no answer. */
  subscriptionsStop: z.boolean(),
  /** The server in the links changes. */
  linksChange: z.boolean(),
  /** How many subscriptions there are. */
  subscriptions: z.int(),
})
export type SettingsReview = z.output<typeof SettingsReview>

const settingRoutes = { ...panelRoutes.setting, ...apiOnlyRoutes.setting }

export const settingApi = api(settingRoutes, {
  all: {
    summary: 'All settings; secrets are replaced by flags',
    reply: AllSettingView.extend({ settingsVersion: z.string().optional() }),
  },
  defaultSettings: {
    summary: 'What pages need at startup',
    reply: DefaultSettings.extend({
      ownPorts: z.array(z.int()).describe('where the panel and the subscription server listen'),
    }),
  },
  factoryDefaults: { summary: 'Default settings; changes nothing', reply: AllSettingView },
  update: {
    summary:
      'Save settings; absent keys and blank secrets keep their value. Turning two-factor login on replies with its recovery codes, once',
    query: seenVersion,
    body: SettingsUpdate,
    reply: savedReply,
    says: changed,
  },
  review: {
    summary:
      'What a save of these settings would do to whom; refused as the save would be, and stores nothing',
    body: SettingsUpdate,
    reply: SettingsReview,
  },
  secret: {
    summary: 'Set one secret; blank clears it',
    body: SecretUpdate,
    reply: savedReply,
    says: changed,
  },
  updateUser: {
    summary: "Change the administrator's username and password",
    body: UserUpdate,
    says: 'You have successfully changed the credentials of the administrator.',
  },
  restartPanel: {
    summary: 'Restart the panel; sessions and the core are kept',
    says: 'The panel was successfully restarted.',
  },
  getDefaultJsonConfig: { summary: 'The default core template', reply: z.record(z.string(), z.unknown()) },
  validateRegex: {
    summary: 'Check whether a regular expression is valid',
    body: z.object({ regex: z.string().max(4096) }),
  },
  subPreview: {
    summary: "Preview a client's subscription with these settings; stores nothing",
    body: z.object({
      email: z.string(),
      format: z.enum(previewFormats, `format must be one of ${previewFormats.join(', ')}`).default('raw'),
      settings: SettingsUpdate.optional(),
    }),
    reply: SubPreview,
  },
  apiTokens: {
    summary: 'API tokens by id; the tokens themselves are not stored',
    reply: z.array(ApiTokenView),
  },
  createApiToken: {
    summary: 'Create an API token; only this reply shows it',
    body: z.object({ name: z.string() }),
    reply: ApiTokenView,
  },
  deleteApiToken: { summary: 'Delete an API token; an unknown id succeeds', says: changed },
  enableApiToken: {
    summary: 'Enable or disable an API token',
    body: z.object({ enabled: z.preprocess(toBool, z.boolean()) }),
    says: changed,
  },
})

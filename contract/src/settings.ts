import { z } from 'zod'
import type { BoolRow, IntRow, Row } from './settings/row.ts'
import { publicRows, settingRows } from './settings/rows.ts'
import { exact, optionalCode, optionalFlag, tolerant } from './settings/tolerant.ts'

type ValueOf<R extends Row> = R extends BoolRow ? boolean : R extends IntRow ? number : string
export type PublicKey = keyof typeof publicRows
export type SettingKey = keyof typeof settingRows
export type Settings = { [K in SettingKey]: ValueOf<(typeof settingRows)[K]> }

// Object.keys loses the key type; both tables are constants with no other keys.
export const publicKeys = Object.keys(publicRows) as PublicKey[]
export const settingKeys = Object.keys(settingRows) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingRows, key)
/** The table with the union row type, for callers that iterate over all keys. */
export const rowOf = (key: SettingKey): Row => settingRows[key]

/** Rows marked as secret are never returned; a flag tells whether each is set. */
export const secretFlags = {
  tgBotToken: 'hasTgBotToken',
  twoFactorToken: 'hasTwoFactorToken',
  ldapPassword: 'hasLdapPassword',
  smtpPassword: 'hasSmtpPassword',
  backupPassphrase: 'hasBackupPassphrase',
  backupS3SecretKey: 'hasBackupS3SecretKey',
  apiToken: 'hasApiToken',
  warp: 'hasWarpSecret',
  nord: 'hasNordSecret',
} as const satisfies Partial<Record<SettingKey, string>>
export type SecretKey = keyof typeof secretFlags
// Same as above: a constant table with no other keys.
export const secretKeys = Object.keys(secretFlags) as SecretKey[]
export const isSecretKey = (key: string): key is SecretKey => Object.hasOwn(secretFlags, key)
/** Certificate and key belong together; the server checks that they load before saving. */
export const certificatePairs = [
  ['webCertFile', 'webKeyFile'],
  ['subCertFile', 'subKeyFile'],
] as const satisfies readonly (readonly [PublicKey, PublicKey])[]

// Object.fromEntries loses the key types; each schema is built from the row of its own key.
const viewShape = Object.fromEntries(publicKeys.map((key) => [key, exact(publicRows[key])])) as unknown as {
  [K in PublicKey]: z.ZodType<Settings[K], Settings[K]>
}
const updateShape = Object.fromEntries(
  publicKeys.map((key) => [key, tolerant(key, publicRows[key])]),
) as unknown as {
  [K in PublicKey]: z.ZodOptional<z.ZodType<Settings[K] | undefined, unknown>>
}
const flagShape = Object.fromEntries(Object.values(secretFlags).map((flag) => [flag, z.boolean()])) as {
  [F in (typeof secretFlags)[SecretKey]]: z.ZodBoolean
}

/** The redacted reply: secrets are blank (generated clients need the keys) next to their flags. */
export const AllSettingView = z.object({ ...viewShape, ...flagShape })
export type AllSettingView = z.output<typeof AllSettingView>

/** Every key is optional; unknown keys, such as the flags of an echoed view, are dropped. */
export const SettingsUpdate = z.object({
  ...updateShape,
  twoFactorCode: optionalCode,
  /** With the caller's password, a change of two-factor login ends every session but the caller's. */
  password: z.string().max(1024).optional(),
  clearTgBotToken: optionalFlag,
  clearLdapPassword: optionalFlag,
  clearSmtpPassword: optionalFlag,
  clearBackupPassphrase: optionalFlag,
  clearBackupS3SecretKey: optionalFlag,
})
export type SettingsUpdate = z.output<typeof SettingsUpdate>

/** What every page needs at startup; not secret. */
export const subscriptionAddresses = ['subURI', 'subJsonURI', 'subClashURI', 'subSingboxURI'] as const
export type SubscriptionAddressKey = (typeof subscriptionAddresses)[number]

export const DefaultSettings = z.object({
  expireDiff: z.int(),
  trafficDiff: z.int(),
  pageSize: z.int(),
  defaultCert: z.string(),
  defaultKey: z.string(),
  tgBotEnable: z.boolean(),
  subEnable: z.boolean(),
  subJsonEnable: z.boolean(),
  subClashEnable: z.boolean(),
  subSingboxEnable: z.boolean(),
  subTitle: z.string(),
  subURI: z.string(),
  subJsonURI: z.string(),
  subClashURI: z.string(),
  subSingboxURI: z.string(),
  /** Names of the addresses above that answer on this server only. */
  subLocalOnly: z.array(z.enum(subscriptionAddresses)),
  remarkModel: z.string(),
  remarkTemplate: z.string(),
  datepicker: z.string(),
  ipLimitEnable: z.boolean(),
})
export type DefaultSettings = z.output<typeof DefaultSettings>

import { z } from 'zod'
import { coreRows, internalRows } from './settings/core.ts'
import { directoryRows } from './settings/directory.ts'
import { notifyRows } from './settings/notify.ts'
import { panelRows } from './settings/panel.ts'
import type { BoolRow, IntRow, Row } from './settings/row.ts'
import { subscriptionRows } from './settings/subscription.ts'
import { exact, optionalCode, optionalFlag, tolerant } from './settings/tolerant.ts'

/** The keys that `all` shows and `update` saves. */
export const publicRows = {
  ...panelRows,
  ...notifyRows,
  ...subscriptionRows,
  ...directoryRows,
  ...coreRows,
}
/** Every setting there is: the one place for its type, default, bounds and when it applies. */
export const settingRows = { ...publicRows, ...internalRows }

type ValueOf<R extends Row> = R extends BoolRow ? boolean : R extends IntRow ? number : string
export type PublicKey = keyof typeof publicRows
export type SettingKey = keyof typeof settingRows
export type Settings = { [K in SettingKey]: ValueOf<(typeof settingRows)[K]> }
export type PublicSettings = Pick<Settings, PublicKey>

// Object.keys forgets the key type; both tables are constants with no other keys.
export const publicKeys = Object.keys(publicRows) as PublicKey[]
export const settingKeys = Object.keys(settingRows) as SettingKey[]
export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settingRows, key)
/** The table seen by key: callers that walk all keys need the union, not the exact row. */
export const rowOf = (key: SettingKey): Row => settingRows[key]

/** Secrets never leave; each is told by a flag. */
export const secretFlags = {
  tgBotToken: 'hasTgBotToken',
  twoFactorToken: 'hasTwoFactorToken',
  ldapPassword: 'hasLdapPassword',
  smtpPassword: 'hasSmtpPassword',
  apiToken: 'hasApiToken',
  warp: 'hasWarpSecret',
  nord: 'hasNordSecret',
} as const satisfies Partial<Record<SettingKey, string>>
export type SecretKey = keyof typeof secretFlags
// as above: a constant table with no other keys
export const secretKeys = Object.keys(secretFlags) as SecretKey[]
export const isSecretKey = (key: string): key is SecretKey => Object.hasOwn(secretFlags, key)
/** What logs and audit rows must mask: the secrets, and internal texts that hold keys. */
export const isSensitive = (key: SettingKey): boolean =>
  isSecretKey(key) || key === 'secret' || key === 'xrayTemplateConfig'

/** Certificate and key belong together; the server proves that they load before it saves. */
export const certificatePairs = [
  ['webCertFile', 'webKeyFile'],
  ['subCertFile', 'subKeyFile'],
] as const satisfies readonly (readonly [PublicKey, PublicKey])[]

// Object.fromEntries knows no key types; each schema is made from the row of its own key.
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

/** The redacted reply: secrets are blank texts (generated clients need the keys) beside their flags. */
export const AllSettingView = z.object({ ...viewShape, ...flagShape })
export type AllSettingView = z.output<typeof AllSettingView>

/** Every key is optional, unknown ones (the has-flags of a view sent back) are dropped. */
export const SettingsUpdate = z.object({
  ...updateShape,
  twoFactorCode: optionalCode,
  clearTgBotToken: optionalFlag,
  clearLdapPassword: optionalFlag,
  clearSmtpPassword: optionalFlag,
})
export type SettingsUpdate = z.output<typeof SettingsUpdate>

/** What every page needs to start with; not secret. */
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
  remarkModel: z.string(),
  remarkTemplate: z.string(),
  datepicker: z.string(),
  ipLimitEnable: z.boolean(),
})
export type DefaultSettings = z.output<typeof DefaultSettings>

import type { Row } from '#contract/settings/row.ts'
import { publicRows } from '#contract/settings/rows.ts'
import type { AllSettingView, PublicKey } from '#contract/settings.ts'

export const sections = [
  'panel',
  'security',
  'certificates',
  'subscription',
  'traffic',
  'notices',
  'telegram',
  'directory',
  'backup',
  'about',
] as const
export type Section = (typeof sections)[number]

interface Group {
  id: string
  section: Section
  keys: readonly PublicKey[]
  /** The switch among them without which the others mean nothing: they are shown while it is on. */
  onlyWith?: PublicKey
}

/** Every setting that has an effect, in page order. Settings that nothing reads are not shown. */
export const groups = [
  {
    id: 'address',
    section: 'panel',
    keys: ['webListen', 'webPort', 'webBasePath', 'webDomain', 'publicHost'],
  },
  { id: 'certificate', section: 'panel', keys: ['webCertFile', 'webKeyFile'] },
  { id: 'showing', section: 'panel', keys: ['timeLocation', 'expireDiff', 'trafficDiff', 'currency'] },
  { id: 'sessions', section: 'security', keys: ['sessionMaxAge', 'trustedProxyCIDRs'] },
  {
    id: 'subServer',
    section: 'subscription',
    keys: [
      'subEnable',
      'subListen',
      'subPort',
      'subDomain',
      'subMoreDomains',
      'subMoveTo',
      'subCertFile',
      'subKeyFile',
      'subPlainHttp',
    ],
  },
  { id: 'subLinks', section: 'subscription', keys: ['subPath', 'subURI', 'subEncrypt'] },
  {
    id: 'subNodes',
    section: 'subscription',
    keys: ['subNodeDownMinutes', 'subLeastLoadedFirst', 'subUnhealthyEntries', 'subBlockedEntries'],
  },
  {
    id: 'subShown',
    section: 'subscription',
    keys: [
      'subTitle',
      'subLogo',
      'subColor',
      'subUpdates',
      'subSupportUrl',
      'subProfileUrl',
      'subAnnounce',
      'subAnnounceUrl',
      'subShowInfo',
      'subInfoNodeEnable',
      'subHideSettings',
    ],
  },
  { id: 'remarks', section: 'subscription', keys: ['remarkTemplate', 'remarkModel', 'subEmailInRemark'] },
  {
    id: 'subRouting',
    section: 'subscription',
    keys: [
      'subEnableRouting',
      'subRoutingRules',
      'subV2raytunRules',
      'subIncyEnableRouting',
      'subIncyRoutingRules',
    ],
  },
  {
    id: 'subDevices',
    section: 'subscription',
    keys: ['subHwidRequired', 'subHwidForgets', 'subHwidText', 'subHwidEntry'],
  },
  {
    id: 'subJson',
    section: 'subscription',
    onlyWith: 'subJsonEnable',
    keys: [
      'subJsonEnable',
      'subJsonAutoDetect',
      'subJsonAlwaysArray',
      'subJsonPath',
      'subJsonURI',
      'subJsonUserAgentRegex',
      'subJsonMux',
      'subJsonRules',
      'subJsonFragment',
      'subJsonNoises',
      'subJsonFinalMask',
    ],
  },
  {
    id: 'subClash',
    section: 'subscription',
    onlyWith: 'subClashEnable',
    keys: [
      'subClashEnable',
      'subClashAutoDetect',
      'subClashEnableRouting',
      'subClashPath',
      'subClashURI',
      'subClashUserAgentRegex',
      'subClashRules',
    ],
  },
  {
    id: 'subSingbox',
    section: 'subscription',
    onlyWith: 'subSingboxEnable',
    keys: [
      'subSingboxEnable',
      'subSingboxAutoDetect',
      'subSingboxPath',
      'subSingboxURI',
      'subSingboxUserAgentRegex',
    ],
  },
  {
    id: 'clients',
    section: 'traffic',
    keys: ['restartXrayOnClientDisable', 'ipLimitEnable', 'ipLimitAllowlist', 'trafficPerInbound'],
  },
  { id: 'entries', section: 'traffic', keys: ['entryCheckMinutes', 'callerSigns'] },
  { id: 'nodeCores', section: 'traffic', keys: ['nodeCoresFollow', 'nodeCoresFrom', 'nodeCoresTo'] },
  { id: 'geo', section: 'traffic', keys: ['geoUpdateEnable', 'geoUpdateCron'] },
  {
    id: 'reports',
    section: 'traffic',
    keys: ['externalTrafficInformEnable', 'externalTrafficInformURI'],
  },
  {
    id: 'dirServer',
    section: 'directory',
    keys: [
      'ldapEnable',
      'ldapHost',
      'ldapPort',
      'ldapUseTLS',
      'ldapStartTls',
      'ldapCaFile',
      'ldapInsecureSkipVerify',
      'ldapBindDN',
      'ldapBaseDN',
    ],
  },
  {
    id: 'dirPeople',
    section: 'directory',
    keys: [
      'ldapUserFilter',
      'ldapUserAttr',
      'ldapFlagField',
      'ldapTruthyValues',
      'ldapInvertFlag',
      'ldapGroupDN',
      'ldapNestedGroups',
    ],
  },
  {
    id: 'dirSync',
    section: 'directory',
    keys: [
      'ldapSyncCron',
      'ldapInboundTags',
      'ldapAutoCreate',
      'ldapAutoDelete',
      'ldapDefaultTotalGB',
      'ldapDefaultExpiryDays',
      'ldapDefaultLimitIP',
      'ldapLogin',
      'ldapLoginAttr',
      'ldapLoginDN',
    ],
  },
  {
    id: 'updates',
    section: 'about',
    keys: ['updateCheckEnable', 'updateChannel', 'updateUrl', 'updateAllowPrivate'],
  },
] as const satisfies readonly Group[]

export type GroupId = (typeof groups)[number]['id']
export type ShownKey = (typeof groups)[number]['keys'][number]
/** The same table without literal types, for iteration. */
export const shownGroups: readonly {
  id: GroupId
  section: Section
  keys: readonly ShownKey[]
  onlyWith?: ShownKey
}[] = groups

/** Which settings of a group are shown: all, or only the switch that is off. A changed or refused one stays. */
export const keysShown = (
  { keys, onlyWith }: (typeof shownGroups)[number],
  isOn: (key: ShownKey) => boolean,
  isTouched: (key: ShownKey) => boolean,
): readonly ShownKey[] =>
  onlyWith === undefined || isOn(onlyWith) ? keys : keys.filter((key) => key === onlyWith || isTouched(key))
export const shownKeys: readonly ShownKey[] = shownGroups.flatMap(({ keys }) => keys)

export const rowOf = (key: PublicKey): Row => publicRows[key]
/** A key is shown if a group has it. */
export const groupOf = (key: ShownKey) => shownGroups.find(({ keys }) => keys.includes(key))!
export const isShown = (key: string): key is ShownKey => shownKeys.some((shown) => shown === key)

export type Stored = Pick<AllSettingView, ShownKey>
/** As the fields hold them: a number may be blank while it is typed. */
export type SettingValues = Record<ShownKey, boolean | number | string>

// Object.fromEntries loses the keys; they are exactly those of the table.
export const valuesOf = (stored: AllSettingView): SettingValues =>
  Object.fromEntries(shownKeys.map((key) => [key, stored[key]])) as SettingValues

export const changedKeys = (values: SettingValues, stored: AllSettingView): ShownKey[] =>
  shownKeys.filter((key) => values[key] !== stored[key])

/** Not a number, or out of range; the panel checks everything else. */
export function badNumber(key: PublicKey, value: boolean | number | string) {
  const row = rowOf(key)
  if (row.type !== 'int') return undefined
  const number = value === '' ? Number.NaN : Number(value)
  const fits = Number.isInteger(number) && number >= row.min && number <= row.max
  return fits ? undefined : { min: row.min, max: row.max }
}

/** Merges values that another user saved: unedited fields take the new value, edited ones are kept. */
export const movedKeys = (values: SettingValues, was: AllSettingView, now: AllSettingView): ShownKey[] =>
  shownKeys.filter((key) => was[key] !== now[key] && values[key] === was[key])

import type { Quota } from '../quotas.ts'

/** At its quota or expiry a client is cut off, or slowed down until it is renewed. */
export const endings = ['cut', 'slow'] as const
/** What an IP limit counts: addresses (an IPv6 /64 is one), or networks (/24 and /56). */
export const ipCounts = ['address', 'network'] as const
/** Why a client is slow now: past its quota or end, or past its allowance of the day. */
export const slowReasons = ['', 'ended', 'day'] as const

/** Numbers are `time` in milliseconds, `speed` in bits per second, `bytes`, `count`, or `id`, which is no amount. */
interface Values {
  text: string
  toggle: boolean
  count: number
  bytes: number
  speed: number
  time: number
  id: number
  choice: string
  reverse: { tag: string } | null
  quotas: Quota[]
}

interface Field {
  /** Its column in the table `clients`. */
  column: string
  kind: keyof Values
  /** The first one is the default. */
  choices?: readonly string[]
  /** The default of a new client, if it is not blank, 0 or false. */
  default?: true
  /** Its name in a request, where that differs. */
  input?: string
  /** The largest number or the longest text that a request may have. */
  max?: number
  /** A text of several lines. */
  lines?: true
  /** No log, audit row or export shows it. */
  secret?: true
  /** Kept with the client, but not shown as one of its fields. */
  internal?: true
  /** In the entry of an inbound's list of clients always, or only if it is set; or only in the export of clients. */
  entry?: 'always' | 'set' | 'export'
  /** Part of the paged list of clients, besides the fields that 3x-ui shows there. */
  list?: true
  /** A group or a plan may set it, too: their value counts for a client that does not. */
  inherited?: true
  /** `own`: nodes of our own kind get it and are compared. `never`: this panel alone uses it. Else 3x-ui has it, too. */
  nodes?: 'own' | 'never'
  /** Panels of an older version do not send it. Every new field is later. */
  later?: true
}

const inherited = { list: true, entry: 'set', inherited: true, nodes: 'own', later: true } as const

/** Nodes get these only with a WireGuard inbound: 3x-ui reads the addresses as a list. */
const peer = { entry: 'export', nodes: 'never', later: true } as const

/**
 * Every field of a client, one row each, in the order of the API's answers. Schemas, columns, SQL, bodies for nodes, undo,
 * forms and the words of the activity page are made from it. Limits that are 0, `cut` or `address` are not set.
 */
export const clientFields = {
  email: { column: 'email', kind: 'text' },
  subId: { column: 'sub_id', kind: 'text', secret: true },
  uuid: { column: 'uuid', kind: 'text', input: 'id', secret: true },
  password: { column: 'password', kind: 'text', max: 512, secret: true },
  auth: { column: 'auth', kind: 'text', max: 512, secret: true },
  flow: { column: 'flow', kind: 'text' },
  security: { column: 'security', kind: 'text', max: 64 },
  reverse: { column: 'reverse', kind: 'reverse' },
  limitIp: { column: 'limit_ip', kind: 'count', entry: 'always' },
  totalGB: { column: 'total_gb', kind: 'bytes', entry: 'always' },
  expiryTime: { column: 'expiry_time', kind: 'time', entry: 'always' },
  enable: { column: 'enable', kind: 'toggle', default: true, entry: 'always' },
  tgId: { column: 'tg_id', kind: 'id', entry: 'always' },
  comment: { column: 'comment', kind: 'text', max: 4096, lines: true, entry: 'always' },
  /** Days after which it renews by itself; 0: never. */
  reset: { column: 'reset', kind: 'count', max: 100_000, entry: 'always' },
  group: { column: 'group_name', kind: 'text', max: 254, entry: 'set' },
  limitHwid: { column: 'limit_hwid', kind: 'count', entry: 'export', list: true, nodes: 'never' },
  /** Whether each device of the client has a key of its own. */
  deviceKeys: {
    column: 'device_keys',
    kind: 'toggle',
    entry: 'export',
    list: true,
    nodes: 'never',
    later: true,
  },
  /** Keys of its devices, as `domain/devices/keys` reads them. */
  deviceSecrets: { column: 'device_secrets', kind: 'text', internal: true, secret: true, nodes: 'never' },
  speedDown: { column: 'speed_down', kind: 'speed', ...inherited },
  speedUp: { column: 'speed_up', kind: 'speed', ...inherited },
  whenEnded: { column: 'when_ended', kind: 'choice', choices: endings, ...inherited },
  slowSpeed: { column: 'slow_speed', kind: 'speed', ...inherited },
  /** After so many bytes in a day the speed is `fairUseSpeed` until midnight. */
  fairUse: { column: 'fair_use', kind: 'bytes', ...inherited },
  fairUseSpeed: { column: 'fair_use_speed', kind: 'speed', ...inherited },
  ipCount: { column: 'ip_count', kind: 'choice', choices: ipCounts, ...inherited },
  /** Seconds. An address that goes quiet this soon after a new one appeared gives its place to the new one. */
  ipGrace: { column: 'ip_grace', kind: 'count', max: 3_600, ...inherited },
  /** With too many addresses the new ones are refused, or all of the client's connections are slow. */
  whenOverIp: { column: 'when_over_ip', kind: 'choice', choices: endings, ...inherited },
  /** Quotas of its own for inbounds, nodes and labels; a group and a plan may set some, too (ADR 150). */
  quotas: { column: 'quotas', kind: 'quotas', nodes: 'never', later: true },
  /** The plan whose limits apply where the client and its group set none; 0: none. */
  planId: { column: 'plan_id', kind: 'id', list: true, entry: 'set', later: true },
  /** Day of the month to renew on, instead of a number of days; 0: none. */
  resetDay: { column: 'reset_day', kind: 'count', max: 31, entry: 'always' },
  /** Number of renewals; 0: unlimited. */
  resetMax: { column: 'reset_max', kind: 'count', entry: 'always' },
  createdAt: { column: 'created_at', kind: 'time', input: 'created_at' },
  updatedAt: { column: 'updated_at', kind: 'time', input: 'updated_at' },
  /** The panel disabled it, not an operator (R23). */
  disabledByPanel: { column: 'disabled_by_panel', kind: 'toggle', internal: true },
  /** Shadowsocks 2022 key, if it differs from the password. */
  shadowsocksKey: { column: 'shadowsocks_key', kind: 'text', max: 512, internal: true, secret: true },
  /** WireGuard: Base64 of 32 bytes. The private key is blank if the operator knows only the public one. */
  privateKey: { column: 'wg_private_key', kind: 'text', max: 64, secret: true, ...peer },
  publicKey: { column: 'wg_public_key', kind: 'text', max: 64, ...peer },
  preSharedKey: { column: 'wg_pre_shared_key', kind: 'text', max: 64, secret: true, ...peer },
  /** Its addresses inside the tunnels of WireGuard inbounds: `10.0.0.2/32,fd00::2/128`. */
  allowedIPs: { column: 'wg_allowed_ips', kind: 'text', max: 1_000, ...peer },
  /** Seconds; 0: none. */
  keepAlive: { column: 'wg_keep_alive', kind: 'count', max: 65_535, ...peer },
  slowed: { column: 'slowed', kind: 'choice', choices: slowReasons, internal: true },
  /** Inbounds, by id, that it has because its group or plan names them: `3,7`. The others it has by hand (ADR 149). */
  givenInbounds: { column: 'given_inbounds', kind: 'text', internal: true, nodes: 'never' },
  /** Inbounds that were taken away by hand and that no group or plan gives back. */
  withoutInbounds: { column: 'without_inbounds', kind: 'text', internal: true, nodes: 'never' },
  /** Its inbounds on which a quota needs its bytes counted apart. Follows from the quotas that count for it. */
  countedInbounds: { column: 'counted_inbounds', kind: 'text', internal: true, nodes: 'never' },
  /** Its inbounds that are closed for it, because a quota is used up. */
  spentInbounds: { column: 'spent_inbounds', kind: 'text', internal: true, nodes: 'never' },
} as const satisfies Record<string, Field>

type Table = typeof clientFields
export type FieldName = keyof Table
export type FieldRow<K extends FieldName = FieldName> = Table[K]

export type FieldValue<K extends FieldName> = Table[K] extends { choices: readonly (infer C)[] }
  ? C
  : Values[Table[K]['kind']]
/** Everything that is stored of a client. */
export type StoredFields = { [K in FieldName]: FieldValue<K> }

type Having<M> = { [K in FieldName]: Table[K] extends M ? K : never }[FieldName]

export const fieldNames = Object.keys(clientFields) as FieldName[] // Object.keys widens the keys to string
export const rowOf = (name: FieldName): Field => clientFields[name]

/** The fields whose rows say this, in the order of the table. */
export const fieldsWith = <const M extends Partial<Field>>(marks: M) =>
  fieldNames.filter((name) =>
    Object.entries(marks).every(([mark, value]) => rowOf(name)[mark as keyof Field] === value),
  ) as Having<M>[] // just checked

/** Those that the API shows. */
export const shownFields = fieldNames.filter((name) => !rowOf(name).internal) as Exclude<
  FieldName,
  Having<{ internal: true }>
>[] // just checked
/** In the order in which wrong ones are named. */
export const inputFields = [
  ...(['email', 'uuid', 'password', 'auth', 'shadowsocksKey', 'security', 'flow', 'reverse'] as const),
  ...(['tgId', 'subId', 'enable', 'expiryTime', 'limitIp', 'totalGB'] as const),
  ...shownFields,
]
export const inheritedFields = fieldsWith({ inherited: true })
export type InheritedField = (typeof inheritedFields)[number]
/** What a group sets: quota and end are those of all members together. */
export const groupFields = [
  ...inheritedFields,
  ...(['limitHwid', 'limitIp', 'totalGB', 'expiryTime', 'quotas'] as const),
]
/** What a plan sets besides its older fields. */
export const planFields = [...(['limitHwid', 'deviceKeys', 'quotas'] as const), ...inheritedFields]
export type GroupField = (typeof groupFields)[number]

/** Most have none, and share this one. */
export const noQuotas: Quota[] = []

const blanks = { text: '', toggle: false, reverse: null, quotas: noQuotas } as const

export const defaultOf = <K extends FieldName>(name: K): FieldValue<K> => {
  const { kind, choices, default: own } = rowOf(name)
  const value = own ?? choices?.[0] ?? blanks[kind as keyof typeof blanks]
  return (value === undefined ? 0 : value) as FieldValue<K> // the default of its kind
}

/** An object with a value for each of these names. */
export const byName = <const K extends string, V>(names: readonly K[], value: (name: K) => V): Record<K, V> =>
  Object.fromEntries(names.map((name) => [name, value(name)])) as Record<K, V> // exactly these keys

export const blanksOf = <const K extends FieldName>(names: readonly K[]) =>
  byName(names, defaultOf) as Pick<StoredFields, K> // a default has the type of its field

/** What an act on many clients sets, and the name by which it is asked for. */
export const bulkFields = {
  setBytes: 'totalGB',
  setExpiryTime: 'expiryTime',
  setLimitIp: 'limitIp',
  setLimitHwid: 'limitHwid',
  setDeviceKeys: 'deviceKeys',
  setSpeedDown: 'speedDown',
  setSpeedUp: 'speedUp',
  setWhenEnded: 'whenEnded',
  setSlowSpeed: 'slowSpeed',
  setReset: 'reset',
  setPlanId: 'planId',
  setGroup: 'group',
} as const satisfies Record<string, FieldName>
export type BulkName = keyof typeof bulkFields
export const bulkNames = Object.keys(bulkFields) as BulkName[] // as above

/** What a plan sets in a client, also when it is applied again. Days and inbounds belong to the moment of a sale. */
export const appliedFields = ['totalGB', 'limitIp', 'limitHwid', 'deviceKeys', 'reset', 'group'] as const
export type AppliedField = (typeof appliedFields)[number]

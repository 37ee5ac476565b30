import { foreignRecordKeys } from '#contract/client.ts'
import { type FieldName, fieldsWith, inheritedFields, rowOf, shownFields } from '#contract/clients/fields.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import { entryMethod, keyLength } from '#domain/clients/credentials.ts'
import { canCarryFlow, methodOf } from '#domain/inbounds/capabilities.ts'
import type { InboundShape } from '#domain/inbounds/stream.ts'
import { type Engine, type Field, fixed, json, literal, mayLack, number, text, toggle } from './json-sql.ts'

// The shapes of `toRecord`, `toTraffic` and `clientEntry`, for the tables c (clients), t (their counters, may be
// missing) and ci (attachments).

/** We write `{"tag":"..."}`; anything else in an imported database counts as none. */
const reverseSql = (engine: Engine): string =>
  engine === 'sqlite'
    ? `case when c.reverse = '' or not json_valid(c.reverse) then null
        when json_type(c.reverse, '$.tag') = 'text' and c.reverse ->> '$.tag' <> ''
        then concat('{"tag":', json_quote(c.reverse ->> '$.tag'), '}') end`
    : String.raw`case when c.reverse ~ '^\{"tag":"([^"\\[:cntrl:]]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})+"\}$' then c.reverse end`

/** We write a list; anything else counts as none. */
const quotasSql = (engine: Engine): string =>
  engine === 'sqlite'
    ? `case when json_valid(c.quotas) then c.quotas else '[]' end`
    : `case when c.quotas like '[%' then c.quotas else '[]' end`

/** A field as the database writes it. */
function sqlOf(name: FieldName, engine: Engine): Field {
  const { kind, column } = rowOf(name)
  if (kind === 'reverse') return json(name, reverseSql(engine))
  if (kind === 'quotas') return json(name, quotasSql(engine))
  const make = kind === 'text' || kind === 'choice' ? text : kind === 'toggle' ? toggle : number
  return make(name, `c.${column}`)
}

/** Omitted if it is blank, 0 or has the default. */
function ifSet(name: Exclude<FieldName, 'reverse'>, key: string = name): Field {
  const field = { ...sqlOf(name, 'sqlite'), key } // the same in both engines
  const usual = rowOf(name).choices?.[0]
  return mayLack(usual ? { ...field, sql: `nullif(${field.sql}, ${literal(usual)})` } : field)
}

/** Only if it differs from the password. */
const ownKey = ifSet('shadowsocksKey')

// The order of older versions: programs may compare texts.
const always = fieldsWith({ entry: 'always' })
const limits = [...inheritedFields.filter((name) => rowOf(name).kind !== 'choice'), ...inheritedFields]
const first = new Set<FieldName>([
  ...(['email', 'subId', 'uuid', 'password', 'auth', 'flow', 'security', 'reverse'] as const),
  ...always,
  ...(['group', 'limitHwid', 'deviceKeys', ...limits, 'planId', 'slowed'] as const),
])

export const recordFields = (engine: Engine): Field[] => [
  number('id', 'c.id'),
  ...[...first].map((name) => sqlOf(name, engine)),
  toggle('ended', "(c.disabled_by_panel or c.slowed = 'ended')"),
  ...shownFields.filter((name) => !first.has(name)).map((name) => sqlOf(name, engine)),
  ownKey,
  ...Object.entries(foreignRecordKeys).map(([key, value]) => fixed(key, value)),
]

/** A client without a counter row shows zero usage. */
export const trafficFields = (inboundId: string, withIdentity = true): Field[] => [
  number('id', 'coalesce(t.id, 0)'),
  number('inboundId', inboundId),
  toggle('enable', 'coalesce(t.enable, c.enable)'),
  text('email', 'c.email'),
  ...(withIdentity
    ? [text('uuid', 'c.uuid'), text('subId', 'c.sub_id')]
    : [fixed('uuid', ''), fixed('subId', '')]),
  number('up', 'coalesce(t.up, 0)'),
  number('down', 'coalesce(t.down, 0)'),
  number('expiryTime', 'coalesce(t.expiry_time, c.expiry_time)'),
  number('total', 'coalesce(t.total, c.total_gb)'),
  number('reset', 'coalesce(t.reset, c.reset)'),
  number('lastOnline', 'coalesce(t.last_online, 0)'),
  number('resetDay', 'c.reset_day'),
  number('resetMax', 'c.reset_max'),
  number('resetCount', 'coalesce(t.reset_count, 0)'),
  number('lastSubFetch', 'coalesce(t.last_sub_fetch, 0)'),
]

const uuid = ifSet('uuid', 'id')
const password = ifSet('password')
const key2022 = mayLack(text('password', "coalesce(nullif(c.shadowsocks_key, ''), c.password)"))
const auth = () => [ifSet('auth')]
const ownFlow = mayLack(text('flow', "coalesce(nullif(ci.flow_override, ''), c.flow)"))

/** Only what the protocol uses, as in the domain's `identityFor`. */
const identity = {
  vless: (inbound, engine) => [
    uuid,
    ...(canCarryFlow(inbound) ? [ownFlow] : []),
    mayLack(json('reverse', reverseSql(engine))),
  ],
  vmess: () => [uuid],
  trojan: () => [password, ownFlow],
  shadowsocks: (inbound) => {
    const cipher = methodOf(inbound)
    const method = entryMethod(cipher)
    const own = keyLength(cipher) > 0 ? key2022 : password
    return [own, ...(method === undefined ? [] : [json('method', literal(JSON.stringify(method)))])]
  },
  hysteria: auth,
  hysteria2: auth,
  masque: () => [password],
  wireguard: () => [
    ...(['privateKey', 'publicKey', 'preSharedKey', 'keepAlive'] as const).map((name) => ifSet(name)),
    // Only addresses and commas are stored.
    mayLack(json('allowedIPs', "'[\"' || replace(nullif(c.wg_allowed_ips, ''), ',', '\",\"') || '\"]'")),
  ],
} satisfies Record<ClientProtocol, (inbound: InboundShape, engine: Engine) => Field[]>

const entryTail: Field[] = [
  ...[...always, 'subId' as const].map((name) => sqlOf(name, 'sqlite')),
  ...[...new Set([...(['group', ...limits] as const), ...fieldsWith({ entry: 'set' })])].map((name) =>
    ifSet(name),
  ),
  ifSet('createdAt', 'created_at'),
  ifSet('updatedAt', 'updated_at'),
]
const entryHead: Field[] = [text('security', 'c.security'), text('email', 'c.email')]

export const entryFields = (
  engine: Engine,
  inbound: InboundShape & { protocol: ClientProtocol },
): Field[] => [...entryHead, ...identity[inbound.protocol](inbound, engine), ...entryTail]

export const slimEntryFields: Field[] = [
  text('email', 'c.email'),
  toggle('enable', 'c.enable'),
  text('comment', 'c.comment'),
]

/** The operator's choice: a client that the panel disabled would stay disabled after an import (R23). */
const wantedEnable = toggle('enable', '(c.enable or c.disabled_by_panel)')

/** In the import format, with every credential regardless of protocol. */
export const exportFields = (engine: Engine): Field[] => [
  ...entryHead,
  uuid,
  mayLack(json('reverse', reverseSql(engine))),
  ...entryTail.map((f) => (f.key === wantedEnable.key ? wantedEnable : f)),
  sqlOf('password', engine),
  sqlOf('auth', engine),
  ownKey,
  sqlOf('flow', engine),
  ...fieldsWith({ entry: 'export' }).map((name) => sqlOf(name, engine)),
]

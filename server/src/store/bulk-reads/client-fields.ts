import { foreignRecordKeys } from '#contract/client.ts'
import type { ClientProtocol } from '#contract/protocol.ts'
import { entryMethod, keyLength } from '#domain/clients/shadowsocks-key.ts'
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

/** Only if it differs from the password. */
const ownKey = mayLack(text('shadowsocksKey', 'c.shadowsocks_key'))

const limits: Field[] = [
  number('limitIp', 'c.limit_ip'),
  number('totalGB', 'c.total_gb'),
  number('expiryTime', 'c.expiry_time'),
  toggle('enable', 'c.enable'),
  number('tgId', 'c.tg_id'),
  text('comment', 'c.comment'),
  number('reset', 'c.reset'),
  number('resetDay', 'c.reset_day'),
  number('resetMax', 'c.reset_max'),
]

const numbers: Field[] = [
  number('speedDown', 'c.speed_down'),
  number('speedUp', 'c.speed_up'),
  number('slowSpeed', 'c.slow_speed'),
  number('fairUse', 'c.fair_use'),
  number('fairUseSpeed', 'c.fair_use_speed'),
  number('ipGrace', 'c.ip_grace'),
]
const speeds: Field[] = [
  ...numbers,
  text('whenEnded', 'c.when_ended'),
  text('ipCount', 'c.ip_count'),
  text('whenOverIp', 'c.when_over_ip'),
]
/** In an entry of an inbound's list only what is set. */
const ownSpeeds: Field[] = [
  ...numbers.map(mayLack),
  mayLack(text('whenEnded', "nullif(c.when_ended, 'cut')")),
  mayLack(text('ipCount', "nullif(c.ip_count, 'address')")),
  mayLack(text('whenOverIp', "nullif(c.when_over_ip, 'cut')")),
  mayLack(number('planId', 'c.plan_id')),
]

export const recordFields = (engine: Engine): Field[] => [
  number('id', 'c.id'),
  text('email', 'c.email'),
  text('subId', 'c.sub_id'),
  text('uuid', 'c.uuid'),
  text('password', 'c.password'),
  text('auth', 'c.auth'),
  text('flow', 'c.flow'),
  text('security', 'c.security'),
  json('reverse', reverseSql(engine)),
  ...limits,
  text('group', 'c.group_name'),
  number('limitHwid', 'c.limit_hwid'),
  toggle('deviceKeys', 'c.device_keys'),
  ...speeds,
  number('planId', 'c.plan_id'),
  text('slowed', 'c.slowed'),
  toggle('ended', "(c.disabled_by_panel or c.slowed = 'ended')"),
  number('createdAt', 'c.created_at'),
  number('updatedAt', 'c.updated_at'),
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

const uuid = mayLack(text('id', 'c.uuid'))
const password = mayLack(text('password', 'c.password'))
const key2022 = mayLack(text('password', "coalesce(nullif(c.shadowsocks_key, ''), c.password)"))
const auth = () => [mayLack(text('auth', 'c.auth'))]
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
} satisfies Record<ClientProtocol, (inbound: InboundShape, engine: Engine) => Field[]>

const entryTail: Field[] = [
  ...limits,
  text('subId', 'c.sub_id'),
  mayLack(text('group', 'c.group_name')),
  ...ownSpeeds,
  mayLack(number('created_at', 'c.created_at')),
  mayLack(number('updated_at', 'c.updated_at')),
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
  text('password', 'c.password'),
  text('auth', 'c.auth'),
  ownKey,
  text('flow', 'c.flow'),
  number('limitHwid', 'c.limit_hwid'),
  toggle('deviceKeys', 'c.device_keys'),
]

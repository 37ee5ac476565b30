import type { Coded } from '#contract/coded.ts'
import { type InboundField, inboundField, inboundFields } from '#contract/inbounds/fields.ts'
import { protocols } from '#contract/protocol.ts'
import { coded } from '#domain/refusal.ts'
import { choice, type Field, flag, list, type Row, section, text, whole } from './field.ts'
import { settingsFields } from './protocols.ts'
import { securityFields } from './security.ts'
import { socketFields } from './socket.ts'
import { transportFields } from './transports.ts'

const printable = (v: string): Coded | undefined =>
  /[\p{Cc}\p{Cs}]/u.test(v) ? coded('input.control-characters') : undefined

/** A field of the inbound itself; blank or 0 means its default. */
function own(key: InboundField, more: Partial<Row> = {}): Row {
  const { kind, default: value, choices = [], min = 0, max } = inboundField(key)
  const base = { key, default: value, ...more }
  if (kind === 'toggle') return { ...base, kind: 'switch' }
  if (kind === 'factor') return { ...base, kind, min, ...(max && { max }) }
  if (kind === 'choice') return { ...base, kind, choices: ['', ...choices] }
  if (kind === 'text') return { ...base, kind, ...(max && { max }), check: printable }
  if (kind === 'words') return { ...base, kind: 'list' }
  return { ...base, kind: 'whole', min, ...(max && { max }), ...(min > 0 && { orZero: true }) }
}

/** Top of the form: fields that every inbound has. */
const top = section('', {}, [
  own('enable'),
  own('remark'),
  choice('protocol', protocols, 'vless'),
  own('listen'),
  whole('port', 0, inboundFields.port.max),
  own('total'),
  own('trafficReset'),
  own('trafficResetDay', { where: { trafficReset: ['monthly'] } }),
  own('expiryTime'),
  text('tag', undefined, { max: 254 }),
  own('shareAddrStrategy'),
  own('shareAddr'),
  own('subSortIndex'),
  own('disableFlow', { protocol: ['vless'] }),
  own('speedDown'),
  own('speedUp'),
  own('trafficMultiplier'),
  own('labels'),
])

const on = { where: { 'sniffing.enabled': [true] } }

const sniffing = section('sniffing', {}, [
  flag('enabled', false, { fill: true }),
  list('destOverride', ['http', 'tls', 'quic', 'fakedns'], {
    ...on,
    orText: true,
    choices: ['http', 'tls', 'quic', 'fakedns', 'fakedns+others'],
  }),
  flag('metadataOnly', undefined, on),
  flag('routeOnly', undefined, on),
  list('ipsExcluded', undefined, { ...on, orText: true }),
  list('domainsExcluded', undefined, { ...on, orText: true }),
])

/** Every field of an inbound: form, validation and defaults all use this table. */
export const formTable: readonly Field[] = [
  ...top,
  ...sniffing,
  ...settingsFields,
  ...transportFields,
  ...securityFields,
  ...socketFields,
]

import type { Coded } from '#contract/coded.ts'
import { protocols } from '#contract/protocol.ts'
import { trafficResets } from '#contract/traffic-reset.ts'
import { coded } from '#domain/refusal.ts'
import { choice, type Field, flag, int32, list, safe, section, text, whole } from './field.ts'

const printable = (v: string): Coded | undefined =>
  /[\p{Cc}\p{Cs}]/u.test(v) ? coded('input.control-characters') : undefined

/** Top of the form: fields that every inbound has. */
const top = section('', {}, [
  flag('enable', true),
  text('remark', '', { max: 1024, check: printable }),
  choice('protocol', protocols, 'vless'),
  text('listen', '', { max: 1024, check: printable }),
  whole('port', 0, 65_535),
  whole('total', 0, safe, 0),
  choice('trafficReset', ['', ...trafficResets], 'never'),
  whole('trafficResetDay', 1, 31, 1, { orZero: true, where: { trafficReset: ['monthly'] } }),
  whole('expiryTime', 0, safe, 0),
  text('tag', undefined, { max: 254 }),
  choice('shareAddrStrategy', ['', 'node', 'listen', 'custom'], 'node'),
  text('shareAddr', '', { max: 1024, check: printable }),
  whole('subSortIndex', 1, int32, 1, { orZero: true }),
  flag('disableFlow', false, { protocol: ['vless'] }),
  whole('speedDown', 0, safe, 0),
  whole('speedUp', 0, safe, 0),
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

export const generalFields: readonly Field[] = [...top, ...sniffing]

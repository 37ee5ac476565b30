import { blankHost } from '#contract/host.ts'
import { networkOf } from '#domain/inbounds/stream.ts'
import { coded } from '#domain/refusal.ts'
import { asTexts } from '#domain/untyped.ts'
import type { ArrivingHosts } from '../arrival.ts'
import type { SourceRow } from '../source-tables.ts'
import { countCell, flagCell, jsonCell, textCell, wordCell } from './cells.ts'
import type { CoreInbound } from './core-file.ts'
import type { Findings } from './findings.ts'

interface Context {
  inbounds: ReadonlyMap<string, CoreInbound>
  /** What `{SERVER_IP}` stands for here; blank if unknown. */
  serverAddress: string
  sha256: (text: string) => string
  findings: Findings
}

const variable = /\{\w+\}/
const everyVariable = /\{\w+\}/g
const serverIp = /^\{SERVER_IP(?:V6)?\}$/
const securities = { inbound_default: 'same', none: 'none', tls: 'tls', reality: 'reality' } as const
/** Columns of features that links here do not carry. */
const extras = [
  'fragment_setting',
  'fragment_settings',
  'noise_setting',
  'noise_settings',
  'mux_settings',
] as const

const isBlank = (row: SourceRow, name: string): boolean => {
  const value = jsonCell(row, name) ?? textCell(row, name)
  return value === null || value === '' || value === false
}

/** Any name below the domain works, so one is chosen and kept. */
function withoutStar(text: string, subject: string, { sha256, findings }: Context): string {
  if (!text.includes('*')) return text
  const chosen = text.replaceAll('*', sha256(text).slice(0, 8))
  findings.add('healed', subject, coded('marzban.host-star', { from: text, to: chosen }))
  return chosen
}

/** A name that is the same in the links of all users; blank, with the reason reported, if it differs per user. */
function nameOf(row: SourceRow, column: 'sni' | 'host', subject: string, context: Context): string {
  const [first = '', ...others] = asTexts(row[column])
  if (variable.test(first)) {
    context.findings.add('left', subject, coded('marzban.host-variable', { text: first }))
    return ''
  }
  if (others.length > 0)
    context.findings.add('changes', subject, coded('marzban.host-list', { first, column }))
  return withoutStar(first, subject, context)
}

const isHostName = (text: string): boolean =>
  text !== '' && text.length <= 253 && !/[\s\p{Cc}\p{Cs}/\\<>"'`@#?]/u.test(text)

function addressesOf(row: SourceRow, subject: string, context: Context): string[] {
  return asTexts(row.address).flatMap((text) => {
    if (serverIp.test(text)) return context.serverAddress || []
    const address = variable.test(text) ? '' : withoutStar(text, subject, context)
    if (isHostName(address)) return address
    context.findings.add('left', subject, coded('marzban.host-variable', { text }))
    return []
  })
}

/** Variables of the other panel's names: here one template names all links. */
function remarkOf(row: SourceRow, findings: Findings): string {
  const written = textCell(row, 'remark').trim()
  if (!variable.test(written)) return written.slice(0, 254)
  findings.count('changes', 'remarks', written, (about) => coded('marzban.host-remark', about))
  const bare = written.replace(everyVariable, '').replace(/[([{][\s|,:·-]*[)\]}]/g, '')
  return bare.replace(/ +/g, ' ').trim().slice(0, 254)
}

const wordOrBlank = (row: SourceRow, name: string): string => {
  const word = textCell(row, name).trim()
  return word.toLowerCase() === 'none' ? '' : word
}

function securityIn(row: SourceRow): (typeof securities)[keyof typeof securities] {
  const word = wordCell(row, 'security')
  return Object.hasOwn(securities, word) ? securities[word as keyof typeof securities] : 'same'
}

/** Whether the row says nothing but the server's own address. */
const saysNothing = (group: ArrivingHosts['group']): boolean =>
  group.port === 0 &&
  group.security === 'same' &&
  !group.allowInsecure &&
  [group.sni, group.hostHeader, group.path, group.fingerprint, ...group.alpn].every((text) => text === '')

function tellExtras(row: SourceRow, subject: string, inbound: CoreInbound, { findings }: Context): void {
  for (const column of extras)
    if (!isBlank(row, column)) findings.add('left', subject, coded('marzban.host-extra', { column }))
  if (textCell(row, 'path') !== '' && networkOf(inbound.arriving.streamSettings) === 'grpc')
    findings.add('left', subject, coded('marzban.host-extra', { column: 'path' }))
}

function groupOf(row: SourceRow, order: number, context: Context): ArrivingHosts['group'] {
  const subject = textCell(row, 'remark') || textCell(row, 'inbound_tag')
  const port = countCell(row, 'port')
  const path = textCell(row, 'path').trim()
  return {
    ...blankHost,
    remark: remarkOf(row, context.findings),
    hosts: addressesOf(row, subject, context),
    port: port < 65_536 ? port : 0,
    security: securityIn(row),
    sni: nameOf(row, 'sni', subject, context),
    hostHeader: nameOf(row, 'host', subject, context),
    path: variable.test(path) ? '' : path,
    alpn: wordOrBlank(row, 'alpn')
      .split(',')
      .flatMap((name) => name.trim() || []),
    fingerprint: wordOrBlank(row, 'fingerprint'),
    allowInsecure: flagCell(row, 'allowinsecure'),
    isDisabled: flagCell(row, 'is_disabled'),
    sortOrder: order,
  }
}

/** The other panel's hosts as advertised addresses. One that is only the server itself needs no row here. */
export function hostsOf(rows: readonly SourceRow[], context: Context): ArrivingHosts[] {
  const inOrder = [...rows].sort((a, b) => countCell(a, 'priority') - countCell(b, 'priority'))
  return inOrder.flatMap((row, order): ArrivingHosts[] => {
    const tag = textCell(row, 'inbound_tag')
    const inbound = context.inbounds.get(tag)
    const subject = textCell(row, 'remark') || tag
    if (!inbound) {
      context.findings.add('left', subject, coded('marzban.host-inbound', { tag }))
      return []
    }
    tellExtras(row, subject, inbound, context)
    const group = groupOf(row, order, context)
    if (group.hosts.length > 0) return [{ inboundTags: [tag], group }]
    if (asTexts(row.address).some((text) => serverIp.test(text)) && !saysNothing(group))
      context.findings.add('left', subject, coded('marzban.host-server', { tag }))
    return []
  })
}

import type { Block } from '#contract/inbound.ts'
import { type Protocol, protocolTraits } from '#contract/protocol.ts'
import type { Cell } from '#domain/inbounds/form/cells.ts'
import type { Field } from '#domain/inbounds/form/field.ts'
import { formTable } from '#domain/inbounds/form/table.ts'
import { inCell, isWanted } from '#domain/inbounds/form/values.ts'
import { getAt, isWithin, placeOf } from './paths.ts'

export const sections = [
  'basic',
  'protocol',
  'transport',
  'security',
  'fallbacks',
  'sniffing',
  'sharing',
  'advanced',
] as const
export type Section = (typeof sections)[number]

/** The first match decides. */
const places: readonly (readonly [top: string, section: Section])[] = [
  ['fallbacks', 'fallbacks'],
  ['settings.fallbacks', 'fallbacks'],
  ['settings', 'protocol'],
  ['streamSettings.security', 'security'],
  ['streamSettings.tlsSettings', 'security'],
  ['streamSettings.realitySettings', 'security'],
  ['streamSettings.externalProxy', 'sharing'],
  ['streamSettings.sockopt', 'advanced'],
  ['streamSettings.finalmask', 'advanced'],
  ['streamSettings', 'transport'],
  ['sniffing', 'sniffing'],
  ['shareAddrStrategy', 'sharing'],
  ['shareAddr', 'sharing'],
  ['subSortIndex', 'sharing'],
  ['labels', 'sharing'],
  ['disableFlow', 'sharing'],
  ['speedDown', 'advanced'],
  ['speedUp', 'advanced'],
  ['trafficMultiplier', 'advanced'],
  ['tag', 'advanced'],
]

/** The section of a field, including unknown fields that the panel names. */
export const sectionOf = (at: string): Section => places.find(([top]) => isWithin(at, top))?.[1] ?? 'basic'

/** The first fields of each section; the others follow in the order of the table. */
const first = [
  'remark',
  'protocol',
  'port',
  'listen',
  'enable',
  'settings.secretKey',
  'settings.address',
  'settings.dns',
  'streamSettings.realitySettings.target',
  'streamSettings.realitySettings.serverNames',
  'streamSettings.realitySettings.privateKey',
  'streamSettings.realitySettings.settings.publicKey',
  'streamSettings.realitySettings.shortIds',
  'streamSettings.realitySettings.settings.fingerprint',
  'streamSettings.realitySettings.settings.spiderX',
  'streamSettings.tlsSettings.serverName',
  'streamSettings.tlsSettings.settings.fingerprint',
  'streamSettings.tlsSettings.alpn',
  'streamSettings.tlsSettings.certificates',
]
const rank = ({ path }: Field) => (first.includes(path) ? first.indexOf(path) : first.length)

/** Drawn by the editor itself. */
const byHand = ['settings.fallbacks']

/** A block whose fields are in the table is shown through them. */
export const isShell = ({ kind, path }: Field, table: readonly Field[]): boolean =>
  kind === 'block' && table.some((other) => other.path.startsWith(`${path}.`))

/** The fields of a section that apply to this inbound, common ones first. */
export const fieldsOf = (section: Section, form: Block, cell: Cell): Field[] =>
  formTable
    .filter(
      (field) =>
        sectionOf(field.path) === section &&
        !field.path.includes('[]') &&
        !byHand.some((top) => isWithin(field.path, top)) &&
        !isShell(field, formTable) &&
        inCell(field, cell) &&
        isWanted(field, form),
    )
    .toSorted((a, b) => rank(a) - rank(b))

/** The fields of one entry in a list of blocks. */
export const rowFieldsOf = (rows: Field, cell: Cell): Field[] =>
  formTable.filter((field) => field.path.startsWith(`${rows.path}[].`) && inCell(field, cell))

/** Fields of a new inbound that hardly anybody changes: folded until they have another value. */
export const rareFields: ReadonlySet<string> = new Set([
  'total',
  'trafficReset',
  'trafficResetDay',
  'expiryTime',
  'subSortIndex',
  'disableFlow',
  'settings.noKernelTun',
  'settings.peers',
  'settings.allowTransparent',
  'settings.followRedirect',
  'settings.userLevel',
  'settings.autoOutboundsInterface',
  'settings.version',
  ...under(
    'streamSettings.tcpSettings',
    'acceptProxyProtocol header.request.version header.response.version',
  ),
  ...under('streamSettings.tcpSettings.header.response', 'status reason headers'),
  ...under('streamSettings.wsSettings', 'acceptProxyProtocol heartbeatPeriod headers'),
  ...under('streamSettings.httpupgradeSettings', 'acceptProxyProtocol headers'),
  ...under('streamSettings.grpcSettings', 'authority multiMode'),
  ...under('streamSettings.kcpSettings', 'tti cwndMultiplier maxSendingWindow'),
  ...under('streamSettings.xhttpSettings', 'xPaddingBytes'),
  ...under('streamSettings.hysteriaSettings', 'version udpIdleTimeout'),
  ...under('streamSettings.masqueSettings', 'host'),
  ...under('streamSettings.tlsSettings', 'cipherSuites minVersion maxVersion rejectUnknownSni'),
  ...under('streamSettings.tlsSettings', 'disableSystemRoot enableSessionResumption'),
  ...under('streamSettings.tlsSettings.certificates[]', 'ocspStapling oneTimeLoading buildChain'),
  ...under('streamSettings.realitySettings', 'show xver minClientVer maxClientVer maxTimediff mldsa65Seed'),
  ...under('streamSettings.realitySettings.settings', 'serverName spiderX mldsa65Verify'),
  ...under('streamSettings.externalProxy[]', 'fingerprint alpn'),
])

function under(top: string, keys: string): string[] {
  return keys.split(' ').map((key) => `${top}.${key}`)
}

/** Shown although a new inbound has none: they decide what clients get. */
const alwaysShown: ReadonlySet<string> = new Set(['settings.address', 'settings.dns'])

export const isRare = ({ path }: Field): boolean => rareFields.has(path)

/** As a new inbound has it; one with a random default counts as unchanged. */
const isUsual = (field: Field, value: unknown): boolean =>
  typeof field.default === 'function' ||
  value === '' ||
  value === false ||
  value === 0 ||
  JSON.stringify(value) === JSON.stringify(field.default)

/** Common fields: those that a new inbound has anyway, and those with a value; of rare ones, those that were changed. */
export function isCommon(field: Field, form: Block): boolean {
  const value = getAt(
    form,
    placeOf((at) => getAt(form, at), field),
  )
  if (alwaysShown.has(field.path)) return true
  if (isRare(field)) return value !== undefined && !isUsual(field, value)
  return field.default !== undefined || value !== undefined
}

/** Empty sections are omitted. */
export function isThere(section: Section, protocol: Protocol): boolean {
  const { stream } = protocolTraits[protocol]
  if (section === 'transport' || section === 'security') return stream === 'transport'
  if (section === 'fallbacks') return protocol === 'vless' || protocol === 'trojan'
  return (
    section !== 'protocol' || formTable.some((f) => f.path.startsWith('settings.') && inCell(f, { protocol }))
  )
}

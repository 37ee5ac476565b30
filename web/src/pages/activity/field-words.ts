import {
  bulkFields,
  bulkNames,
  byName,
  type FieldName,
  rowOf,
  shownFields,
} from '#contract/clients/fields.ts'
import type { PlainKey } from '../../i18n/translation.tsx'

/** How a value is written; `unsaid`: only that it changed. */
export type ValueKind = 'text' | 'bytes' | 'time' | 'toggle' | 'speed' | 'count' | 'inbounds' | 'unsaid'

type Words = readonly [PlainKey, ValueKind]

const kinds = { id: 'text', choice: 'unsaid', reverse: 'unsaid', quotas: 'unsaid' } as const
const kindOf = (name: FieldName): ValueKind => {
  const { kind, secret } = rowOf(name)
  return secret ? 'unsaid' : (kinds[kind as keyof typeof kinds] ?? kind)
}

/** Not by a word of their own. */
const credentials = ['uuid', 'password', 'auth', 'privateKey', 'publicKey', 'preSharedKey'] as const
const otherwise = ['email', ...credentials, 'createdAt', 'updatedAt'] as const
type Named = Exclude<(typeof shownFields)[number] | 'deviceSecrets', (typeof otherwise)[number]>
const named = [...shownFields, 'deviceSecrets'].filter((name) => !otherwise.some((other) => other === name))
/** Every field of a client has a word `past.<field>`. */
const clientWords = byName(named as Named[], (name): Words => [`past.${name}`, kindOf(name)])

/** The name of a field and how its value is written. */
export const fields: Readonly<Record<string, Words>> = {
  ...clientWords,
  email: ['past.name', 'text'],
  ...byName(credentials, (): Words => ['past.credentials', 'unsaid']),
  planId: ['past.planId', 'unsaid'],
  remark: ['past.name', 'text'],
  name: ['past.name', 'text'],
  enabled: ['past.enable', 'toggle'],
  port: ['past.port', 'text'],
  listen: ['past.listen', 'text'],
  protocol: ['past.protocol', 'text'],
  tag: ['past.tag', 'text'],
  total: ['past.totalGB', 'bytes'],
  quota: ['past.totalGB', 'bytes'],
  days: ['past.days', 'count'],
  delayedStart: ['past.delayedStart', 'toggle'],
  inboundIds: ['past.inbounds', 'inbounds'],
  followInbounds: ['past.followInbounds', 'toggle'],
  labels: ['past.labels', 'text'],
  inbounds: ['past.inbounds', 'text'],
  hosts: ['past.address', 'text'],
  up: ['past.up', 'bytes'],
  down: ['past.down', 'bytes'],
  network: ['past.network', 'text'],
  dest: ['past.target', 'text'],
  target: ['past.target', 'text'],
  serverName: ['past.sni', 'text'],
  serverNames: ['past.sni', 'text'],
  path: ['past.path', 'text'],
  host: ['past.host', 'text'],
  username: ['past.username', 'text'],
  address: ['past.address', 'text'],
  scheme: ['past.scheme', 'text'],
  basePath: ['past.basePath', 'text'],
  apiToken: ['past.apiToken', 'unsaid'],
  allowPrivateAddress: ['past.privateAddress', 'toggle'],
  tlsVerifyMode: ['past.tlsCheck', 'unsaid'],
  pinnedCertSha256: ['past.pin', 'unsaid'],
  trafficMultiplier: ['past.trafficMultiplier', 'text'],
  url: ['past.url', 'text'],
  muxParams: ['past.partOther', 'unsaid'],
  sockoptParams: ['past.partOther', 'unsaid'],
  finalMask: ['past.partOther', 'unsaid'],
  events: ['past.events', 'unsaid'],
  secret: ['past.secret', 'unsaid'],
  webPort: ['past.panelPort', 'text'],
  webBasePath: ['past.basePath', 'text'],
  subPort: ['past.subPort', 'text'],
  subPath: ['past.subPath', 'text'],
}

/** Fields of an entry that are not shown: times, row numbers, and values derived from another field. */
export const silent: ReadonlySet<string> = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'updated_at',
  'hasSecret',
  'template',
  'xrayTemplateConfig',
])

/** What an act on many clients asked for: how much more, or what the field is set to. */
export const wishes: Readonly<Record<string, Words>> = {
  addDays: ['past.addDays', 'count'],
  addBytes: ['past.addBytes', 'bytes'],
  days: ['past.addDays', 'count'],
  flow: ['past.flow', 'text'],
  inboundIds: ['past.inbounds', 'inbounds'],
  ...byName(bulkNames, (name) => fields[bulkFields[name]] as Words), // all are fields
}

import type { Coded } from '#contract/coded.ts'
import { hex32, type Mint } from '#domain/clients/credentials.ts'
import { coded } from '#domain/refusal.ts'
import { lowestClientVersion, withKeyShare } from '../reality.ts'
import { choice, type Field, flag, list, type Row, safe, section, text, whole } from './field.ts'

const versions = ['', '1.0', '1.1', '1.2', '1.3'] as const
export const fingerprints = [
  'chrome',
  'firefox',
  'safari',
  'ios',
  'android',
  'edge',
  '360',
  'qq',
  'random',
  'randomized',
  'randomizednoalpn',
  'unsafe',
] as const
const alpn = (value: readonly string[], more: Partial<Row>): Row =>
  list('alpn', value, { suggest: ['h3', 'h2', 'http/1.1'], orText: true, ...more })
const hints = { panelOnly: true } as const
const print = (value: string, more: Partial<Row> = {}) =>
  text('settings.fingerprint', value, { ...hints, suggest: fingerprints, ...more })
const overTcp = ['tcp', 'grpc', 'xhttp', 'kcp'] as const
const issuing = { where: { 'streamSettings.tlsSettings.certificates[].usage': ['issue'] } }

/** `tlsSettings`. WebSocket and HTTPUpgrade speak HTTP/1.1 only (R41). */
const tls: Row[] = [
  text('serverName', '', { max: 253 }),
  text('cipherSuites', ''),
  choice('minVersion', versions, '1.2'),
  choice('maxVersion', versions, '1.3'),
  alpn(['h2', 'http/1.1'], { network: overTcp }),
  alpn(['http/1.1'], { network: ['ws', 'httpupgrade'] }),
  alpn(['h3'], { network: ['hysteria', 'masque'] }),
  list('curvePreferences', undefined, {
    orText: true,
    suggest: ['X25519MLKEM768', 'X25519', 'P-256', 'P-384', 'P-521'],
  }),
  flag('rejectUnknownSni', false),
  flag('disableSystemRoot', false),
  flag('enableSessionResumption', false),
  {
    key: 'certificates',
    kind: 'rows',
    default: [{ certificateFile: '', keyFile: '', usage: 'encipherment' }],
  },
  text('certificates[].certificateFile'),
  text('certificates[].keyFile'),
  list('certificates[].certificate'),
  list('certificates[].key'),
  whole('certificates[].ocspStapling', 0, safe),
  flag('certificates[].oneTimeLoading'),
  choice('certificates[].usage', ['', 'encipherment', 'verify', 'issue'], undefined, { anyCase: true }),
  flag('certificates[].buildChain', undefined, issuing),
  text('masterKeyLog'),
  { key: 'echSockopt', kind: 'block' },
  text('echServerKeys'),
  { key: 'settings', kind: 'block', ...hints },
  print('chrome', { network: [...overTcp, 'ws', 'httpupgrade', 'masque'] }),
  print('', { network: ['hysteria'] }),
  flag('settings.allowInsecure', undefined, hints),
  text('settings.echConfigList', undefined, hints),
  list('settings.pinnedPeerCertSha256', undefined, { ...hints, orText: true }),
  text('settings.verifyPeerCertByName', undefined, hints),
]

const shortId = (ids: readonly string[]): Coded | undefined =>
  ids.every((id) => /^(?:[0-9a-f]{2}){0,8}$/i.test(id)) ? undefined : coded('inbound.short-id')
const clientVersion = (v: string): Coded | undefined =>
  v === '' || (/^\d{1,3}(?:\.\d{1,3}){0,2}$/.test(v) && v.split('.').every((part) => Number(part) <= 255))
    ? undefined
    : coded('inbound.client-version')
const newShortIds = (mint: Mint): string[] =>
  Array.from({ length: 8 }, (_, i) => hex32(mint).slice(0, 2 * (i + 1)))
const limits = (key: string): Row[] => [
  { key, kind: 'block' },
  ...['afterBytes', 'bytesPerSec', 'burstBytesPerSec'].map((name) => whole(`${key}.${name}`, 0, safe)),
]

/** `realitySettings`. The core generates the key pair, so a new inbound has none yet. */
const reality: Row[] = [
  flag('show', false),
  whole('xver', 0, 2, 0),
  text('target', '', { alias: ['dest'], orNumber: true }),
  list('serverNames', []),
  text('privateKey', ''),
  // Blank would mean the core's own version in cores from 26.7.11 to 26.9.7 (R41).
  text('minClientVer', lowestClientVersion, { check: clientVersion }),
  text('maxClientVer', '', { check: clientVersion }),
  whole('maxTimediff', 0, safe, 0, { alias: ['maxTimeDiff'] }),
  list('shortIds', undefined, { default: newShortIds, check: shortId }),
  text('mldsa65Seed', ''),
  text('masterKeyLog'),
  ...limits('limitFallbackUpload'),
  ...limits('limitFallbackDownload'),
  { key: 'settings', kind: 'block', ...hints },
  text('settings.publicKey', '', hints),
  print('chrome', { suggest: withKeyShare }),
  text('settings.serverName', '', hints),
  text('settings.spiderX', undefined, { ...hints, default: (mint: Mint) => `/${hex32(mint).slice(0, 15)}` }),
  text('settings.mldsa65Verify', '', hints),
]

export const securityFields: readonly Field[] = [
  { path: 'streamSettings.tlsSettings', kind: 'block', security: ['tls'] },
  { path: 'streamSettings.realitySettings', kind: 'block', security: ['reality'] },
  ...section('streamSettings.tlsSettings', { security: ['tls'] }, tls),
  ...section('streamSettings.realitySettings', { security: ['reality'] }, reality),
]

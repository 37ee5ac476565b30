import type { PlainKey } from '../../../i18n/translation.tsx'
import type { Section } from './sections.ts'

export const sectionLabels = {
  basic: 'inboundForm.basic',
  protocol: 'inboundForm.protocol',
  transport: 'inboundForm.transport',
  security: 'inboundForm.security',
  fallbacks: 'inboundForm.fallbacks',
  sniffing: 'inboundForm.sniffing',
  sharing: 'inboundForm.sharing',
  advanced: 'inboundForm.advanced',
} as const satisfies Record<Section, PlainKey>

/**
 * By the last key, or by more of the path if one word has several meanings. Other fields are shown by their
 * key.
 */
const labels: Readonly<Record<string, PlainKey>> = {
  enable: 'field.enable',
  remark: 'field.remark',
  protocol: 'field.protocol',
  listen: 'field.listen',
  port: 'field.port',
  total: 'field.total',
  trafficReset: 'field.trafficReset',
  trafficResetDay: 'field.trafficResetDay',
  expiryTime: 'field.expiryTime',
  tag: 'field.tag',
  shareAddrStrategy: 'field.shareAddrStrategy',
  shareAddr: 'field.shareAddr',
  subSortIndex: 'field.subSortIndex',
  disableFlow: 'field.disableFlow',
  speedDown: 'field.speedDown',
  speedUp: 'field.speedUp',
  'streamSettings.network': 'field.transport',
  'streamSettings.security': 'field.security',
  decryption: 'field.decryption',
  encryption: 'field.encryption',
  method: 'field.method',
  'settings.password': 'field.serverKey',
  'settings.network': 'field.networks',
  allowedNetwork: 'field.networks',
  secretKey: 'field.secretKey',
  address: 'field.address',
  mtu: 'field.mtu',
  dns: 'field.dns',
  peers: 'field.peers',
  publicKey: 'field.publicKey',
  privateKey: 'field.privateKey',
  preSharedKey: 'field.preSharedKey',
  allowedIPs: 'field.allowedIPs',
  keepAlive: 'field.keepAlive',
  accounts: 'field.accounts',
  user: 'field.user',
  pass: 'field.pass',
  'settings.auth': 'field.login',
  'settings.udp': 'field.udp',
  'settings.ip': 'field.udpAddress',
  allowTransparent: 'field.allowTransparent',
  rewriteAddress: 'field.rewriteAddress',
  rewritePort: 'field.rewritePort',
  portMap: 'field.portMap',
  followRedirect: 'field.followRedirect',
  acceptProxyProtocol: 'field.acceptProxyProtocol',
  'header.type': 'field.disguise',
  path: 'field.path',
  host: 'field.host',
  headers: 'field.headers',
  heartbeatPeriod: 'field.heartbeatPeriod',
  serviceName: 'field.serviceName',
  authority: 'field.authority',
  multiMode: 'field.multiMode',
  mode: 'field.mode',
  xPaddingBytes: 'field.padding',
  udpIdleTimeout: 'field.udpIdleTimeout',
  'masquerade.type': 'field.masquerade',
  uplinkCapacity: 'field.uplinkCapacity',
  downlinkCapacity: 'field.downlinkCapacity',
  serverName: 'field.serverName',
  serverNames: 'field.serverNames',
  minVersion: 'field.minVersion',
  maxVersion: 'field.maxVersion',
  cipherSuites: 'field.cipherSuites',
  alpn: 'field.alpn',
  fingerprint: 'field.fingerprint',
  rejectUnknownSni: 'field.rejectUnknownSni',
  disableSystemRoot: 'field.disableSystemRoot',
  enableSessionResumption: 'field.enableSessionResumption',
  certificates: 'field.certificates',
  certificateFile: 'field.certificateFile',
  keyFile: 'field.keyFile',
  certificate: 'field.certificate',
  key: 'field.key',
  usage: 'field.usage',
  show: 'field.show',
  'realitySettings.xver': 'field.proxyVersion',
  target: 'field.target',
  shortIds: 'field.shortIds',
  spiderX: 'field.spiderX',
  minClientVer: 'field.minClientVer',
  maxClientVer: 'field.maxClientVer',
  maxTimediff: 'field.maxTimediff',
  mldsa65Seed: 'field.mldsa65Seed',
  mldsa65Verify: 'field.mldsa65Verify',
  'sniffing.enabled': 'field.sniffing',
  destOverride: 'field.destOverride',
  metadataOnly: 'field.metadataOnly',
  routeOnly: 'field.routeOnly',
  ipsExcluded: 'field.ipsExcluded',
  domainsExcluded: 'field.domainsExcluded',
  externalProxy: 'field.externalProxy',
  forceTls: 'field.forceTls',
  'externalProxy[].dest': 'field.dest',
  'externalProxy[].sni': 'field.serverName',
  tcpFastOpen: 'field.tcpFastOpen',
  tcpcongestion: 'field.tcpcongestion',
  trustedXForwardedFor: 'field.trustedXForwardedFor',
}

/** The longest matching suffix: `externalProxy[].dest` before `dest`. */
export function labelOf(path: string): PlainKey | undefined {
  const parts = path.split('.')
  for (let from = 0; from < parts.length; from += 1) {
    const found = labels[parts.slice(from).join('.')]
    if (found) return found
  }
  return undefined
}

/** The name of a field without a label: its key, with its block. */
export const shortPath = (path: string): string =>
  path
    .replace(/^(settings|streamSettings)\./, '')
    .replace(/^\w+Settings\./, '')
    .replace(/^.*\[\]\./, '')

export const keyOfPath = (path: string): string => path.split('.').at(-1)?.replace('[]', '') ?? path

/** Shown below the field. */
export const hints: Readonly<Record<string, PlainKey>> = {
  listen: 'field.listenHint',
  total: 'field.totalHint',
  speedDown: 'field.speedDownHint',
  speedUp: 'field.speedUpHint',
  'settings.encryption': 'field.encryptionHint',
  'streamSettings.realitySettings.target': 'field.targetHint',
  'streamSettings.realitySettings.minClientVer': 'field.minClientVerHint',
  shareAddrStrategy: 'field.shareHint',
}

/** Labels of choices; others are shown as the core spells them. */
export const choiceLabels: Readonly<Record<string, Readonly<Record<string, PlainKey>>>> = {
  trafficReset: {
    never: 'choice.never',
    hourly: 'choice.hourly',
    daily: 'choice.daily',
    weekly: 'choice.weekly',
    monthly: 'choice.monthly',
  },
  shareAddrStrategy: { node: 'choice.byNode', listen: 'choice.byListen', custom: 'choice.own' },
}

import type { OutboundFault } from '#domain/outbounds/form/problems.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { labelOf } from '../../inbounds/editor/labels.ts'

/** Where a word of the inbound form would be wrong: a server there is this server, here it is the other one. */
const own: Readonly<Record<string, PlainKey>> = {
  tag: 'outbounds.tag',
  sendThrough: 'outbounds.fieldSendThrough',
  targetStrategy: 'outbounds.fieldTargetStrategy',
  'proxySettings.tag': 'outbounds.fieldChain',
  'settings.address': 'outbounds.fieldAddress',
  'settings.port': 'outbounds.fieldPort',
  'settings.id': 'outbounds.fieldId',
  'settings.flow': 'outbounds.fieldFlow',
  'settings.encryption': 'outbounds.fieldEncryption',
  'settings.security': 'outbounds.fieldCipher',
  'settings.password': 'outbounds.fieldPass',
  'settings.uot': 'outbounds.fieldUot',
  'settings.UoTVersion': 'outbounds.fieldUotVersion',
  'settings.secretKey': 'outbounds.fieldSecretKey',
  'settings.peers': 'outbounds.fieldPeers',
  'settings.peers[].publicKey': 'outbounds.fieldPublicKey',
  'settings.peers[].endpoint': 'outbounds.fieldEndpoint',
  'settings.reserved': 'outbounds.fieldReserved',
  'settings.domainStrategy': 'outbounds.fieldStrategy',
  'settings.redirect': 'outbounds.fieldRedirect',
  'settings.proxyProtocol': 'outbounds.fieldProxyProtocol',
  'settings.fragment.packets': 'outbounds.fieldFragmentPackets',
  'settings.fragment.length': 'outbounds.fieldFragmentLength',
  'settings.fragment.interval': 'outbounds.fieldFragmentInterval',
  'settings.fragment.maxSplit': 'outbounds.fieldFragmentSplit',
  'settings.noises': 'outbounds.fieldNoises',
  'settings.noises[].packet': 'outbounds.fieldPacket',
  'settings.noises[].delay': 'outbounds.fieldDelay',
  'settings.noises[].applyTo': 'outbounds.fieldApplyTo',
  'settings.finalRules': 'outbounds.fieldFinalRules',
  'settings.finalRules[].action': 'outbounds.fieldAction',
  'settings.finalRules[].network': 'field.networks',
  'settings.finalRules[].port': 'outbounds.fieldPort',
  'settings.finalRules[].ip': 'outbounds.fieldIps',
  'settings.finalRules[].blockDelay': 'outbounds.fieldDelay',
  'settings.response.type': 'outbounds.fieldResponse',
  'settings.network': 'outbounds.fieldNetwork',
  'settings.nonIPQuery': 'outbounds.fieldNonIp',
  'settings.rules': 'outbounds.fieldDnsRules',
  'settings.rules[].action': 'outbounds.fieldAction',
  'settings.rules[].qType': 'outbounds.fieldQueryType',
  'settings.rules[].domain': 'outbounds.fieldDomains',
  'settings.rules[].rCode': 'outbounds.fieldReturnCode',
  'settings.inboundTag': 'outbounds.fieldInboundTag',
  'streamSettings.hysteriaSettings.auth': 'outbounds.fieldPass',
  'streamSettings.realitySettings.publicKey': 'outbounds.fieldPublicKey',
  'streamSettings.realitySettings.shortId': 'outbounds.fieldShortId',
  'streamSettings.xhttpSettings.downloadSettings': 'outbounds.fieldDownload',
  'streamSettings.xhttpSettings.extra': 'outbounds.fieldExtra',
  'mux.enabled': 'outbounds.fieldMux',
  'mux.concurrency': 'outbounds.fieldMuxConcurrency',
  'mux.xudpConcurrency': 'outbounds.fieldMuxUdp',
  'mux.xudpProxyUDP443': 'outbounds.fieldMuxQuic',
}

/** WireGuard's `address` is the tunnel's own. */
const isOwnAddress = (path: string, protocol: string | undefined) =>
  path === 'settings.address' && protocol === 'wireguard'

export const outboundLabel = (path: string, protocol: string | undefined): PlainKey | undefined =>
  isOwnAddress(path, protocol) ? 'outbounds.fieldAddresses' : (own[path] ?? labelOf(path))

const hints: Readonly<Record<string, PlainKey>> = {
  'settings.peers[].endpoint': 'outbounds.hintEndpoint',
  'settings.reserved': 'outbounds.hintReserved',
  'settings.domainStrategy': 'outbounds.hintStrategy',
  'settings.response.type': 'outbounds.hintResponse',
  'proxySettings.tag': 'outbounds.hintChain',
}

export const outboundHint = (path: string, protocol: string | undefined): PlainKey | undefined =>
  isOwnAddress(path, protocol) ? 'outbounds.hintAddresses' : hints[path]

/** Hidden until the user asks to see them. */
export const isSecret = (path: string): boolean =>
  /^settings\.(?:password|pass|secretKey|peers\[\]\.preSharedKey)$|hysteriaSettings\.auth$/.test(path)

export const faultWords = {
  needed: 'outbounds.needed',
  key: 'outbounds.badKey',
  endpoint: 'outbounds.badEndpoint',
  reserved: 'outbounds.badReserved',
} as const satisfies Record<OutboundFault, PlainKey>

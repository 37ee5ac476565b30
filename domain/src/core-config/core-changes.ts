import type { Block } from '#contract/inbound.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { carriesKeyShare } from '#domain/inbounds/reality.ts'
import { networkOf, securityOf } from '#domain/inbounds/stream.ts'
import { type AppFamily, appsWithCore } from '#domain/subscription/app-family.ts'
import { asBlocks, blockAt, foldedAt, textAt, textsAt } from '#domain/untyped.ts'
import { compareVersions } from './core-version.ts'
import { textIn, valueAt } from './edit.ts'
import type { SectionSource } from './inbound-section.ts'
import {
  type WriteOutbound,
  withDialerProxy,
  withHopMask,
  withNameLists,
  withoutServiceRecords,
  withoutSystemAuthorities,
  withSingleNames,
  withSocketStrategy,
} from './outbound-forms.ts'
import {
  hasOldDnsMask,
  isBlackhole,
  isFreedom,
  isPlainToPublic,
  isProtocol,
  trustsSystem,
} from './outbound-traits.ts'

/** The newest version whose changes are in the table below. */
export const newestKnownCore = '26.10.10'

export interface Range {
  /** The first version that behaves so; absent: all do. */
  since?: string
  /** The first version that no longer does. */
  until?: string
}

/** An inbound, its stream by the current names, and the settings of its security. */
export interface Shape {
  source: SectionSource
  stream: Block
  tls: Block
  reality: Block
}

/** Apps with these cores are turned away by such an inbound. What is said has three forms, by who uses such an app. */
export interface AppChange extends Range {
  about: 'apps'
  kind: 'reality-version' | 'reality-version-set' | 'reality-key-share' | 'reality-refresh'
  says: 'reality' | 'reality-key-share' | 'reality-refresh'
  apps: readonly AppFamily[]
  /** False: an update of the subscription in the app is enough. */
  fails: boolean
  finds: (inbound: Shape) => boolean
}

/** Such an inbound behaves differently for every app. */
export interface InboundChange extends Range {
  about: 'inbounds'
  kind:
    | 'reality-fingerprint'
    | 'post-quantum-only'
    | 'shadowsocks-none'
    | 'xhttp-session'
    | 'wireguard-clients'
    | 'plain-entry'
    | 'hop-entry'
    | 'xdns-inbound'
  /** False: worth knowing, but it is not certain that a client is refused. */
  fails: boolean
  /** Said only if the version in use does not behave so. */
  onlyNew?: true
  finds: (inbound: Shape) => boolean
}

/** Such an outbound behaves differently, or is refused; what is refused is found by a trial, and this says what to do. */
export interface OutboundChange extends Range {
  about: 'outbounds'
  kind: 'private-targets' | 'plain-outbound' | 'service-records' | 'wireguard-strategy' | 'private-authority'
  finds: (outbound: Block, all: Outbounds) => boolean
  /** What the panel writes instead of what is stored. */
  writes?: WriteOutbound
  /** Not offered in the form of an outbound any more. */
  drops?: FormField
}

/** Such an outbound is written in another form: nobody notices. */
export interface FormChange extends Range {
  about: 'form'
  kind: 'proxy-settings' | 'hop-ports' | 'freedom-strategy' | 'xdns-outbound' | 'system-authorities'
  writes: WriteOutbound
  drops?: FormField
}

/** A field in the form of an outbound; absent protocol: of every one. */
interface FormField {
  protocol?: string
  path: string
}

/** The parts of a configuration that say where traffic leaves. */
export interface Outbounds {
  outbounds: readonly Block[]
  routing: { rules: readonly Block[] }
}

export type ToldChange = AppChange | InboundChange | OutboundChange
export type CoreChange = ToldChange | FormChange

/** What mihomo and sing-box call themselves in a Reality handshake, whatever their own version is. */
const announced = '1.8.2'
const xhttpSession = ['sessionPlacement', 'sessionKey', 'sessionIDPlacement', 'sessionIDKey']

const isReality = ({ stream }: Shape) => securityOf(stream) === 'reality'
/** Whether a rule of the template keeps clients away from private addresses already. */
const blocksPrivate = ({ routing, outbounds }: Outbounds): boolean => {
  const holes = new Set(outbounds.filter(isBlackhole).map((o) => o.tag))
  return routing.rules.some(
    (rule) =>
      holes.has(foldedAt(rule, 'outboundTag')) &&
      textsAt({ ip: foldedAt(rule, 'ip') }, 'ip').some((ip) => /^(geoip:private|10\.0\.0\.0\/8)$/.test(ip)),
  )
}

/**
 * Differences between versions of the core that a trial with the core itself does not show, or that it shows without
 * saying what to do. Versions and causes are those of the core's source and of its issue tracker (ADR 081).
 */
export const coreChanges: readonly CoreChange[] = [
  {
    // A blank minimum was 26.3.27 in between.
    about: 'apps',
    kind: 'reality-version',
    says: 'reality',
    since: '26.7.11',
    until: '26.9.8',
    apps: appsWithCore('mihomo', 'sing-box'),
    fails: true,
    finds: (shape) => isReality(shape) && textAt(shape.reality, 'minClientVer') === '',
  },
  {
    about: 'apps',
    kind: 'reality-version-set',
    says: 'reality',
    apps: appsWithCore('mihomo', 'sing-box'),
    fails: true,
    finds: (shape) =>
      isReality(shape) && compareVersions(textAt(shape.reality, 'minClientVer'), announced) > 0,
  },
  {
    // sing-box always removes the key share that Reality asks for since then.
    about: 'apps',
    kind: 'reality-key-share',
    says: 'reality-key-share',
    since: '26.9.8',
    apps: appsWithCore('sing-box'),
    fails: true,
    finds: isReality,
  },
  {
    about: 'apps',
    kind: 'reality-refresh',
    says: 'reality-refresh',
    since: '26.9.8',
    apps: appsWithCore('mihomo'),
    fails: false,
    finds: isReality,
  },
  {
    about: 'inbounds',
    kind: 'reality-fingerprint',
    since: '26.9.8',
    fails: true,
    finds: (shape) =>
      isReality(shape) && !carriesKeyShare(textAt(blockAt(shape.reality, 'settings'), 'fingerprint')),
  },
  {
    about: 'inbounds',
    kind: 'post-quantum-only',
    fails: false,
    finds: ({ stream, tls }) => {
      const curves = textsAt(tls, 'curvePreferences').map((name) => name.toLowerCase())
      return (
        securityOf(stream) === 'tls' && curves.length > 0 && curves.every((name) => name === 'x25519mlkem768')
      )
    },
  },
  {
    about: 'inbounds',
    kind: 'shadowsocks-none',
    since: '26.7.11',
    fails: true,
    finds: ({ source }) => source.protocol === 'shadowsocks' && /^(none|plain)$/i.test(methodOf(source)),
  },
  {
    // The panel writes the new names, which an older core ignores.
    about: 'inbounds',
    kind: 'xhttp-session',
    until: '26.6.22',
    fails: true,
    finds: ({ stream }) =>
      networkOf(stream) === 'xhttp' &&
      xhttpSession.some((key) => textAt(blockAt(stream, 'xhttpSettings'), key) !== ''),
  },
  {
    // A peer had no name there: it is neither counted nor changed while the inbound runs.
    about: 'inbounds',
    kind: 'wireguard-clients',
    until: '26.6.27',
    fails: false,
    finds: ({ source }) => source.protocol === 'wireguard',
  },
  {
    // Apps with that core refuse to dial them; the panel's core still serves them.
    about: 'inbounds',
    kind: 'plain-entry',
    since: '26.9.9',
    fails: false,
    onlyNew: true,
    finds: ({ source, stream }) =>
      securityOf(stream) === 'none' &&
      (source.protocol === 'trojan' ||
        (source.protocol === 'vless' && (textAt(source.settings, 'decryption') || 'none') === 'none')),
  },
  {
    // Links, Clash and sing-box files are not touched: only Xray reads this hint of the inbound.
    about: 'inbounds',
    kind: 'hop-entry',
    since: '26.9.9',
    fails: false,
    onlyNew: true,
    finds: ({ stream }) => (valueAt(stream, ['finalmask', 'quicParams', 'udpHop', 'ports']) ?? '') !== '',
  },
  {
    about: 'inbounds',
    kind: 'xdns-inbound',
    since: '26.9.30',
    fails: true,
    finds: ({ stream }) => hasOldDnsMask(stream),
  },
  {
    about: 'outbounds',
    kind: 'private-targets',
    since: '26.5.3',
    finds: (outbound, all) =>
      isFreedom(outbound) &&
      asBlocks(valueAt(outbound, ['settings', 'finalRules'])).length === 0 &&
      !blocksPrivate(all),
  },
  {
    about: 'form',
    kind: 'proxy-settings',
    since: '26.9.9',
    writes: withDialerProxy,
  },
  { about: 'form', kind: 'hop-ports', since: '26.9.9', writes: withHopMask },
  { about: 'form', kind: 'freedom-strategy', since: '26.9.9', writes: withSocketStrategy },
  { about: 'form', kind: 'xdns-outbound', since: '26.9.30', until: '26.10.10', writes: withSingleNames },
  { about: 'form', kind: 'xdns-outbound', since: '26.10.10', writes: withNameLists },
  {
    about: 'form',
    kind: 'system-authorities',
    until: '26.10.10',
    writes: withoutSystemAuthorities,
    drops: { path: 'streamSettings.tlsSettings.useSystemCA' },
  },
  {
    about: 'outbounds',
    kind: 'plain-outbound',
    since: '26.9.9',
    finds: isPlainToPublic,
  },
  {
    about: 'outbounds',
    kind: 'service-records',
    since: '26.9.9',
    finds: (outbound) =>
      isFreedom(outbound) &&
      !/^(none)?$/i.test(textIn(outbound, ['streamSettings', 'sockopt', 'addressPortStrategy'])),
    writes: withoutServiceRecords,
  },
  {
    about: 'outbounds',
    kind: 'wireguard-strategy',
    since: '26.9.30',
    finds: (outbound) =>
      isProtocol(outbound, 'wireguard') && textIn(outbound, ['settings', 'domainStrategy']) !== '',
    drops: { protocol: 'wireguard', path: 'settings.domainStrategy' },
  },
  {
    // The authorities of the system are no longer read.
    about: 'outbounds',
    kind: 'private-authority',
    since: '26.10.10',
    finds: (outbound) =>
      textIn(outbound, ['streamSettings', 'security']) === 'tls' &&
      trustsSystem(valueAt(outbound, ['streamSettings', 'tlsSettings'])),
  },
]

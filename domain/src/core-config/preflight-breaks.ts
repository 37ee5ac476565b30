import type { Block } from '#contract/inbound.ts'
import { methodOf } from '#domain/inbounds/capabilities.ts'
import { blockAt, canonicalStream, networkOf, securityOf, textAt, textsAt } from '#domain/inbounds/stream.ts'
import { type AppFamily, appsWithCore } from '#domain/subscription/app-family.ts'
import type { CoreConfig } from './build.ts'
import { compareVersions } from './core-version.ts'
import type { SectionSource } from './inbound-section.ts'
import { asBlock, asBlocks, foldedAt } from './json.ts'

type BreakKind =
  | 'reality-version'
  | 'reality-version-set'
  | 'post-quantum-only'
  | 'shadowsocks-none'
  | 'xhttp-session'
  | 'private-targets'

interface Rule {
  kind: BreakKind
  /** The first version that behaves so; absent: all do. */
  since?: string
  /** The first version that no longer does. */
  until?: string
  /** Absent: every app. */
  apps?: readonly AppFamily[]
  /** False: worth knowing, but it is not certain that a client is refused. */
  fails: boolean
  inbound?: (inbound: Shape) => boolean
  outbound?: (outbound: Block, config: CoreConfig) => boolean
}

type Shape = ReturnType<typeof shapeOf>

/** What mihomo and sing-box call themselves in a Reality handshake, whatever their own version is. */
const announced = '1.8.2'
const otherCores = appsWithCore('mihomo', 'sing-box')

const isReality = ({ stream }: Shape) => securityOf(stream) === 'reality'
const xhttpSession = ['sessionPlacement', 'sessionKey', 'sessionIDPlacement', 'sessionIDKey']

/** Whether a rule of the template keeps clients away from private addresses already. */
const blocksPrivate = ({ routing, outbounds }: CoreConfig): boolean => {
  const holes = new Set(
    outbounds.filter((o) => /^(blackhole|block)$/i.test(textAt(o, 'protocol'))).map((o) => o.tag),
  )
  return routing.rules.some(
    (rule) =>
      holes.has(foldedAt(rule, 'outboundTag')) &&
      textsAt({ ip: foldedAt(rule, 'ip') }, 'ip').some((ip) => /^(geoip:private|10\.0\.0\.0\/8)$/.test(ip)),
  )
}

/** The newest version whose changes are in the table below, which grows with it. */
export const newestKnownCore = '26.7.28'

/**
 * Differences between versions of the core that a trial with the core itself does not show, or that it shows without
 * saying what to do. Versions and causes are those of the core's source and of its issue tracker (ADR 081).
 */
const rules: readonly Rule[] = [
  {
    // A blank minimum became 26.3.27.
    kind: 'reality-version',
    since: '26.7.11',
    apps: otherCores,
    fails: true,
    inbound: (shape) => isReality(shape) && textAt(shape.reality, 'minClientVer') === '',
  },
  {
    kind: 'reality-version-set',
    apps: otherCores,
    fails: true,
    inbound: (shape) =>
      isReality(shape) && compareVersions(textAt(shape.reality, 'minClientVer'), announced) > 0,
  },
  {
    kind: 'post-quantum-only',
    fails: false,
    inbound: ({ stream, tls }) => {
      const curves = textsAt(tls, 'curvePreferences').map((name) => name.toLowerCase())
      return (
        securityOf(stream) === 'tls' && curves.length > 0 && curves.every((name) => name === 'x25519mlkem768')
      )
    },
  },
  {
    kind: 'shadowsocks-none',
    since: '26.7.11',
    fails: true,
    inbound: ({ source }) => source.protocol === 'shadowsocks' && /^(none|plain)$/i.test(methodOf(source)),
  },
  {
    // The panel writes the new names, which an older core ignores.
    kind: 'xhttp-session',
    until: '26.6.22',
    fails: true,
    inbound: ({ stream }) =>
      networkOf(stream) === 'xhttp' &&
      xhttpSession.some((key) => textAt(blockAt(stream, 'xhttpSettings'), key) !== ''),
  },
  {
    kind: 'private-targets',
    since: '26.5.3',
    fails: false,
    outbound: (outbound, config) =>
      /^(freedom|direct)$/i.test(textAt(outbound, 'protocol')) &&
      asBlocks(foldedAt(asBlock(foldedAt(outbound, 'settings')), 'finalRules')).length === 0 &&
      !blocksPrivate(config),
  },
]

export type FoundBreak = ReturnType<typeof findBreaks>[number]

const behavesSo = ({ since, until }: Rule, version: string): boolean =>
  (since === undefined || compareVersions(version, since) >= 0) &&
  (until === undefined || compareVersions(version, until) < 0)

const shapeOf = (source: SectionSource) => {
  const stream = canonicalStream(source.streamSettings)
  return {
    source,
    stream,
    tls: blockAt(stream, 'tlsSettings'),
    reality: blockAt(stream, 'realitySettings'),
  }
}

export interface BreakInput {
  /** The version in use; blank if none is known. */
  from: string
  to: string
  /** Those that run here. */
  inbounds: readonly SectionSource[]
  config: CoreConfig
}

/** What is known to break, or to be broken already, with this configuration in that version. */
export function findBreaks({ from, to, inbounds, config }: BreakInput) {
  const shapes = inbounds.map(shapeOf)
  return rules
    .filter((rule) => behavesSo(rule, to))
    .map((rule) => ({
      kind: rule.kind,
      /** The version in use does not behave so yet. */
      isNew: !behavesSo(rule, from),
      fails: rule.fails,
      apps: rule.apps ?? ('all' as const),
      inbounds: shapes.filter((shape) => rule.inbound?.(shape)).map(({ source }) => source),
      outbounds: config.outbounds.filter((o) => rule.outbound?.(o, config)).map((o) => textAt(o, 'tag')),
    }))
    .filter((found) => found.inbounds.length > 0 || found.outbounds.length > 0)
}

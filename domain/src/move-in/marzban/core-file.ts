import type { Block } from '#contract/inbound.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { canHostFallbacks, methodOf } from '#domain/inbounds/capabilities.ts'
import { isInner, isSocketPath, isWildcard, socketFile } from '#domain/inbounds/listen.ts'
import { canonicalStream, securityOf } from '#domain/inbounds/stream.ts'
import { isOwnTag } from '#domain/inbounds/tag.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { coded } from '#domain/refusal.ts'
import {
  asBlock,
  asBlocks,
  blockAt,
  foldedAt,
  foldedText,
  isBlock,
  textAt,
  withForced,
  withoutKeys,
} from '#domain/untyped.ts'
import { type ArrivingFallback, type ArrivingInbound, inboundCells } from '../arrival.ts'
import type { Findings } from './findings.ts'
import { type SecretProtocol, secretProtocols } from './people.ts'

/** Known only where there is a crypto library. */
export interface CoreFileTools {
  /** The public half of a Reality key as links carry it; blank if the text is no key. */
  realityPublicKey(privateKey: string): string
}

/** An inbound that takes users of the panel. */
export interface CoreInbound {
  tag: string
  protocol: SecretProtocol
  /** The Shadowsocks cipher that the file names. */
  method: string
  /** PasarGuard: the flow of every user on it. */
  flow: string
  arriving: ArrivingInbound
}

export interface CoreInbounds {
  inbounds: readonly CoreInbound[]
  fallbacks: readonly ArrivingFallback[]
  template: string | null
}

interface Context {
  excludedTags: readonly string[]
  tools: CoreFileTools
  findings: Findings
}

const aliases: Readonly<Record<string, SecretProtocol>> = { hysteria2: 'hysteria', ss: 'shadowsocks' }

function secretProtocolOf(name: string): SecretProtocol | undefined {
  return Object.hasOwn(aliases, name) ? aliases[name] : secretProtocols.find((protocol) => protocol === name)
}

function portOf(block: Block): number {
  const value = foldedAt(block, 'port')
  const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : ''
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return port < 65_536 ? port : 0
}

/** The core derives the public key by itself; links need it written. */
function withPublicKey(stream: Block, tools: CoreFileTools): Block {
  if (securityOf(stream) !== 'reality') return stream
  const reality = blockAt(stream, 'realitySettings')
  const hints = blockAt(reality, 'settings')
  const publicKey = textAt(hints, 'publicKey') || tools.realityPublicKey(textAt(reality, 'privateKey'))
  if (publicKey === '') return stream
  return { ...stream, realitySettings: { ...reality, settings: { ...hints, publicKey } } }
}

const arrivingBase = {
  ...inboundCells(() => undefined),
  up: 0,
  down: 0,
  lastTrafficResetTime: 0,
  node: '',
}

const blockOf = (inbound: Block, key: string): Block => asBlock(foldedAt(inbound, key))

function managedInbound(inbound: Block, protocol: SecretProtocol, { tools, findings }: Context): CoreInbound {
  const tag = textAt(inbound, 'tag')
  const written = blockOf(inbound, 'settings')
  const settings = withoutKeys(written, ['clients', 'users', 'flow'])
  const own = asBlocks(foldedAt(written, 'clients') ?? foldedAt(written, 'users')).length
  if (own > 0) findings.add('left', tag, coded('marzban.inbound-users', { count: own }))
  const streamSettings = withPublicKey(canonicalStream(blockOf(inbound, 'streamSettings')), tools)
  return {
    tag,
    protocol,
    method: methodOf({ protocol, settings }),
    flow: foldedText(written, 'flow'),
    arriving: {
      ...arrivingBase,
      tag,
      remark: tag,
      listen: textAt(inbound, 'listen'),
      port: portOf(inbound),
      protocol,
      settings,
      streamSettings,
      sniffing: blockOf(inbound, 'sniffing'),
    },
  }
}

/** An inbound whose users this panel would manage; undefined for others, with the reason reported. */
function managed(
  inbound: Block,
  seen: ReadonlySet<string>,
  context: Context,
): CoreInbound | 'kept' | undefined {
  const { findings, excludedTags } = context
  const tag = textAt(inbound, 'tag')
  const name = String(foldedAt(inbound, 'protocol') ?? '').toLowerCase()
  const protocol = secretProtocolOf(name)
  if (!protocol || excludedTags.includes(tag)) {
    if (!isOwnTag(tag)) findings.add('note', tag, coded('marzban.inbound-in-template', { protocol: name }))
    return 'kept'
  }
  if (tag === '' || isOwnTag(tag)) {
    findings.add('left', tag, coded('marzban.inbound-tag', { protocol: name, port: portOf(inbound) }))
    return undefined
  }
  if (seen.has(tag)) {
    findings.add('left', tag, coded('marzban.inbound-twice'))
    return undefined
  }
  if (portOf(inbound) === 0 && !isSocketPath(textAt(inbound, 'listen'))) {
    findings.add('left', tag, coded('marzban.inbound-port'))
    return undefined
  }
  return managedInbound(inbound, protocol, context)
}

/** The inbounds of one or more core configurations; the template is made from the first. */
export function readCoreFiles(configs: readonly Block[], context: Context): CoreInbounds {
  const inbounds: CoreInbound[] = []
  const seen = new Set<string>()
  let template: string | null = null
  for (const [i, config] of configs.entries()) {
    const kept: Block[] = []
    for (const inbound of asBlocks(templateSections(config).inbounds)) {
      const read = managed(inbound, seen, context)
      if (read === 'kept') kept.push(inbound)
      else if (read) {
        inbounds.push(read)
        seen.add(read.tag)
      }
    }
    if (i === 0) template = templateFrom(config, kept, context.findings)
  }
  const { rows, masters } = fallbackRows(inbounds.map(({ arriving }) => arriving))
  const joined = inbounds.map((one) => {
    if (!masters.has(one.tag)) return one
    const settings = withoutKeys(one.arriving.settings, ['fallbacks'])
    return { ...one, arriving: { ...one.arriving, settings } }
  })
  return { inbounds: joined, fallbacks: rows, template }
}

const destOf = (row: Block): string =>
  typeof row.dest === 'string' || typeof row.dest === 'number' ? String(row.dest).trim() : ''

/** Whether a fallback to this address ends at this inbound. */
function isReached({ listen, port }: ArrivingInbound, dest: string): boolean {
  if (isSocketPath(dest)) return isSocketPath(listen) && socketFile(listen) === socketFile(dest)
  const [, host = '127.0.0.1', text] = /^(?:(.*):)?(\d{1,5})$/.exec(dest) ?? []
  if (text === undefined || Number(text) !== port) return false
  return (
    isWildcard(listen) ||
    listen === host.replace(/^\[(.*)\]$/, '$1') ||
    (isInner(listen) && host === 'localhost')
  )
}

/**
 * Fallbacks that lead from one inbound to another become rows, so that links of the second go through the first. An
 * inbound whose fallbacks lead elsewhere keeps them as they are written.
 */
function fallbackRows(inbounds: readonly ArrivingInbound[]): {
  rows: ArrivingFallback[]
  masters: ReadonlySet<string>
} {
  const rows: ArrivingFallback[] = []
  const masters = new Set<string>()
  for (const master of inbounds) {
    const written = asBlocks(master.settings.fallbacks).filter((row) => destOf(row) !== '')
    if (written.length === 0 || !canHostFallbacks(master)) continue
    const found = written.map((row) => {
      const child = inbounds.find((other) => other !== master && isReached(other, destOf(row)))
      return {
        masterTag: master.tag,
        childTag: child?.tag ?? '',
        name: textAt(row, 'name'),
        alpn: textAt(row, 'alpn'),
        path: textAt(row, 'path'),
        xver: row.xver === 1 || row.xver === 2 ? row.xver : 0,
        dest: child ? '' : destOf(row),
      }
    })
    if (found.every(({ childTag }) => childTag === '')) continue
    rows.push(...found)
    masters.add(master.tag)
  }
  return { rows, masters }
}

/** Sections that are taken over; the panel has its own API, statistics and log. */
const taken = ['dns', 'fakedns', 'observatory', 'burstObservatory', 'reverse'] as const

const privateRanges = 'geoip:private'

/** The private ranges as addresses: the panel may have no geo file yet (R37). */
function withoutGeoPrivate(rule: Block): Block {
  const list = foldedAt(rule, 'ip')
  if (!Array.isArray(list) || !list.includes(privateRanges)) return rule
  return withForced(rule, { ip: [...list.filter((ip) => ip !== privateRanges), ...insideRanges] })
}

function routingFrom(written: unknown, base: Block, findings: Findings): Block {
  if (!isBlock(written)) return base
  const rules = asBlocks(foldedAt(written, 'rules'))
  const named = rules.map(withoutGeoPrivate)
  if (named.some((rule, i) => rule !== rules[i]))
    findings.add('healed', privateRanges, coded('marzban.private-ranges'))
  return withForced(written, { rules: [...asBlocks(base.rules).slice(0, 1), ...named] })
}

/** Each tag once, and none of the panel's own. */
function ownInbounds(base: readonly Block[], kept: readonly Block[]): Block[] {
  const seen = new Set(base.map((inbound) => textAt(inbound, 'tag')))
  const others = kept.filter((inbound) => {
    const tag = textAt(inbound, 'tag')
    if (tag === '') return true
    const isNew = !seen.has(tag) && tag !== 'API_INBOUND'
    seen.add(tag)
    return isNew
  })
  return [...base, ...others]
}

/** The default template with the other panel's outbounds, rules, DNS and inbounds without users of the panel. */
function templateFrom(config: Block, kept: readonly Block[], findings: Findings): string {
  const sections = templateSections(config)
  const base = defaultTemplate()
  const outbounds = asBlocks(sections.outbounds)
  const others = taken.flatMap((name) =>
    sections[name] === undefined ? [] : [[name, sections[name]] as const],
  )
  return JSON.stringify({
    ...base,
    ...Object.fromEntries(others),
    inbounds: ownInbounds(asBlocks(base.inbounds), kept),
    // Rules name outbounds, so both come or neither.
    ...(outbounds.length > 0 && {
      outbounds,
      routing: routingFrom(sections.routing, asBlock(base.routing), findings),
    }),
  })
}

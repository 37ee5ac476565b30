import type { Block } from '#contract/inbound.ts'
import { addressBytes } from '#domain/net/address.ts'
import { inCidr, parseCidr } from '#domain/net/cidr.ts'
import { foldedAt, foldedKey } from '#domain/untyped.ts'

/** A connection that the core was asked about. */
export interface AskedRoute {
  /** Blank if only an address is known. */
  domain: string
  ip: string
  port: number
  network: string
  inboundTag: string
  protocol: string
  user: string
}

/** Whether a geo list names the destination, by its token; absent: unknown. */
type GeoLists = ReadonlyMap<string, boolean>

interface Routed {
  rules: readonly Block[]
  /** How routing resolves names: `AsIs` and others. */
  strategy: string
  /** The outbound that the core chose. */
  outboundTag: string
}

/** Undefined: it cannot be decided here. */
type Verdict = boolean | undefined

const textsOf = (value: unknown): string[] => {
  const list = Array.isArray(value) ? value : typeof value === 'number' ? [value] : String(value).split(',')
  return list.map((entry) => String(entry).trim()).filter((entry) => entry !== '')
}

/** True if one is true; unknown if one may be. */
const any = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(true) ? true : verdicts.includes(undefined) ? undefined : false

/** True if all are; false if one is not. */
const all = (verdicts: readonly Verdict[]): Verdict =>
  verdicts.includes(false) ? false : verdicts.includes(undefined) ? undefined : true

const isGeo = (token: string): boolean => /^!?(?:geosite|geoip|ext(?:-ip|-domain|-site)?):/.test(token)

function namesDomain(token: string, domain: string, lists: GeoLists): Verdict {
  if (domain === '') return false
  if (isGeo(token)) return lists.get(token)
  const [, kind = '', rest = token] = /^(domain|full|keyword|dotless|regexp):(.*)$/s.exec(token) ?? []
  const wanted = rest.toLowerCase()
  if (kind === 'full') return domain === wanted
  if (kind === 'domain') return domain === wanted || domain.endsWith(`.${wanted}`)
  if (kind === 'dotless') return !domain.includes('.') && domain.includes(wanted)
  // The core's expressions are not the ones of JavaScript.
  return kind === 'regexp' ? undefined : domain.includes(wanted)
}

function namesAddress(token: string, ip: string, lists: GeoLists): Verdict {
  if (isGeo(token)) return lists.get(token)
  const bytes = addressBytes(ip)
  const range = parseCidr(token.replace(/^!/, ''))
  if (!bytes || !range) return undefined
  return inCidr(bytes, range) !== token.startsWith('!')
}

const isInPorts = (value: unknown, port: number): boolean =>
  textsOf(value).some((part) => {
    const [, from = '', to = from] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? []
    return from !== '' && port >= Number(from) && port <= Number(to)
  })

function isUser(token: string, user: string): Verdict {
  if (token.startsWith('regexp:')) return undefined
  return token.toLowerCase() === user.toLowerCase()
}

type Condition = (value: unknown, asked: AskedRoute, strategy: string, lists: GeoLists) => Verdict

const domains: Condition = (value, { domain }, _, lists) =>
  any(textsOf(value).map((token) => namesDomain(token, domain.toLowerCase(), lists)))
const nothingKnown: Condition = () => false

/**
 * By their key in lower case. A condition about something that the connection does not have is not met, as in the core.
 */
const conditions: Readonly<Record<string, Condition>> = {
  domain: domains,
  domains,
  ip(value, { ip }, strategy, lists) {
    // Other strategies resolve the name; the result is not known here.
    if (ip === '') return strategy === '' || strategy.toLowerCase() === 'asis' ? false : undefined
    return any(textsOf(value).map((token) => namesAddress(token, ip, lists)))
  },
  port: (value, { port }) => isInPorts(value, port),
  network: (value, { network }) => textsOf(value).some((name) => name.toLowerCase() === network),
  protocol: (value, { protocol }) =>
    protocol !== '' && textsOf(value).some((name) => protocol.toLowerCase().startsWith(name.toLowerCase())),
  user: (value, { user }) => user !== '' && any(textsOf(value).map((token) => isUser(token, user))),
  inboundtag: (value, { inboundTag }) => textsOf(value).includes(inboundTag),
  source: nothingKnown,
  sourceip: nothingKnown,
  sourceport: nothingKnown,
}
const noCondition = new Set(['type', 'ruletag', 'outboundtag', 'balancertag', 'domainmatcher', 'enabled'])

function matches(rule: Block, asked: AskedRoute, strategy: string, lists: GeoLists): Verdict {
  const verdicts = Object.entries(rule).map(([key, value]): Verdict => {
    const name = foldedKey(key)
    if (noCondition.has(name) || value === null || (Array.isArray(value) && value.length === 0)) return true
    return Object.hasOwn(conditions, name) ? conditions[name]?.(value, asked, strategy, lists) : undefined
  })
  return all(verdicts)
}

/**
 * The rules that can have sent the connection to the outbound that the core chose, usually one. The core does not name
 * it: a rule that leads elsewhere, or whose conditions are certainly not met, is ruled out.
 */
export function matchedRules(
  { rules, strategy, outboundTag }: Routed,
  asked: AskedRoute,
  lists: GeoLists = new Map(),
): Block[] {
  const found: Block[] = []
  for (const rule of rules) {
    const to = foldedAt(rule, 'outboundTag')
    const isBalanced = typeof to !== 'string' || to === ''
    if (!isBalanced && to !== outboundTag) continue
    const verdict = matches(rule, asked, strategy, lists)
    if (verdict !== false) found.push(rule)
    if (verdict === true) break
  }
  return found
}

/** The geo lists that these rules name. */
export const geoTokensOf = (rules: readonly Block[]): string[] => {
  const named = rules.flatMap((rule) =>
    ['domain', 'domains', 'ip'].flatMap((key) => {
      const value = foldedAt(rule, key)
      return value === undefined || value === null ? [] : textsOf(value)
    }),
  )
  return [...new Set(named.filter(isGeo))]
}

/** Whether an entry of a geo list names the destination; undefined for an expression. */
export function isEntryOf(
  { kind, value }: { kind: string; value: string },
  { domain, ip }: Pick<AskedRoute, 'domain' | 'ip'>,
): boolean | undefined {
  const none: GeoLists = new Map()
  if (kind === 'cidr') return ip !== '' && namesAddress(value, ip, none)
  return namesDomain(`${kind}:${value}`, domain.toLowerCase(), none)
}

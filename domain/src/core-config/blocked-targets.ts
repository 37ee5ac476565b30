import type { Block } from '#contract/inbound.ts'
import { insideRanges, namesEveryInside } from '#domain/net/inside-ranges.ts'
import { asBlocks, foldedAt, foldedKey } from '#domain/untyped.ts'
import { textIn, valueAt, withValueAt } from './edit.ts'
import { isBlackhole, isFreedom } from './outbound-traits.ts'

const rulesAt = ['routing', 'rules'] as const
const rulesOf = (template: Block): Block[] => asBlocks(valueAt(template, rulesAt))
const outboundsOf = (template: Block): Block[] => asBlocks(valueAt(template, ['outbounds']))

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((v) => typeof v === 'string')

/** A rule with a single condition that leads to a blackhole. */
function throwsAway(template: Block, rule: Block, key: string, finds: (value: unknown) => boolean): boolean {
  const quiet = new Set(['type', 'ruletag', 'outboundtag', 'domainmatcher', 'enabled', foldedKey(key)])
  const black = outboundsOf(template)
    .filter(isBlackhole)
    .map((o) => textIn(o, ['tag']))
  return (
    Object.keys(rule).every((k) => quiet.has(foldedKey(k))) &&
    black.includes(textIn(rule, ['outboundTag'])) &&
    finds(foldedAt(rule, key))
  )
}

const isPrivate = (value: unknown): boolean => {
  const list = textsOf(value)
  return list.includes('geoip:private') || namesEveryInside(list)
}
const isTorrent = (value: unknown): boolean => textsOf(value).join() === 'bittorrent'

const kinds = {
  private: { key: 'ip', finds: isPrivate, value: () => [...insideRanges] },
  bittorrent: { key: 'protocol', finds: isTorrent, value: () => ['bittorrent'] },
} as const
export type Blocked = keyof typeof kinds

/** Final rules of a freedom outbound: current cores keep proxy users from private targets unless told otherwise. */
const finalOf = (outbound: Block): Block[] => asBlocks(valueAt(outbound, ['settings', 'finalRules']))
const blocksPrivate = (rule: Block) => textIn(rule, ['action']) === 'block' && isPrivate(foldedAt(rule, 'ip'))

function withFinalRules(template: Block, change: (rules: Block[]) => Block[]): Block {
  const outbounds = outboundsOf(template).map((outbound) => {
    if (!isFreedom(outbound)) return outbound
    const old = finalOf(outbound)
    const next = change(old)
    return next === old ? outbound : withValueAt(outbound, ['settings', 'finalRules'], next)
  })
  return withValueAt(template, ['outbounds'], outbounds)
}

/** Kept in the template but not sent to the core (R50). */
const isOff = (rule: Block): boolean => foldedAt(rule, 'enabled') === false

export const isBlocked = (template: Block, what: Blocked): boolean => {
  const { key, finds } = kinds[what]
  return rulesOf(template).some((rule) => !isOff(rule) && throwsAway(template, rule, key, finds))
}

/** The blackhole's tag; one is added if missing. */
function withBlackhole(template: Block): { tag: string; template: Block } {
  const found = outboundsOf(template).find((o) => isBlackhole(o) && textIn(o, ['tag']) !== '')
  if (found) return { tag: textIn(found, ['tag']), template }
  const taken = new Set(outboundsOf(template).map((o) => textIn(o, ['tag'])))
  let tag = 'blocked'
  for (let n = 2; taken.has(tag); n++) tag = `blocked-${n}`
  const outbounds = [...outboundsOf(template), { tag, protocol: 'blackhole', settings: {} }]
  return { tag, template: withValueAt(template, ['outbounds'], outbounds) }
}

const isOfApi = (rule: Block) => textsOf(foldedAt(rule, 'inboundTag')).includes('api')

function blocked(template: Block, what: Blocked): Block {
  const { key, value, finds } = kinds[what]
  const { tag, template: holed } = withBlackhole(template)
  const rules = rulesOf(holed).filter((rule) => !throwsAway(holed, rule, key, finds)) // drops a disabled copy first
  // Placed before the operator's rules: an earlier rule would let the traffic through.
  const at = rules.findLastIndex(isOfApi) + 1
  const rule = { type: 'field', [key]: value(), outboundTag: tag }
  const next = withValueAt(holed, rulesAt, [...rules.slice(0, at), rule, ...rules.slice(at)])
  if (what !== 'private') return next
  return withFinalRules(next, (old) =>
    old.some(blocksPrivate)
      ? old
      : [{ action: 'block', ip: value() }, ...(old.length > 0 ? old : [{ action: 'allow' }])],
  )
}

function allowed(template: Block, what: Blocked): Block {
  const { key, finds } = kinds[what]
  const rules = rulesOf(template).filter((rule) => !throwsAway(template, rule, key, finds))
  const next = withValueAt(template, rulesAt, rules)
  if (what !== 'private') return next
  return withFinalRules(next, (old) => {
    const left = old.filter((rule) => !blocksPrivate(rule))
    return left.length > 0 ? left : [{ action: 'allow' }]
  })
}

/** Whether proxy users can reach private addresses or use BitTorrent, as far as the core detects it. */
export const setBlocked = (template: Block, what: Blocked, on: boolean): Block =>
  on === isBlocked(template, what) ? template : (on ? blocked : allowed)(template, what)

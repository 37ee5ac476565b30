import type { Block } from '#contract/inbound.ts'
import { geoTokensOf } from '#domain/core-config/matched-rules.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { sameJson, textAt, withForced } from '#domain/untyped.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { outboundsOf, rulesOf, type Template, withRules } from '../draft/template.ts'
import { isApiRule, tagOfTarget } from './rule.ts'

export interface Preset {
  id: string
  label: PlainKey
  /** What it does, in words. */
  about: PlainKey
  /** `chosen`: an outbound or a balancer that the operator chooses. */
  to: 'blackhole' | 'freedom' | 'chosen'
  rules: readonly Block[]
}

const country = (id: string, label: PlainKey, site: string, ip: string): Preset => ({
  id,
  label,
  about: 'preset.directAbout',
  to: 'freedom',
  rules: [{ domain: [`geosite:${site}`] }, { ip: [`geoip:${ip}`] }],
})
const sites = (...names: string[]) => [{ domain: names.map((name) => `geosite:${name}`) }]

/** Common rules; each is an ordinary rule once it is added. */
export const presets: readonly Preset[] = [
  {
    id: 'streaming',
    label: 'preset.streaming',
    about: 'preset.streamingAbout',
    to: 'chosen',
    rules: sites('netflix', 'disney', 'hbo', 'primevideo', 'hulu', 'spotify'),
  },
  {
    id: 'ai',
    label: 'preset.ai',
    about: 'preset.aiAbout',
    to: 'chosen',
    rules: sites('openai', 'anthropic', 'google-gemini', 'perplexity', 'xai'),
  },
  {
    id: 'ads',
    label: 'preset.ads',
    about: 'preset.adsAbout',
    to: 'blackhole',
    rules: sites('category-ads-all'),
  },
  {
    id: 'bittorrent',
    label: 'preset.bittorrent',
    about: 'preset.bittorrentAbout',
    to: 'blackhole',
    rules: [{ protocol: ['bittorrent'] }],
  },
  {
    id: 'private',
    label: 'preset.private',
    about: 'preset.privateAbout',
    to: 'blackhole',
    rules: [{ ip: [...insideRanges] }],
  },
  country('iran', 'preset.iran', 'category-ir', 'ir'),
  country('china', 'preset.china', 'cn', 'cn'),
  country('russia', 'preset.russia', 'category-ru', 'ru'),
]

/** The geo lists that it names. */
export const listsOf = ({ rules }: Preset): string[] => geoTokensOf(rules)

const usual = { blackhole: 'blocked', freedom: 'direct' } as const

export interface Addition {
  /** The rules to add, without those that are there already. */
  rules: Block[]
  /** Needed by them, if the draft has no outbound of its kind. */
  outbound: Block | undefined
}

/** What a preset adds to the draft. `target` is what the operator chose; `missing` are lists that no geo file has. */
export function additionOf(
  template: Template,
  preset: Preset,
  { target = '', missing = [] }: { target?: string; missing?: readonly string[] },
): Addition {
  const { to } = preset
  const there = outboundsOf(template).find(
    (outbound) => textAt(outbound, 'protocol') === to && textAt(outbound, 'tag') !== '',
  )
  const tag = to === 'chosen' ? tagOfTarget(target) : there ? textAt(there, 'tag') : usual[to]
  const goesTo = target.startsWith('balancer ') ? { balancerTag: tag } : { outboundTag: tag }
  const old = rulesOf(template)
  const rules = preset.rules
    .flatMap((rule) => withoutLists(rule, missing))
    .map((rule): Block => ({ type: 'field', ...rule, ...goesTo }))
    .filter((rule) => !old.some((other) => sameJson(other, rule)))
  const outbound = { tag, protocol: to, settings: {} }
  return { rules, outbound: to === 'chosen' || there || rules.length === 0 ? undefined : outbound }
}

/** Nothing if no value is left: such a rule would match everything. */
function withoutLists(rule: Block, missing: readonly string[]): Block[] {
  const left = Object.entries(rule).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.filter((entry) => !missing.includes(String(entry))) : value,
  ])
  return left.some(([, value]) => Array.isArray(value) && value.length === 0)
    ? []
    : [Object.fromEntries(left)]
}

/** New rules go first, because the first match decides. */
export function withAddition(template: Template, { rules, outbound }: Addition): Template {
  const grown = outbound
    ? withForced(template, { outbounds: [...outboundsOf(template), outbound] })
    : template
  const old = rulesOf(grown)
  return withRules(grown, [...old.filter(isApiRule), ...rules, ...old.filter((rule) => !isApiRule(rule))])
}

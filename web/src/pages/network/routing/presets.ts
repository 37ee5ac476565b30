import type { Block } from '#contract/inbound.ts'
import { withForced } from '#domain/core-config/json.ts'
import { textAt } from '#domain/inbounds/stream.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import type { PlainKey } from '../../../i18n/translation.tsx'
import { outboundsOf, rulesOf, type Template, withRules } from '../draft/template.ts'
import { isApiRule } from './rule.ts'

export interface Preset {
  label: PlainKey
  /** Geo files that the core needs for it. */
  needs: readonly string[]
  to: 'blackhole' | 'freedom'
  rules: readonly Block[]
}

const country = (label: PlainKey, site: string, ip: string): Preset => ({
  label,
  needs: ['geosite.dat', 'geoip.dat'],
  to: 'freedom',
  rules: [{ domain: [`geosite:${site}`] }, { ip: [`geoip:${ip}`] }],
})

/** Common rules; each is an ordinary rule once it is added. */
export const presets: readonly Preset[] = [
  { label: 'preset.bittorrent', needs: [], to: 'blackhole', rules: [{ protocol: ['bittorrent'] }] },
  { label: 'preset.private', needs: [], to: 'blackhole', rules: [{ ip: [...insideRanges] }] },
  {
    label: 'preset.ads',
    needs: ['geosite.dat'],
    to: 'blackhole',
    rules: [{ domain: ['geosite:category-ads-all'] }],
  },
  country('preset.iran', 'category-ir', 'ir'),
  country('preset.china', 'cn', 'cn'),
  country('preset.russia', 'category-ru', 'ru'),
]

const usual = { blackhole: 'blocked', freedom: 'direct' } as const

/** The draft with a preset added, and with an outbound of its kind if there was none. */
export function withPreset(template: Template, { to, rules }: Preset): Template {
  const outbounds = outboundsOf(template)
  const there = outbounds.find(
    (outbound) => textAt(outbound, 'protocol') === to && textAt(outbound, 'tag') !== '',
  )
  const tag = there ? textAt(there, 'tag') : usual[to]
  const grown = there
    ? template
    : withForced(template, { outbounds: [...outbounds, { tag, protocol: to, settings: {} }] })
  const made = rules.map((rule) => ({ type: 'field', ...rule, outboundTag: tag }))
  const old = rulesOf(grown)
  return withRules(grown, [...old.filter(isApiRule), ...made, ...old.filter((rule) => !isApiRule(rule))])
}

import type { Block } from '#contract/inbound.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import { asBlock, asBlocks, foldedAt, withForced } from '#domain/core-config/json.ts'
import { templateSections } from '#domain/core-config/sections.ts'
import { isBlock, textAt } from '#domain/inbounds/stream.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { coded } from '#domain/refusal.ts'
import type { Findings } from './findings.ts'

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
export function templateFrom(config: Block, kept: readonly Block[], findings: Findings): string {
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

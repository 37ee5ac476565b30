import type { Block } from '#contract/inbound.ts'
import { Refusal } from '#domain/refusal.ts'
import { asBlock, asBlocks, foldedAt, isBlock, textAt } from '#domain/untyped.ts'
import { valueAt, withValueAt } from './edit.ts'
import { checkGeoFiles } from './geo-files.ts'
import { type Section, sectionKinds, sectionOf, templateSections } from './sections.ts'

const layers = 8

function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    throw new Refusal('template.not-json', {}, 'xraySetting')
  }
}

const isTemplate = (value: Block): boolean => Object.keys(value).some((key) => sectionOf(key))

/** Some callers send back the whole reply of a read, sometimes nested several times. */
function unwrapped(sent: unknown): Block {
  let value = parsed(sent)
  for (let depth = 0; depth < layers; depth++) {
    if (!isBlock(value) || isTemplate(value) || !('xraySetting' in value)) break
    value = parsed(value.xraySetting)
  }
  if (!isBlock(value)) throw new Refusal('template.not-object', {}, 'xraySetting')
  if (!isTemplate(value)) throw new Refusal('template.no-sections', {}, 'xraySetting')
  return value
}

const kindCodes = {
  object: 'template.section-not-object',
  list: 'template.section-not-list',
  'object or list': 'template.section-not-list-or-object',
} as const

function checkKind(section: string, value: unknown, kind: keyof typeof kindCodes): void {
  if (value === null || value === undefined) return
  const is = Array.isArray(value) ? 'list' : isBlock(value) ? 'object' : 'other'
  if (!kind.split(' or ').includes(is)) throw new Refusal(kindCodes[kind], { section }, section)
}

function checkList(at: string, value: unknown): void {
  checkKind(at, value, 'list')
  for (const [i, entry] of (Array.isArray(value) ? value : []).entries())
    if (!isBlock(entry))
      throw new Refusal('template.entry-not-object', { entry: `${at}[${i}]` }, `${at}[${i}]`)
}

function checkTags(at: string, list: readonly Block[]): void {
  const seen = new Set<string>()
  for (const [i, entry] of list.entries()) {
    const tag = textAt(entry, 'tag')
    if (tag !== '' && seen.has(tag)) throw new Refusal('template.tag-twice', { tag }, `${at}[${i}].tag`)
    seen.add(tag)
  }
}

function checkSections(template: Block): void {
  for (const [key, value] of Object.entries(template)) {
    const section: Section | undefined = sectionOf(key)
    if (section) checkKind(section, value, sectionKinds[section])
  }
  const { inbounds, outbounds, routing } = templateSections(template)
  checkList('inbounds', inbounds)
  checkList('outbounds', outbounds)
  checkList('routing.rules', foldedAt(asBlock(routing), 'rules'))
  checkList('routing.balancers', foldedAt(asBlock(routing), 'balancers'))
  checkTags('inbounds', asBlocks(inbounds))
  checkTags('outbounds', asBlocks(outbounds))
  // Without any, the core would use its own metrics page as the default route.
  if (asBlocks(outbounds).length === 0) throw new Refusal('template.no-outbound', {}, 'outbounds')
}

/** Checks and normalises a template for storage. `geoFiles` are the names of the installed geo files. */
export function parseTemplate(sent: unknown, geoFiles: Iterable<string>): Block {
  const template = unwrapped(sent)
  checkSections(template)
  checkGeoFiles(withoutRulesOff(template), geoFiles)
  return template
}

/** Disabled rules are not sent to the core (R50), so they may wait for their geo file. */
function withoutRulesOff(template: Block): Block {
  const at = ['routing', 'rules']
  const rules = valueAt(template, at)
  if (!Array.isArray(rules)) return template
  return withValueAt(
    template,
    at,
    rules.map((rule) => (isBlock(rule) && rule.enabled === false ? {} : rule)),
  )
}

/** The core removes an outbound together with a client that has its tag as reverse tag (C8). */
export function checkReverseTags(template: Block, reverseTags: Iterable<string>): void {
  const taken = new Set(outboundTags(template))
  for (const tag of reverseTags)
    if (taken.has(tag)) throw new Refusal('template.tag-of-reverse', { tag }, 'outbounds')
}

const tagsOf = (list: unknown): string[] =>
  asBlocks(list)
    .map((entry) => textAt(entry, 'tag'))
    .filter((tag) => tag !== '')

/** Tags that a rule can send traffic to. */
export const outboundTags = (template: Block): string[] => tagsOf(templateSections(template).outbounds)

/** The template's tags for the core's API and metrics. */
export function ownTagsOf(template: Block): string[] {
  const { api, metrics } = templateSections(template)
  return [textAt(asBlock(api), 'tag'), textAt(asBlock(metrics), 'tag')].filter((tag) => tag !== '')
}

/** Tags that a rule can match as source: the panel's inbounds, the template's own, and DNS tags. */
export function inboundTags(template: Block, inbounds: readonly { tag: string }[]): string[] {
  const sections = templateSections(template)
  const api = textAt(asBlock(sections.api), 'tag') || 'api'
  const own = tagsOf(sections.inbounds).filter((tag) => tag !== api)
  const dns = textAt(asBlock(sections.dns), 'tag')
  return [...new Set([...own, ...inbounds.map((i) => i.tag), ...(dns ? [dns] : [])])]
}

/** A client's reverse tag acts as an outbound while the client is connected. */
export const clientReverseTags = (clients: Iterable<{ reverse: { tag: string } | null }>): string[] => {
  const tags = new Set<string>()
  for (const { reverse } of clients) if (reverse?.tag) tags.add(reverse.tag)
  return [...tags]
}

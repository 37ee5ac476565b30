import type { Block } from '#contract/inbound.ts'
import { isSettingKey, type SettingKey } from '#contract/settings.ts'
import { valueAt, withValueAt } from '#domain/core-config/edit.ts'
import { geoUses } from '#domain/core-config/geo-files.ts'
import { outboundTags, parseTemplate } from '#domain/core-config/template.ts'
import { insideRanges } from '#domain/net/inside-ranges.ts'
import { coded, codedOf } from '#domain/refusal.ts'
import { asBlocks, asJson, isBlock, sameJson } from '#domain/untyped.ts'
import type { Arrival, ArrivingUser } from './arrival.ts'
import type { Here, MoveInOptions } from './plan.ts'
import type { PlanTools } from './plan-inbounds.ts'

const isLoopback = (listen: string): boolean => listen === '' || /^(?:127\.|::1$)/.test(listen)

/** Without a certificate the source spoke plain HTTP, also to the outside. */
function judgeHttp(next: Readonly<Record<string, string>>, keepHttp: boolean, { found }: PlanTools): boolean {
  const speaksHttp = (cert: string, listen: string) =>
    (next[cert] ?? '') === '' && !isLoopback(next[listen] ?? '')
  if (speaksHttp('webCertFile', 'webListen')) found.add('changes', 'webListen', coded('movein.panel-https'))
  if (next.subEnable === 'false' || !speaksHttp('subCertFile', 'subListen')) return false
  found.add(
    keepHttp ? 'note' : 'changes',
    'subListen',
    coded(keepHttp ? 'movein.subscriptions-http' : 'movein.subscriptions-https'),
  )
  return keepHttp
}

/** Settings that will differ from those here. */
export function planSettings(
  arrival: Arrival,
  takes: boolean,
  options: MoveInOptions,
  tools: PlanTools,
): Record<string, string> {
  const { here, found, counts } = tools
  const known = Object.entries(arrival.settings).filter(([key]) => isSettingKey(key))
  const differing = known.filter(([key, value]) => here.settings[key] !== value)
  counts.add('settings', 'here', known.length - differing.length)
  if (!takes) {
    counts.add('settings', 'left', differing.length)
    if (differing.length > 0) found.add('note', '', coded('movein.settings-stay'))
    return {}
  }
  const planned = Object.fromEntries(differing)
  const isHttpKept = known.length > 0 && judgeHttp({ ...here.settings, ...planned }, options.keepHttp, tools)
  const plain: SettingKey = 'subPlainHttp'
  if (isHttpKept && here.settings[plain] !== 'true') planned[plain] = 'true'
  counts.add('settings', 'comes', Object.keys(planned).length)
  return planned
}

/** Where the panel will listen once the plan is carried out. */
export function ownPortsAfter(here: Here, settings: Readonly<Record<string, string>>): Here['ownPorts'] {
  const keys = { panel: ['webListen', 'webPort'], subscriptions: ['subListen', 'subPort'] } as const
  return here.ownPorts.map(({ what, listen, port }) => {
    const [at, on] = keys[what]
    return {
      what,
      listen: settings[at] ?? listen,
      port: settings[on] === undefined ? port : Number(settings[on]),
    }
  })
}

const rulesAt = ['routing', 'rules'] as const
const privately = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.flatMap((entry) => (entry === 'geoip:private' ? insideRanges : [entry]))
    : value === 'geoip:private'
      ? [...insideRanges]
      : value

/** Rules that need a geo file which is not here: private ranges are written out, the others wait switched off. */
function withoutMissingFiles(template: Block, { here, found }: PlanTools): Block {
  const there = new Set(here.geoFiles)
  const missing = (value: unknown) => [...geoUses(value)].filter(({ file }) => !there.has(file))
  const rules = asBlocks(valueAt(template, rulesAt))
  if (missing(rules).length === 0) return template
  const healed = rules.map((rule) => {
    if (missing(rule).length === 0 || rule.enabled === false) return rule
    const ranged = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, privately(value)]))
    const [first] = missing(ranged)
    if (!first) return ranged
    found.add('changes', first.value, coded('movein.rule-off', { file: first.file }))
    return { ...ranged, enabled: false }
  })
  return withValueAt(template, rulesAt, healed)
}

/** Programs that the core would run: their files are on the other server, and nobody has read them here. */
function withoutScripts(template: Block, { found }: PlanTools): Block {
  let next = template
  for (const path of [
    ['dns', 'script'],
    ['routing', 'script'],
  ]) {
    if (valueAt(next, path) === undefined) continue
    next = withValueAt(next, path, undefined)
    found.add('changes', path.join('.'), coded('movein.script-off'))
  }
  return next
}

export function planTemplate(arrival: Arrival, takes: boolean, tools: PlanTools): string | null {
  const { here, found, counts } = tools
  if (arrival.template === null) return null
  const sent = asJson(arrival.template)
  if (!takes || !isBlock(sent)) {
    const isHere = sameJson(sent, asJson(here.template))
    counts.add('template', isHere ? 'here' : 'left')
    if (!takes && !isHere) found.add('note', '', coded('movein.template-stays'))
    return null
  }
  try {
    const healed = withoutMissingFiles(withoutScripts(sent, tools), tools)
    const template = parseTemplate(healed, here.geoFiles)
    const isHere = sameJson(template, asJson(here.template))
    counts.add('template', isHere ? 'here' : 'comes')
    return isHere ? null : JSON.stringify(template, null, 2)
  } catch (error) {
    found.add('left', 'xrayTemplateConfig', coded('movein.template-left', { reason: codedOf(error) }))
    counts.add('template', 'left')
    return null
  }
}
/** Tags of the outbounds that the core will have. */
export function outboundTagsAfter(planned: string | null, here: Here): ReadonlySet<string> {
  const template = asJson(planned ?? here.template)
  return new Set(isBlock(template) ? outboundTags(template) : [])
}

/** All of them, or none where they are the users here already. */
export function planUsers(
  arrival: Arrival,
  takes: boolean,
  { here, found, counts }: PlanTools,
): ArrivingUser[] {
  const { users } = arrival
  const isHere = (user: ArrivingUser) =>
    here.users.some((one) => one.username === user.username && one.passwordHash === user.passwordHash)
  const many = users.length
  if (many === 0) return []
  if (users.every(isHere) && here.users.length === many) {
    counts.add('users', 'here', many)
    return []
  }
  counts.add('users', takes ? 'comes' : 'left', many)
  found.add(
    takes ? 'changes' : 'note',
    users[0]!.username,
    coded(takes ? 'movein.users-come' : 'movein.users-stay'),
  )
  return takes ? [...users] : []
}

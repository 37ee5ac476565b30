import { besideInside, namesEveryInside } from '#domain/net/inside-ranges.ts'
import { type Rate, rateOf, type TagRates } from '#domain/topology/flows.ts'
import type { Condition, Meter, RuleFacts, TopologyNode, Trouble } from '#domain/topology/graph.ts'
import { takesAll } from '#domain/topology/template-parts.ts'
import { isolated } from '../../../i18n/measures.ts'
import type { PlainKey, Translate, useTranslation } from '../../../i18n/translation.tsx'
import { streamWords } from '../inbound-view.ts'
import type { Scene } from './use-topology.ts'

type Measures = ReturnType<typeof useTranslation>['measures']

export const sayTrouble = (t: Translate, { why, name }: Trouble): string =>
  why === 'found' ? name : t(`topology.why.${why}`, { name: isolated(name) })

const conditionWords: Readonly<Record<string, PlainKey>> = {
  domain: 'topology.condDomain',
  domains: 'topology.condDomain',
  ip: 'topology.condIp',
  port: 'topology.condPort',
  network: 'topology.condNetwork',
  protocol: 'topology.condProtocol',
  user: 'topology.condUser',
  source: 'topology.condSource',
  sourceIP: 'topology.condSource',
  sourcePort: 'topology.condSourcePort',
  localIP: 'topology.condLocal',
  localPort: 'topology.condLocalPort',
  attrs: 'topology.condAttrs',
  vlessRoute: 'topology.condRoute',
  process: 'topology.condProcess',
}

const wordOf = (t: Translate, { key }: Condition) => t(conditionWords[key] ?? 'topology.condAll')

/** `geosite:openai +3`. All private ranges are shown as one item. */
function valuesOf(t: Translate, condition: Condition, most: number): string {
  const values = namesEveryInside(condition.values)
    ? [t('topology.private'), ...besideInside(condition.values)]
    : condition.values
  const rest = values.length - most
  const shown = values.slice(0, most).join(', ')
  return rest > 0 ? `${shown} +${rest}` : shown
}

/** `Site geosite:openai +3`. */
export const sayCondition = (t: Translate, condition: Condition, most: number): string =>
  `${wordOf(t, condition)} ${isolated(valuesOf(t, condition, most))}`

/** A list of names, each in its own direction. */
export const sayNames = (names: readonly string[]): string => names.map(isolated).join(' · ')

function ruleFace(t: Translate, rule: RuleFacts): Face {
  const { name, number } = rule
  const conditions = takesAll(rule) ? [] : rule.conditions // tcp and udp together are no condition
  const values = conditions.map((condition) => valuesOf(t, condition, 1)).join(' · ')
  const kinds = [...new Set(conditions.map((condition) => wordOf(t, condition)))]
  return {
    name: name || values || t('topology.condAll'),
    about: [t('topology.rule', { number }), ...kinds].join(' · '),
  }
}

/** The text of a box: its name and kind. */
interface Face {
  name: string
  about: string
}

/** Names of boxes, using what only the list of inbounds knows. */
export function faceOf(t: Translate, node: TopologyNode, { inbounds }: Pick<Scene, 'inbounds'>): Face {
  switch (node.kind) {
    case 'server':
      return { name: node.name, about: t('topology.server') }
    case 'port': {
      const [, address, port] = /^(.+):(\d+)$/.exec(node.label) ?? [undefined, '', node.label]
      return {
        name: port ?? '',
        about: address || node.layers.join(' + ').toUpperCase() || t('topology.port'),
      }
    }
    case 'inbound': {
      const inbound = inbounds.find(({ id }) => id === node.inboundId)
      const words = [node.protocol, ...(inbound ? streamWords(inbound) : [])].join(' · ')
      return { name: node.name, about: words }
    }
    case 'source':
      return { name: node.tag, about: t(`topology.source.${node.source}`) }
    case 'dest':
      return { name: node.dest || t('topology.destNone'), about: t('topology.dest') }
    case 'junction':
      return { name: t('topology.junction'), about: '' }
    case 'rule': {
      const [first] = node.rules
      if (node.rules.length > 1 || !first)
        return { name: t('topology.rules', { count: node.rules.length }), about: t('topology.rulesSame') }
      return ruleFace(t, first)
    }
    case 'default':
      return { name: t('topology.default'), about: t('topology.defaultAbout') }
    case 'balancer':
      return { name: node.tag, about: `${t('topology.balancer')} · ${node.strategy}` }
    case 'outbound': {
      if (node.tags.length > 1)
        return {
          name: t('topology.outbounds', { count: node.tags.length }),
          about: node.tags.slice(0, 3).join(', '),
        }
      const via = node.via && t('topology.via', { tag: node.via })
      return {
        name: node.tags[0] ?? '',
        about: [node.protocol || t('topology.outbound'), via].filter(Boolean).join(' · '),
      }
    }
    case 'missing':
      return { name: node.tag, about: t('topology.missing') }
  }
}

/** The source of the traffic figures in a box. */
function meterOf(node: TopologyNode): Meter | undefined {
  if ((node.kind === 'inbound' && !node.isFar) || (node.kind === 'source' && node.source === 'template'))
    return { side: 'inbound', tags: [node.tag] }
  return node.kind === 'outbound' ? { side: 'outbound', tags: node.tags } : undefined
}

export const sum = ({ up, down }: Rate): number => up + down

export function nodeRate(node: TopologyNode, rates: TagRates): Rate | undefined {
  const meter = meterOf(node)
  return meter && rateOf(meter, rates)
}

export const sayRate = (t: Translate, measures: Measures, { up, down }: Rate): string =>
  up + down > 0
    ? t('topology.rate', { up: measures.rate(up), down: measures.rate(down) })
    : t('topology.quiet')

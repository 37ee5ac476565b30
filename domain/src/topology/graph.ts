import type { Layer4 } from '#domain/inbounds/port.ts'

/** From where a connection comes to where it goes. A column that nobody stands in takes no room. */
export const columns = [
  'server',
  'port',
  'inbound',
  'child',
  'junction',
  'rule',
  'balancer',
  'outbound',
] as const
export type Column = (typeof columns)[number]

export type Why =
  | 'coreDown'
  | 'inboundOff'
  | 'inboundEnded'
  | 'portTaken'
  | 'childOff'
  | 'childGone'
  | 'masterCannot'
  | 'inboundMissing'
  | 'outboundMissing'
  | 'balancerMissing'
  | 'balancerEmpty'
  | 'ruleNowhere'
  | 'ruleEmpty'
  | 'ruleUnreachable'

/** Why something does not work, and the name that the sentence needs; blank where it needs none. */
export interface Trouble {
  why: Why
  name: string
}

/** What a rule asks of a connection: one kind of condition and its values. */
export interface Condition {
  key: string
  values: readonly string[]
}

export interface RuleFacts {
  /** Its place in the template: the first that fits decides. */
  index: number
  /** Its place as a person counts: the panel's own way to its core is no rule of theirs. */
  number: number
  /** The operator's own name for it; blank mostly. */
  name: string
  conditions: readonly Condition[]
  /** Blank list: every inbound. */
  inboundTags: readonly string[]
  target: { kind: 'outbound' | 'balancer' | 'none'; tag: string }
}

/** Why a routing source is none of the panel's inbounds. */
export type SourceKind = 'template' | 'dns' | 'reverse' | 'loopback'

type Face =
  | { kind: 'server'; serverId: number; name: string }
  | { kind: 'port'; label: string; layers: readonly Layer4[]; inboundIds: readonly number[] }
  | { kind: 'inbound'; inboundId: number; name: string; tag: string; protocol: string; isOn: boolean }
  | { kind: 'source'; tag: string; source: SourceKind }
  | { kind: 'dest'; dest: string; masterId: number }
  | { kind: 'junction' }
  | { kind: 'rule'; rules: readonly RuleFacts[] }
  | { kind: 'default' }
  | { kind: 'balancer'; tag: string; strategy: string }
  | {
      kind: 'outbound'
      tags: readonly string[]
      protocol: string
      via: string
      /** One, and written in the template: it can be edited. */
      isOwn: boolean
    }
  /** Named by somebody, and not there. */
  | { kind: 'missing'; what: 'inbound' | 'outbound' | 'balancer'; tag: string }

export type TopologyNode = Face & {
  id: string
  column: Column
  /** How many fallbacks lie before it; 0 everywhere else. */
  depth: number
  /** What is wrong with the thing itself and not with a way to it. */
  trouble?: Trouble
}
export type NodeOf<K extends Face['kind']> = Extract<TopologyNode, { kind: K }>

/** Whose bytes these are. The core counts at inbounds and at outbounds, and nowhere between. */
export interface Meter {
  side: 'inbound' | 'outbound'
  tags: readonly string[]
}

export interface TopologyEdge {
  id: string
  from: string
  to: string
  kind: 'host' | 'listen' | 'fallback' | 'routing' | 'send'
  /** What tells a fallback's connections from the rest: paths, ALPN, names. */
  labels: readonly string[]
  trouble?: Trouble
  /** Absent: how much goes this way is not known. */
  meter?: Meter
}

export interface Topology {
  nodes: readonly TopologyNode[]
  edges: readonly TopologyEdge[]
}

/** Somebody's choice, and not a fault. */
export const isChosen = ({ why }: Trouble): boolean => why === 'inboundOff'

import type { Layer4 } from '#domain/inbounds/port.ts'

/** From the source of a connection to its destination. Empty columns take no space. */
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
  /** What a check found, in its own words: they are the name. */
  | 'found'
  | 'coreDown'
  | 'nodeDown'
  | 'nodeCoreDown'
  | 'nodeOff'
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

/** Why something does not work, and the name used in the message; blank if it needs none. */
export interface Trouble {
  why: Why
  name: string
}

/** A rule's condition: its kind and values. */
export interface Condition {
  key: string
  values: readonly string[]
}

export interface RuleFacts {
  /** Its index in the template: the first match decides. */
  index: number
  /** Its number as shown: the panel's API rule is not counted. */
  number: number
  /** The operator's name for it; usually blank. */
  name: string
  conditions: readonly Condition[]
  /** Empty: every inbound. */
  inboundTags: readonly string[]
  target: { kind: 'outbound' | 'balancer' | 'none'; tag: string }
}

/** Why a routing source is not one of the panel's inbounds. */
export type SourceKind = 'template' | 'dns' | 'reverse' | 'loopback'

type Face =
  | { kind: 'server'; serverId: number; name: string }
  | { kind: 'port'; label: string; layers: readonly Layer4[]; inboundIds: readonly number[] }
  | {
      kind: 'inbound'
      inboundId: number
      name: string
      tag: string
      protocol: string
      isOn: boolean
      /** Its bytes are counted on another machine, and known later than those of this core. */
      isFar: boolean
    }
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
      /** A single outbound from the template, so it can be edited. */
      isOwn: boolean
    }
  /** Referenced but missing. */
  | { kind: 'missing'; what: 'inbound' | 'outbound' | 'balancer'; tag: string }

export type TopologyNode = Face & {
  id: string
  column: Column
  /** Number of fallbacks in front of it; 0 for other nodes. */
  depth: number
  /** What is wrong with the node itself, not with an edge to it. */
  trouble?: Trouble
}
export type NodeOf<K extends Face['kind']> = Extract<TopologyNode, { kind: K }>

/** Which counter applies. The core counts at inbounds and outbounds, and nowhere between (ADR 065). */
export interface Meter {
  side: 'inbound' | 'outbound'
  tags: readonly string[]
}

export interface TopologyEdge {
  id: string
  from: string
  to: string
  kind: 'host' | 'listen' | 'fallback' | 'routing' | 'send'
  /** What selects a fallback's connections: paths, ALPN, names. */
  labels: readonly string[]
  trouble?: Trouble
  /** Absent: the amount on this edge is unknown. */
  meter?: Meter
}

/** A plain edge; `trouble` says what is wrong with it. */
export const edgeOf = (
  kind: TopologyEdge['kind'],
  from: string,
  to: string,
  trouble: Trouble | undefined,
): TopologyEdge => ({ id: `${from}>${to}`, from, to, kind, labels: [], ...(trouble && { trouble }) })

export interface Topology {
  nodes: readonly TopologyNode[]
  edges: readonly TopologyEdge[]
}

/** An operator's choice, not a fault. */
export const isChosen = ({ why }: Trouble): boolean => why === 'inboundOff' || why === 'nodeOff'

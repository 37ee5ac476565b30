import type { Coded } from './coded.ts'
import type { Inbound } from './inbound.ts'
import type { OutboundTraffic } from './outbounds-api.ts'
import type { CoreStatus, Status } from './status.ts'

/** Byte deltas of one inbound or outbound; the capitalised keys are 3x-ui's. */
export interface TagTraffic {
  IsInbound: boolean
  IsOutbound: boolean
  Tag: string
  Up: number
  Down: number
  /** Counted by a node: what moved since its last report, which may be older than the tick. */
  onNode?: true
}

/** One row of client traffic as sent in frames; the full row is in the clients API. */
export interface ClientTrafficRow {
  email: string
  up: number
  down: number
  [more: string]: unknown
}

export type InboundTotals = Pick<Inbound, 'id' | 'up' | 'down' | 'total' | 'enable'>

/** `traffics` and `clientTraffics` are deltas to add up; the online keys are the current state. */
export interface TrafficEvent {
  traffics?: readonly TagTraffic[]
  clientTraffics?: readonly ClientTrafficRow[]
  onlineClients: readonly string[]
  lastOnlineMap: Readonly<Record<string, number>>
}

/** Absolute values. A snapshot is the full set; any other frame has only the changed rows (R47). */
export interface ClientStatsEvent {
  clients?: readonly ClientTrafficRow[]
  inbounds?: readonly InboundTotals[]
  snapshot?: boolean
}

/** Title and message are English; the code and its parameters say the same in data. */
export interface NotificationEvent extends Coded {
  title: string
  message: string
  level: 'success' | 'info' | 'warning' | 'error'
  /** Progress of a running task. */
  percent?: number
}

export interface EventPayloads {
  status: Status
  traffic: TrafficEvent
  client_stats: ClientStatsEvent
  /** Full inbounds, as returned by the list endpoint. */
  inbounds: readonly object[]
  outbounds: readonly OutboundTraffic[]
  /** Full nodes, as returned by the list endpoint. */
  nodes: readonly object[]
  notification: NotificationEvent
  xray_state: Pick<CoreStatus, 'state' | 'errorMsg' | 'errorCoded'>
  invalidate: { type: InvalidateScope }
}

export type EventKind = keyof EventPayloads

/** Tells the browser what to fetch again: a scope of data, or the type of a message that was too large to send. */
export type InvalidateScope =
  | 'clients'
  | 'settings'
  | 'plans'
  | 'jobs'
  | 'alerts'
  | 'certificates'
  | 'health'
  | Exclude<EventKind, 'invalidate'>

/** One text frame of the WebSocket; `time` is unix milliseconds. */
export type EventFrame = {
  [K in EventKind]: { type: K; payload: EventPayloads[K]; time: number }
}[EventKind]

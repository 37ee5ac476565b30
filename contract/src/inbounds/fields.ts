/** When an inbound's counters are reset. Not in the schema files because the browser imports it. */
export const trafficResets = ['never', 'hourly', 'daily', 'weekly', 'monthly'] as const

interface Field {
  /** Its column in the table `inbounds`. */
  column: string
  /** `words` is a list, in its column separated by commas. */
  kind: 'text' | 'choice' | 'toggle' | 'count' | 'factor' | 'words'
  /** The value of a new inbound, which a blank or a 0 in a request means, too; 0 is a factor of its own. */
  default: string | number | boolean | null | readonly string[]
  choices?: readonly string[]
  /** The smallest number, if it is not 0. */
  min?: number
  /** The largest number or the longest text. */
  max?: number
}

const most = Number.MAX_SAFE_INTEGER

/**
 * The fields of an inbound besides its blocks, in the order of the API's answers. Schemas, rows, the form's table, and
 * what is read from other panels are made from it.
 */
export const inboundFields = {
  remark: { column: 'remark', kind: 'text', default: '', max: 1024 },
  enable: { column: 'enable', kind: 'toggle', default: true },
  listen: { column: 'listen', kind: 'text', default: '', max: 1024 },
  port: { column: 'port', kind: 'count', default: 0, max: 65_535 },
  protocol: { column: 'protocol', kind: 'text', default: '' },
  nodeId: { column: 'node_id', kind: 'count', default: null },
  total: { column: 'total', kind: 'count', default: 0, max: most },
  expiryTime: { column: 'expiry_time', kind: 'count', default: 0, max: most },
  trafficReset: { column: 'traffic_reset', kind: 'choice', default: 'never', choices: trafficResets },
  trafficResetDay: { column: 'traffic_reset_day', kind: 'count', default: 1, min: 1, max: 31 },
  shareAddrStrategy: {
    column: 'share_addr_strategy',
    kind: 'choice',
    default: 'node',
    choices: ['node', 'listen', 'custom'],
  },
  shareAddr: { column: 'share_addr', kind: 'text', default: '', max: 1024 },
  subSortIndex: { column: 'sub_sort_index', kind: 'count', default: 1, min: 1, max: 2_147_483_647 },
  disableFlow: { column: 'disable_flow', kind: 'toggle', default: false },
  /** Bits per second for each client that has no speed of its own, of its group or of its plan; 0: none. */
  speedDown: { column: 'speed_down', kind: 'count', default: 0, max: most },
  speedUp: { column: 'speed_up', kind: 'count', default: 0, max: most },
  /** What a byte counts against the quotas of clients; at most two decimals. */
  trafficMultiplier: { column: 'multiplier', kind: 'factor', default: 1, max: 100 },
  /** By which groups and plans may name it, such as `premium`. Only this panel has them (ADR 149). */
  labels: { column: 'labels', kind: 'words', default: [] as string[], max: 10 },
} as const satisfies Record<string, Field>

type Table = typeof inboundFields
export type InboundField = keyof Table
export type InboundFieldKind<K extends InboundField = InboundField> = Table[K]['kind']
export const inboundFieldNames = Object.keys(inboundFields) as InboundField[] // its keys
export const inboundField = (name: InboundField): Field => inboundFields[name]

/**
 * The fields of an inbound besides its blocks, in the order of the API's answers: the column, and the value of a new
 * inbound, which a blank or a 0 in a request means, too.
 */
export const inboundFields = {
  remark: { column: 'remark', default: '' },
  enable: { column: 'enable', default: true },
  listen: { column: 'listen', default: '' },
  port: { column: 'port', default: 0 },
  protocol: { column: 'protocol', default: '' },
  nodeId: { column: 'node_id', default: null },
  total: { column: 'total', default: 0 },
  expiryTime: { column: 'expiry_time', default: 0 },
  trafficReset: { column: 'traffic_reset', default: 'never' },
  trafficResetDay: { column: 'traffic_reset_day', default: 1 },
  shareAddrStrategy: { column: 'share_addr_strategy', default: 'node' },
  shareAddr: { column: 'share_addr', default: '' },
  subSortIndex: { column: 'sub_sort_index', default: 1 },
  disableFlow: { column: 'disable_flow', default: false },
  speedDown: { column: 'speed_down', default: 0 },
  speedUp: { column: 'speed_up', default: 0 },
} as const

export type InboundField = keyof typeof inboundFields
export const inboundFieldNames = Object.keys(inboundFields) as InboundField[] // its keys

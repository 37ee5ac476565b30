import type { FallbackRow } from '#contract/fallback.ts'
import { defaultTemplate } from '#domain/core-config/default-template.ts'
import type { TopologyInbound } from './entrances.ts'
import type { World } from './topology.ts'

const tls = { network: 'tcp', security: 'tls' }
export const inbound = (id: number, more: Partial<TopologyInbound> = {}): TopologyInbound => ({
  id,
  protocol: 'vless',
  remark: `in ${id}`,
  tag: `inbound-${id}`,
  enable: true,
  listen: '',
  port: 1000 + id,
  nodeId: null,
  expiryTime: 0,
  total: 0,
  up: 0,
  down: 0,
  settings: {},
  streamSettings: tls,
  ...more,
})
export const row = (masterId: number, childId: number, more: Partial<FallbackRow> = {}): FallbackRow => ({
  id: masterId * 100 + childId,
  masterId,
  childId,
  name: '',
  alpn: '',
  path: '',
  xver: 0,
  dest: '',
  sortOrder: 0,
  ...more,
})
export const world = (more: Partial<World> = {}): World => ({
  inbounds: [inbound(1)],
  fallbacks: [],
  template: defaultTemplate(),
  isCoreRunning: true,
  now: 0,
  ...more,
})

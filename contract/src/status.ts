import { z } from 'zod'
import { codedSchema } from './coded.ts'
import { panelRoutes } from './routes/panel.ts'
import { api } from './wire.ts'

// Published clients decode these as integers and fail on a fraction.
const count = z.int().nonnegative()
const used = z.object({ current: count, total: count })
const transfer = z.object({ read: count, write: count })

/** An enabled inbound that the running core could not open. */
export const NotOpen = z.object({
  id: z.int(),
  tag: z.string(),
  remark: z.string(),
  reason: z.string(),
  reasonCoded: codedSchema.optional(),
})
export type NotOpen = z.infer<typeof NotOpen>

export const CoreStatus = z.object({
  state: z.enum(['running', 'stop', 'error']),
  errorMsg: z.string(),
  errorCoded: z.array(codedSchema).optional().describe('the sentences of errorMsg, in data'),
  /** "Unknown" before the first start. */
  version: z.string(),
  uptime: count.optional().describe('seconds since the core started; absent if it is not running'),
  notOpen: z
    .array(NotOpen)
    .optional()
    .describe('inbounds that the running core could not open; absent if there are none'),
})
export type CoreStatus = z.infer<typeof CoreStatus>

export const Status = z.object({
  /** Percent, 0 to 100. */
  cpu: z.number(),
  cpuCores: count,
  logicalPro: count,
  cpuSpeedMhz: z.number(),
  mem: used,
  swap: used,
  disk: used,
  diskIO: transfer.describe('bytes per second'),
  diskTraffic: transfer.describe('bytes since the host started'),
  xray: CoreStatus,
  panelVersion: z.string(),
  panelGuid: z.string(),
  fleet: z
    .int()
    .describe(
      'the calls between a centre and its node that this panel understands (fleet/apply, fleet/report)',
    ),
  /** Seconds since the host started. */
  uptime: count,
  loads: z.tuple([z.number(), z.number(), z.number()]),
  tcpCount: count,
  udpCount: count,
  netIO: z.object({ up: count, down: count, pktUp: count, pktDown: count }).describe('per second'),
  clientIO: z
    .object({ up: count, down: count })
    .describe('bytes per second that the core counted for clients'),
  netTraffic: z
    .object({ sent: count, recv: count, pktSent: count, pktRecv: count })
    .describe('since the host started'),
  publicIP: z.object({ ipv4: z.string(), ipv6: z.string() }).describe('"N/A" when unknown'),
  appStats: z.object({ threads: count, mem: count, uptime: count }),
})
export type Status = z.infer<typeof Status>

export const HISTORY_METRICS = [
  'cpu',
  'mem',
  'netUp',
  'netDown',
  'clientUp',
  'clientDown',
  'online',
  'load1',
  'load5',
  'load15',
] as const
export type HistoryMetric = (typeof HISTORY_METRICS)[number]

/** Bucket sizes of a history, in seconds. */
export const HISTORY_BUCKETS = [2, 30, 60, 120, 180, 300] as const

export const HistoryPoint = z.object({ t: z.int().describe('unix seconds'), v: z.number() })
export type HistoryPoint = z.infer<typeof HistoryPoint>
export const CpuPoint = z.object({ t: z.int().describe('unix seconds'), cpu: z.number() })
export type CpuPoint = z.infer<typeof CpuPoint>

export const statusApi = api(panelRoutes.status, {
  status: {
    also: ['/api/server/status'],
    summary: 'State of host, core and panel, sampled every two seconds; null before the first sample',
    reply: Status.nullable(),
  },
  cpuHistory: {
    summary: 'CPU load history, at most 60 points of `bucket` seconds each',
    reply: z.array(CpuPoint),
  },
  history: {
    summary: 'History of one metric, at most 60 points of `bucket` seconds each',
    reply: z.array(HistoryPoint),
  },
})

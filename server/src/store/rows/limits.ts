import type { Selectable } from 'kysely'
import type { Limits } from '#contract/limits.ts'
import type { Schema } from '../schema.ts'
import type { Columns } from '../sets.ts'

export type LimitRow = Pick<
  Selectable<Schema['clients']>,
  | 'speed_down'
  | 'speed_up'
  | 'when_ended'
  | 'slow_speed'
  | 'fair_use'
  | 'fair_use_speed'
  | 'ip_count'
  | 'ip_grace'
  | 'when_over_ip'
>

/** The columns of clients and of groups alike. */
export const limitColumnTypes: Columns<LimitRow> = {
  speed_down: 'int',
  speed_up: 'int',
  when_ended: 'text',
  slow_speed: 'int',
  fair_use: 'int',
  fair_use_speed: 'int',
  ip_count: 'text',
  ip_grace: 'int',
  when_over_ip: 'text',
}

export const limitColumns = Object.keys(limitColumnTypes) as (keyof LimitRow)[] // its keys are those of the type

export const toLimitRow = (c: Limits): LimitRow => ({
  speed_down: c.speedDown,
  speed_up: c.speedUp,
  when_ended: c.whenEnded,
  slow_speed: c.slowSpeed,
  fair_use: c.fairUse,
  fair_use_speed: c.fairUseSpeed,
  ip_count: c.ipCount,
  ip_grace: c.ipGrace,
  when_over_ip: c.whenOverIp,
})

export const toLimits = (r: LimitRow): Limits => ({
  speedDown: r.speed_down,
  speedUp: r.speed_up,
  whenEnded: r.when_ended === 'slow' ? 'slow' : 'cut', // another program may have written anything
  slowSpeed: r.slow_speed,
  fairUse: r.fair_use,
  fairUseSpeed: r.fair_use_speed,
  ipCount: r.ip_count === 'network' ? 'network' : 'address',
  ipGrace: r.ip_grace,
  whenOverIp: r.when_over_ip === 'slow' ? 'slow' : 'cut',
})

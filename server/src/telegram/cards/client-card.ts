import type { Limits, Slowed } from '#contract/limits.ts'
import { dayMs } from '#domain/clients/expiry.ts'
import { type ClientStatus, clientStatus, type Thresholds } from '#domain/clients/status.ts'
import { speedsOf, usualSlowSpeed } from '#domain/limits/effective.ts'
import { directions, type Service } from '#domain/limits/service.ts'
import { bold, clipped, mono } from '../html.ts'
import type { PlainWord, Tongue } from '../tongue.ts'

/** What the bot knows about a client. */
export interface ClientFacts {
  email: string
  subId: string
  enable: boolean
  online: boolean
  /** Milliseconds, 0 = never seen. */
  lastOnline: number
  up: number
  down: number
  /** Bytes, 0 = unlimited. */
  quota: number
  expiryTime: number
  ips: number
  tgId: number
  comment: string
  group: string
  /** Days after which it renews by itself; 0 = never. */
  reset: number
  inbounds: readonly { remark: string; protocol: string }[]
  /** What ends its service first: its own quota and end, or those of its group. Absent: its own. */
  service?: Service
  /** What counts for it, with its group and plan. */
  limits?: Limits & { limitHwid: number; slowed: Slowed }
}

export interface Moment {
  now: number
  zone: string
  thresholds: Thresholds
}

const signs: Record<ClientStatus, string> = { active: '🟢', expiring: '🟡', depleted: '🔴', deactive: '⚪' }
const states: Record<ClientStatus, PlainWord> = {
  active: 'active',
  expiring: 'expiring',
  depleted: 'depleted',
  deactive: 'disabled',
}

type Usage = Pick<ClientFacts, 'enable' | 'expiryTime' | 'quota' | 'up' | 'down' | 'service'>

/** With the quota and the end that end its service. */
const told = <C extends Usage>(c: C): C =>
  c.service
    ? {
        ...c,
        ...directions(c.up, c.service.used),
        quota: c.service.total,
        expiryTime: c.service.expiryTime,
      }
    : c

export function statusOf(c: Usage, { thresholds, now }: Moment): ClientStatus {
  const { enable, expiryTime, quota, up, down } = told(c)
  return clientStatus({ enable, expiryTime, quota, used: up + down }, thresholds, now)
}

/** One sign in front of a name in a list. `ended`: the panel has ended it, for its group too. */
export const signOf = (c: Usage & { ended?: boolean }, moment: Moment): string =>
  signs[c.ended ? 'depleted' : statusOf(c, moment)]

export function expiryLine(
  { expiryTime }: Pick<ClientFacts, 'expiryTime'>,
  tongue: Tongue,
  at: Moment,
): string {
  if (expiryTime === 0) return tongue.h('expiresNever')
  if (expiryTime < 0)
    return tongue.h('expiresFromFirstUse', { days: tongue.days(Math.round(-expiryTime / dayMs)) })
  return tongue.h('expires', {
    date: tongue.moment(expiryTime, at.zone),
    relative: tongue.relative(expiryTime, at.now),
  })
}

export function trafficLine({ up, down, quota }: Usage, tongue: Tongue): string {
  const used = tongue.bytes(up + down)
  return quota > 0
    ? tongue.h('traffic', { used, quota: tongue.bytes(quota) })
    : tongue.h('trafficUnlimited', { used })
}

/** Whose quota it is that was told, and what is left of it for everybody. */
function sharedLine({ service }: Pick<ClientFacts, 'service'>, tongue: Tongue): string[] {
  if (!service || service.sharedBy === '') return []
  const left = tongue.bytes(Math.max(0, service.total - service.used))
  return [tongue.h('sharedLeft', { group: clipped(service.sharedBy, 100), left })]
}

function presenceLine(c: ClientFacts, tongue: Tongue, { now }: Moment): string {
  if (c.online) return tongue.h('onlineNow')
  return c.lastOnline > 0
    ? tongue.h('lastOnline', { when: tongue.relative(c.lastOnline, now) })
    : tongue.h('neverOnline')
}

/** Bits per second as people say them. */
const megabits = (bits: number): string => `${Number((bits / 1_000_000).toFixed(3))} Mbit/s`

/** Its speed, its devices, and what happens at the end. */
function limitLines({ limits, quota, expiryTime }: ClientFacts, tongue: Tongue): string[] {
  if (!limits) return []
  const { down, up } = speedsOf(limits, limits.slowed).own
  const ends = quota > 0 || expiryTime !== 0
  const slow = megabits(limits.slowSpeed || usualSlowSpeed)
  const any = tongue.t('anySpeed')
  return [
    ...(down > 0 || up > 0
      ? [tongue.h('speedIs', { down: down > 0 ? megabits(down) : any, up: up > 0 ? megabits(up) : any })]
      : []),
    ...(limits.limitHwid > 0 ? [tongue.h('devicesMost', { count: limits.limitHwid })] : []),
    ...(ends && limits.whenEnded === 'slow' ? [tongue.h('endsSlow', { speed: slow })] : []),
    ...(ends && limits.whenEnded === 'cut' ? [tongue.h('endsCut')] : []),
  ]
}

const mostInbounds = 20

function inboundsLine({ inbounds }: ClientFacts, tongue: Tongue): string {
  if (inbounds.length === 0) return tongue.h('noInbounds')
  const names = inbounds
    .slice(0, mostInbounds)
    .map(({ remark, protocol }) => `${clipped(remark, 40)} (${protocol})`)
  return tongue.h('inboundsAre', { names: names.join(', ') + (inbounds.length > mostInbounds ? ' …' : '') })
}

/** The card that a client's owner sees. */
export function usageLines(c: ClientFacts, tongue: Tongue, at: Moment): string[] {
  const status = statusOf(c, at)
  const shown = told(c)
  return [
    `${signs[status]} ${mono(c.email).text}`,
    tongue.h('state', { state: bold(tongue.t(states[status])) }),
    presenceLine(c, tongue, at),
    trafficLine(shown, tongue),
    ...sharedLine(c, tongue),
    tongue.h('upDown', { up: tongue.bytes(c.up), down: tongue.bytes(c.down) }),
    expiryLine(shown, tongue, at),
    ...limitLines(shown, tongue),
  ]
}

/** The card that an administrator sees. */
export function clientCard(c: ClientFacts, tongue: Tongue, at: Moment): string {
  const more = [
    c.ips > 0 ? tongue.h('ipLimit', { count: c.ips }) : tongue.h('noIpLimit'),
    inboundsLine(c, tongue),
    c.tgId !== 0 && tongue.h('telegramId', { id: mono(String(c.tgId)) }),
    c.reset > 0 && tongue.h('renews', { days: tongue.days(c.reset) }),
    c.group !== '' && tongue.h('group', { name: clipped(c.group, 100) }),
    c.comment !== '' && tongue.h('comment', { text: clipped(c.comment.replace(/\s+/g, ' '), 300) }),
    tongue.h('asOf', { time: tongue.moment(at.now, at.zone) }),
  ]
  return [...usageLines(c, tongue, at), ...more.filter((line) => line !== false)].join('\n')
}

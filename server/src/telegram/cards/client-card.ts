import type { Limits, Slowed } from '#contract/limits.ts'
import { dayMs } from '#domain/clients/expiry.ts'
import { type ClientStatus, clientStatus, type Thresholds } from '#domain/clients/status.ts'
import { speedsOf, usualSlowSpeed } from '#domain/limits/effective.ts'
import { directions, type Service } from '#domain/limits/service.ts'
import { bold, clipped, mono } from '../html.ts'
import type { PlainWord, Translator } from '../translator.ts'

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
  translator: Translator,
  at: Moment,
): string {
  if (expiryTime === 0) return translator.h('expiresNever')
  if (expiryTime < 0)
    return translator.h('expiresFromFirstUse', { days: translator.days(Math.round(-expiryTime / dayMs)) })
  return translator.h('expires', {
    date: translator.moment(expiryTime, at.zone),
    relative: translator.relative(expiryTime, at.now),
  })
}

export function trafficLine({ up, down, quota }: Usage, translator: Translator): string {
  const used = translator.bytes(up + down)
  return quota > 0
    ? translator.h('traffic', { used, quota: translator.bytes(quota) })
    : translator.h('trafficUnlimited', { used })
}

/** Whose quota it is that was told, and what is left of it for everybody. */
function sharedLine({ service }: Pick<ClientFacts, 'service'>, translator: Translator): string[] {
  if (!service || service.sharedBy === '') return []
  const left = translator.bytes(Math.max(0, service.total - service.used))
  return [translator.h('sharedLeft', { group: clipped(service.sharedBy, 100), left })]
}

function presenceLine(c: ClientFacts, translator: Translator, { now }: Moment): string {
  if (c.online) return translator.h('onlineNow')
  return c.lastOnline > 0
    ? translator.h('lastOnline', { when: translator.relative(c.lastOnline, now) })
    : translator.h('neverOnline')
}

const megabits = (bits: number): string => `${Number((bits / 1_000_000).toFixed(3))} Mbit/s`

/** Its speed, its devices, and what happens at the end. */
function limitLines({ limits, quota, expiryTime }: ClientFacts, translator: Translator): string[] {
  if (!limits) return []
  const { down, up } = speedsOf(limits, limits.slowed).own
  const ends = quota > 0 || expiryTime !== 0
  const slow = megabits(limits.slowSpeed || usualSlowSpeed)
  const any = translator.t('anySpeed')
  return [
    ...(down > 0 || up > 0
      ? [translator.h('speedIs', { down: down > 0 ? megabits(down) : any, up: up > 0 ? megabits(up) : any })]
      : []),
    ...(limits.limitHwid > 0 ? [translator.h('devicesMost', { count: limits.limitHwid })] : []),
    ...(ends && limits.whenEnded === 'slow' ? [translator.h('endsSlow', { speed: slow })] : []),
    ...(ends && limits.whenEnded === 'cut' ? [translator.h('endsCut')] : []),
  ]
}

const mostInbounds = 20

function inboundsLine({ inbounds }: ClientFacts, translator: Translator): string {
  if (inbounds.length === 0) return translator.h('noInbounds')
  const names = inbounds
    .slice(0, mostInbounds)
    .map(({ remark, protocol }) => `${clipped(remark, 40)} (${protocol})`)
  return translator.h('inboundsAre', {
    names: names.join(', ') + (inbounds.length > mostInbounds ? ' …' : ''),
  })
}

/** The card that a client's owner sees. */
export function usageLines(c: ClientFacts, translator: Translator, at: Moment): string[] {
  const status = statusOf(c, at)
  const shown = told(c)
  return [
    `${signs[status]} ${mono(c.email).text}`,
    translator.h('state', { state: bold(translator.t(states[status])) }),
    presenceLine(c, translator, at),
    trafficLine(shown, translator),
    ...sharedLine(c, translator),
    translator.h('upDown', { up: translator.bytes(c.up), down: translator.bytes(c.down) }),
    expiryLine(shown, translator, at),
    ...limitLines(shown, translator),
  ]
}

/** The card that an administrator sees. */
export function clientCard(c: ClientFacts, translator: Translator, at: Moment): string {
  const more = [
    c.ips > 0 ? translator.h('ipLimit', { count: c.ips }) : translator.h('noIpLimit'),
    inboundsLine(c, translator),
    c.tgId !== 0 && translator.h('telegramId', { id: mono(String(c.tgId)) }),
    c.reset > 0 && translator.h('renews', { days: translator.days(c.reset) }),
    c.group !== '' && translator.h('group', { name: clipped(c.group, 100) }),
    c.comment !== '' && translator.h('comment', { text: clipped(c.comment.replace(/\s+/g, ' '), 300) }),
    translator.h('asOf', { time: translator.moment(at.now, at.zone) }),
  ]
  return [...usageLines(c, translator, at), ...more.filter((line) => line !== false)].join('\n')
}

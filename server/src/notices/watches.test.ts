import { describe, expect, it } from 'vitest'
import type { Alert } from '#contract/alerts.ts'
import { alertsOf } from '#domain/alerts/from-notice.ts'
import { kindsIn } from '#domain/alerts/grid.ts'
import { notice } from '#domain/notices.ts'
import { coded } from '#domain/refusal.ts'
import { settingsOf } from '#test/settings.ts'
import { createLoadWatch, createOutboundWatch } from './watches.ts'

const told: Alert[] = []
const tell = (...alerts: readonly Alert[]) => void told.push(...alerts)
const taken = () => told.splice(0)

describe('loads', () => {
  const all = kindsIn('cpu.high,memory.high,disk.high')
  const wishes = [
    { outlet: 'home', kinds: all, thresholds: { cpu: 90, memory: 90, disk: 90 } },
    { outlet: 'email', kinds: all, thresholds: { cpu: 80, memory: 90, disk: 90 } },
    { outlet: 'telegram', kinds: all, thresholds: { cpu: 0, memory: 0, disk: 90 } },
    { outlet: 'webhook:1', kinds: kindsIn('node.up'), thresholds: { cpu: 10, memory: 10, disk: 10 } },
  ]
  const status = (cpu: number, mem = 0, disk = 0) => ({
    cpu,
    mem: { current: mem, total: 100 },
    disk: { current: disk, total: 100 },
  })

  it('of the processor are the average of a minute, told once for each threshold until they fall', () => {
    const onSample = createLoadWatch({ notices: { wishes: () => wishes, tell }, host: 'h' })
    let at = 0
    const during = (seconds: number, cpu: number) => {
      for (let i = 0; i < seconds; i += 2) {
        at += 2_000
        onSample(status(cpu), at)
      }
      return taken().map(({ kind, params }) => [kind, 'threshold' in params && params.threshold])
    }
    expect(during(30, 100)).toEqual([])
    expect(during(40, 100)).toEqual([
      ['cpu.high', 90],
      ['cpu.high', 80],
    ])
    expect(during(60, 85)).toEqual([])
    expect(during(120, 70)).toEqual([])
    expect(during(120, 86)).toEqual([['cpu.high', 80]])
  })

  it('of memory and disk follow their own thresholds', () => {
    const onSample = createLoadWatch({ notices: { wishes: () => wishes, tell }, host: 'h' })
    for (let at = 0; at <= 70_000; at += 2_000) onSample(status(1, 95, 91), at)
    expect(taken()).toEqual([
      { kind: 'disk.high', params: { host: 'h', percent: 91, threshold: 90 } },
      { kind: 'memory.high', params: { host: 'h', percent: 95, threshold: 90 } },
    ])
  })
})

it('an outbound is down after so many failed tries, and back once it answers', () => {
  const { observed, down } = createOutboundWatch(
    tell,
    settingsOf(() => ({ outboundDownThreshold: 2 })),
  )
  const look = (alive: boolean, lastTryTime: number) => {
    observed([{ tag: 'warp', alive, lastTryTime, delay: 1, lastSeenTime: 0, updatedAt: 0 }])
    return taken()
  }
  expect(look(true, 1)).toEqual([])
  expect(look(false, 2)).toEqual([])
  expect(look(false, 2)).toEqual([])
  expect(look(false, 3)).toEqual([{ kind: 'outbound.down', params: { tag: 'warp' } }])
  expect([look(false, 4), down()]).toEqual([[], ['warp']])
  expect([look(true, 5), down()]).toEqual([[{ kind: 'outbound.up', params: { tag: 'warp' } }], []])
})

it('what the panel announces is told as an alert where there is one', () => {
  const reason = coded('core.hangs')
  expect(alertsOf(notice('core.no-answer', { reason }), 'h')).toMatchObject([{ kind: 'core.hung' }])
  expect(alertsOf(notice('core.ended', { reason }), 'h')).toEqual([])
  expect(alertsOf(notice('core.ended', { reason: 'exit code 2' }), 'h')).toEqual([
    { kind: 'core.crashed', params: { host: 'h', reason: 'exit code 2' } },
  ])
  expect(alertsOf(notice('core.installed', { version: '26.5.1' }), 'h')).toEqual([
    { kind: 'core.updated', params: { host: 'h', version: '26.5.1' } },
  ])
  expect(alertsOf(notice('backup.overdue', { hours: 50 }), 'h')).toEqual([
    { kind: 'backup.overdue', params: { hours: 50 } },
  ])
  expect(alertsOf(notice('backup.failed', { reason: 'full' }), 'h')).toMatchObject([
    { kind: 'backup.failed' },
  ])
  expect(alertsOf(notice('core.restarted'), 'h')).toEqual([])
})

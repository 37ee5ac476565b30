import { describe, expect, it } from 'vitest'
import { kindsIn, listOf, tellsLogins, thresholdOf, withLogins } from './grid.ts'
import { type HoldRules, releaseAt } from './hold.ts'
import { measuresIn } from './measures.ts'

describe('a list of kinds', () => {
  it('is read in both spellings, and unknown names are passed over', () => {
    expect([...kindsIn(' login.attempt, cpu.high,xray.crash,nonsense,')]).toEqual([
      'login.success',
      'login.failed',
      'cpu.high',
      'core.crashed',
    ])
    expect(kindsIn('').size).toBe(0)
    expect(kindsIn('__proto__,constructor').size).toBe(0)
  })

  it("is written in 3x-ui's spelling where all that it means is chosen", () => {
    const list = 'login.attempt,xray.crash,node.down,cpu.high'
    expect(listOf(kindsIn(list))).toBe(list)
    expect(listOf(new Set(['login.failed']))).toBe('login.failed')
  })

  it('has the older switch for logins as a view', () => {
    expect(tellsLogins('login.attempt,cpu.high')).toBe(true)
    expect(withLogins('login.attempt,cpu.high', false)).toBe('cpu.high')
    expect(withLogins('cpu.high', true)).toBe('login.attempt,cpu.high')
    expect(withLogins('login.failed', true)).toBe('login.failed')
  })
})

it('only loads have a threshold', () => {
  expect(thresholdOf({ kind: 'cpu.high', params: { host: 'a', percent: 91, threshold: 80 } })).toBe(80)
  expect(thresholdOf({ kind: 'node.up', params: { node: 'a' } })).toBe(0)
})

describe('quiet hours and digests', () => {
  const none: HoldRules = { quietFrom: '', quietTo: '', digest: 'off', digestAt: '', zone: 'UTC' }
  const at = (time: string) => Date.parse(`2026-03-04T${time}Z`)

  it('let everything through where there are none', () => {
    expect(releaseAt(at('10:00:05'), at('10:00:07'), none)).toBe(at('10:00:07'))
  })
  it('hold until the quiet hours end, over midnight too', () => {
    const night = { ...none, quietFrom: '22:00', quietTo: '07:30' }
    expect(releaseAt(at('06:00:09'), at('06:00:09'), night)).toBe(at('07:30:00'))
    expect(releaseAt(at('23:10:00'), at('23:10:00'), night)).toBe(at('07:30:00') + 86_400_000)
    expect(releaseAt(at('12:00:00'), at('12:00:00'), night)).toBe(at('12:00:00'))
    expect(releaseAt(at('07:30:00'), at('07:30:00'), night)).toBe(at('07:30:00'))
  })
  it('are in the zone of the panel', () => {
    const tehran = { ...none, quietFrom: '00:00', quietTo: '08:00', zone: 'Asia/Tehran' }
    expect(releaseAt(at('03:00:00'), at('03:00:00'), tehran)).toBe(at('04:30:00'))
  })
  it('collect for an hour or a day, and a digest waits for the end of quiet hours', () => {
    expect(releaseAt(at('10:20:00'), at('10:30:00'), { ...none, digest: 'hourly' })).toBe(at('11:00:00'))
    const daily: HoldRules = { ...none, digest: 'daily', digestAt: '06:00' }
    expect(releaseAt(at('05:00:00'), at('05:01:00'), daily)).toBe(at('06:00:00'))
    expect(releaseAt(at('06:00:00'), at('06:01:00'), daily)).toBe(at('06:00:00') + 86_400_000)
    expect(
      releaseAt(at('05:00:00'), at('05:01:00'), { ...daily, quietFrom: '22:00', quietTo: '07:00' }),
    ).toBe(at('07:00:00'))
    expect(releaseAt(at('05:00:00'), at('09:00:00'), daily)).toBe(at('09:00:00'))
  })
})

it('bytes and times are written for people', () => {
  const { bytes, time } = measuresIn('en-US', 'UTC')
  expect([bytes(0), bytes(512), bytes(1024 ** 3 * 1.5), time(0)]).toEqual(['0 kB', '0.5 kB', '1.5 GB', '-'])
  expect(time(Date.UTC(2026, 2, 4, 5, 6))).toContain('2026')
})

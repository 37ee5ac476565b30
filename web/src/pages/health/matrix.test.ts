import { expect, it } from 'vitest'
import type { EntryCheck, EntryEye } from '#contract/entries-api.ts'
import { barsOf, historyOf, isOld, matrixOf } from './matrix.ts'

const now = Date.UTC(2026, 10, 19, 12)
const DAY = 86_400_000
const today = Date.UTC(2026, 10, 19)

const entry = (more: Partial<EntryCheck> = {}): EntryCheck => ({
  ...{ inboundId: 1, inbound: 'Main', position: 1, eye: '', address: 'a.example', port: 443, remark: '' },
  ...{
    state: 'good',
    stage: '',
    cause: '',
    causeCoded: null,
    changes: '',
    changesCoded: null,
    latencyMs: 80,
    exitAddress: '',
    exitCountry: '',
  },
  ...{ checkedAt: now, lastOkAt: now, fails: 0, since: now, days: [] },
  ...more,
})
const failed = (more: Partial<EntryCheck> = {}) =>
  entry({ state: 'failed', stage: 'port', latencyMs: 0, fails: 2, ...more })

const eye = (id: string): EntryEye => ({
  ...{ id, name: id, kind: id === '' ? 'server' : 'probe' },
  ...{ country: '', provider: '', seenAt: now, state: 'looking' },
})
const eyes = ['', 'A', 'B', 'Berlin', 'Tehran'].map(eye)

it('has a row for each entry and a column for each eye, this server first', () => {
  const entries = [
    entry({ eye: 'Tehran' }),
    entry(),
    entry({ inboundId: 2, eye: 'Berlin' }),
    entry({ position: 2, remark: 'CDN' }),
  ]
  const { eyes: shown, rows } = matrixOf({ eyes, entries })
  expect(shown.map(({ id }) => id)).toEqual(['', 'Berlin', 'Tehran'])
  expect(rows.map(({ cells, isOneOfSeveral }) => [cells.map((cell) => cell?.eye), isOneOfSeveral])).toEqual([
    [['', undefined, 'Tehran'], true],
    [[undefined, 'Berlin', undefined], false],
    [['', undefined, undefined], true],
  ])
})

it('shows what fails first, and names the worst cell of a row: failed, else the slowest that looked', () => {
  const entries = [
    entry({ latencyMs: 20 }),
    entry({ eye: 'A', latencyMs: 90 }),
    entry({ inboundId: 2 }),
    failed({ inboundId: 2, eye: 'B' }),
    entry({ inboundId: 3, eye: 'B' }),
  ]
  const { rows } = matrixOf({ eyes, entries })
  expect(rows.map((row) => [row.entry.inboundId, row.cells[row.worst]?.eye])).toEqual([
    [2, 'B'],
    [1, 'A'],
    [3, 'B'],
  ])
})

it('has a bar for each of thirty days, and none is good where nobody looked', () => {
  const days = [
    { day: today - 29 * DAY, good: 0, failed: 4, latencyMs: 0 },
    { day: today, good: 3, failed: 1, latencyMs: 80 },
  ]
  const bars = barsOf(days, now)
  expect(bars).toHaveLength(30)
  expect(bars[0]).toEqual({ day: today - 29 * DAY, share: 0 })
  expect(bars.at(-1)).toEqual({ day: today, share: 0.75 })
  expect(bars.filter(({ share }) => share === undefined)).toHaveLength(28)
})

it('sums the days, and does not round a failure away', () => {
  expect(historyOf([])).toBeUndefined()
  expect(historyOf([{ day: today, good: 8_000, failed: 1, latencyMs: 80 }])).toEqual({
    percent: 99,
    badDays: 1,
  })
  expect(historyOf([{ day: today, good: 5, failed: 0, latencyMs: 80 }])).toEqual({ percent: 100, badDays: 0 })
})

it('calls a result old that the checks should have replaced', () => {
  const minutesAgo = (minutes: number) => entry({ checkedAt: now - minutes * 60_000 })
  expect(isOld(minutesAgo(10), 5, now)).toBe(false)
  expect(isOld(minutesAgo(20), 5, now)).toBe(true)
  expect(isOld(minutesAgo(100), 60, now)).toBe(false)
  expect(isOld(minutesAgo(1), 0, now)).toBe(true)
})

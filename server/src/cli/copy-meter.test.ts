import { expect, it } from 'vitest'
import { createMeter } from './migrate-db.ts'

const at = (done: number) => ({ stage: 'copy', table: 'clients', done, total: 100_000 }) as const

it('a log gets a line every five seconds, with the share, the rate and the time left', () => {
  let now = 0
  const told: string[] = []
  const meter = createMeter(
    (text) => told.push(text),
    false,
    () => now,
  )
  for (now = 0; now <= 10_000; now += 1_000) meter.show(at(now * 2))
  meter.end()
  expect(told).toEqual([
    'Copying clients: 10 %, 2,000 rows/s, 45 s left\n',
    'Copying clients: 20 %, 2,000 rows/s, 40 s left\n',
  ])
  now = 3_600_000
  meter.show({ ...at(1_000), stage: 'compare' })
  expect(told.at(-1)).toBe('Comparing clients: 1 %, 0 rows/s, 5940 min left\n')
})

it('a terminal gets one line that is written over, and nothing is left of it', () => {
  let now = 0
  const told: string[] = []
  const meter = createMeter(
    (text) => told.push(text),
    true,
    () => now,
  )
  for (const done of [0, 50_000, 100_000]) {
    now += 300
    meter.show(at(done))
  }
  meter.end()
  expect(told).toHaveLength(4)
  expect(told[0]).toBe('\rCopying clients: 0 %, 0 rows/s, unknown left')
  expect(told[2]).toContain('100 %')
  expect(told[3]?.trim()).toBe('')
  expect(meter.seconds()).toBe(0.9)
})

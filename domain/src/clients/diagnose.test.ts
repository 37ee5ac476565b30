import { expect, it } from 'vitest'
import { type Case, diagnose } from './diagnose.ts'

const now = 1_000_000
const well: Case = {
  enable: true,
  ended: false,
  expiryTime: 0,
  quota: 0,
  used: 5,
  online: true,
  lastOnline: 1,
  inbounds: [{ enable: true }],
  coreRuns: true,
}
const faults = (more: Partial<Case>) =>
  diagnose({ ...well, ...more }, now)
    .filter(({ answer }) => answer !== 'good')
    .map(({ question, answer, what }) => `${question} ${answer} ${what}`)

it('has nothing to say about a client that is well', () => {
  expect(faults({})).toEqual([])
  expect(faults({ expiryTime: -86_400_000, quota: 10 })).toEqual([])
})

it.each<[Partial<Case>, string]>([
  [{ coreRuns: false }, 'core bad stopped'],
  [{ enable: false }, 'enabled bad off'],
  [{ enable: false, ended: true, quota: 5 }, 'quota bad used'],
  [{ enable: false, ended: true, expiryTime: now }, 'time bad over'],
  [{ enable: false, ended: true }, 'enabled bad group'],
  [{ quota: 5 }, 'quota bad used'],
  [{ quota: 5.5 }, 'quota warn nearly'],
  [{ expiryTime: now }, 'time bad over'],
  [{ inbounds: [] }, 'inbounds bad none'],
  [{ inbounds: [{ enable: false }] }, 'inbounds bad off'],
  [{ inbounds: [{ enable: true }, { enable: false }] }, 'inbounds warn some'],
  [{ online: false, lastOnline: 0 }, 'seen warn never'],
])('%j: %s', (more, fault) => {
  expect(faults(more)).toEqual([fault])
})

import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Judge } from '../core/binary/sift.ts'
import { silentLog } from '../platform/log.ts'
import { createCrashCheck, createExcluded } from './crash-check.ts'

const outbound = (tag: string, mask: string): Block => ({
  tag,
  protocol: 'vless',
  settings: { vnext: [{ address: `${tag}.example`, port: 443 }] },
  streamSettings: { finalmask: { udp: [{ type: mask }] } },
})
const [good, bad] = [outbound('good', 'salamander'), outbound('bad', 'noise')]
const panic = [
  'panic: makeslice: len out of range',
  '',
  'goroutine 7 [running]:',
  'github.com/xtls/xray-core/transport/internet/finalmask/noise.(*conn).WriteTo()',
]

function stage(judge: Judge) {
  let at = 0
  const told: string[] = []
  const excluded = createExcluded()
  const crashCheck = createCrashCheck({
    subscriptions: {
      outbounds: async () => [
        { outbounds: [good, bad].filter((o) => excluded.reason(o) === undefined), prepend: false },
      ],
      lost: async (found, why) => void told.push(`${found.map((o) => o.tag)}: ${inEnglish(why)}`),
    },
    trials: { judge: () => judge },
    excluded,
    core: { status: () => ({ state: 'running', errorMsg: '', version: '' }), start: () => {} },
    now: () => at,
    log: silentLog,
  })
  const wait = (ms: number) => {
    at += ms
  }
  return { crashCheck, excluded, told, wait }
}
const fine: Judge = async () => ({ ok: true })
const ends: Judge = async ({ outbounds }) =>
  JSON.stringify(outbounds).includes('noise') ? { ok: false, refused: true, words: 'it ends' } : { ok: true }

it('an outbound that also crashes a throwaway core is left out from the first crash on, whatever its tag', async () => {
  const { crashCheck, excluded, told } = stage(ends)
  await crashCheck.run(panic)
  expect(told).toEqual(['bad: It crashed the core (panic: makeslice: len out of range).'])
  expect(excluded.reason({ ...bad, tag: 'renamed' })?.code).toBe('outbound.core-died')
  expect(excluded.reason(good)).toBeUndefined()
})

it('an outbound that a throwaway core survives is left out from the second crash on that points to it', async () => {
  const { crashCheck, excluded, told } = stage(fine)
  await crashCheck.run(panic)
  expect(told).toEqual([])
  await crashCheck.run(panic)
  expect(told).toHaveLength(1)
  expect(excluded.reason(bad)).toBeDefined()
  expect(excluded.reason(good)).toBeUndefined()
})

it('crashes far apart and exits without a panic leave out nothing', async () => {
  const { crashCheck, told, wait } = stage(fine)
  await crashCheck.run(panic)
  wait(3_600_000)
  await crashCheck.run(panic)
  await crashCheck.run(['signal: killed'])
  await crashCheck.run([])
  expect(told).toEqual([])
})

import { expect, it } from 'vitest'
import type { Block } from '#contract/inbound.ts'
import { inEnglish } from '#domain/refusal.ts'
import type { Judge } from '../core/binary/sift.ts'
import { silentLog } from '../platform/log.ts'
import { createSetAside } from './set-aside.ts'

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
  const setAside = createSetAside({
    listed: async () => [good, bad].filter((o) => setAside.objection(o) === undefined),
    judge: () => judge,
    onSetAside: async (found, why) => void told.push(`${found.map((o) => o.tag)}: ${inEnglish(why)}`),
    now: () => at,
    log: silentLog,
  })
  const wait = (ms: number) => {
    at += ms
  }
  return { setAside, told, wait }
}
const fine: Judge = async () => ({ ok: true })
const ends: Judge = async ({ outbounds }) =>
  JSON.stringify(outbounds).includes('noise') ? { ok: false, refused: true, words: 'it ends' } : { ok: true }

it('an outbound that also crashes a throwaway core is set aside at the first crash, whatever its tag', async () => {
  const { setAside, told } = stage(ends)
  await setAside.afterCrash(panic)
  expect(told).toEqual(['bad: It crashed the core (panic: makeslice: len out of range).'])
  expect(setAside.objection({ ...bad, tag: 'renamed' })?.code).toBe('outbound.core-died')
  expect(setAside.objection(good)).toBeUndefined()
})

it('an outbound that a throwaway core survives is set aside at the second crash that points to it', async () => {
  const { setAside, told } = stage(fine)
  await setAside.afterCrash(panic)
  expect(told).toEqual([])
  await setAside.afterCrash(panic)
  expect(told).toHaveLength(1)
  expect(setAside.objection(bad)).toBeDefined()
  expect(setAside.objection(good)).toBeUndefined()
})

it('crashes far apart and exits without a panic set nothing aside', async () => {
  const { setAside, told, wait } = stage(fine)
  await setAside.afterCrash(panic)
  wait(3_600_000)
  await setAside.afterCrash(panic)
  await setAside.afterCrash(['signal: killed'])
  await setAside.afterCrash([])
  expect(told).toEqual([])
})

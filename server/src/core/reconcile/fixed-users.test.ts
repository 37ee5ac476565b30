import { expect, it } from 'vitest'
import type { SectionSource } from '#domain/core-config/inbound-section.ts'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import { cellInbound } from '#test/fixtures/inbound-cells.ts'
import { silentLog } from '../../platform/log.ts'
import { CoreError } from '../api/errors.ts'
import { createFixedUsers } from './fixed-users.ts'
import type { Connected } from './link.ts'
import type { UserPlan } from './user-plan.ts'

const tunnel: SectionSource = { ...cellInbound({ protocol: 'wireguard' }), id: 1, tag: 'wg' }
const other: SectionSource = {
  ...cellInbound({ protocol: 'vmess', network: 'ws', security: 'none' }),
  id: 2,
  tag: 'ws',
}

function setUp(answer: CoreError | undefined) {
  const clock = createFakeClock()
  const replaced: string[][] = []
  let asked = 0
  const api = {
    user: async () => {
      asked++
      if (answer) throw answer
    },
  }
  const inbounds = new Map([tunnel, other].map((one) => [one.id, one]))
  const core = { api, inbounds } as unknown as Connected // only what is used
  const fixed = createFixedUsers({
    timers: clock.timers,
    log: silentLog,
    replace: async (tags) => void replaced.push([...tags]),
  })
  return { clock, replaced, core, fixed, asked: () => asked }
}
const before = new CoreError('refused', 'proxy is not a UserManager')

const again = (inboundId: number) => ({ inboundId, email: 'ann', key: 'ann', before: null })
const plan: UserPlan = {
  operations: ['wg', 'ws'].map((tag) => ({ op: 'removeUser', tag, email: 'ann' })),
  cuts: [{ email: 'ann', tags: ['wg', 'ws'], again: [again(1), again(2)] }],
}

it('a core that takes users of tunnels gets the whole plan, and is asked once', async () => {
  const { core, fixed, clock, asked, replaced } = setUp(undefined)
  expect(await fixed.carriable(core, plan)).toBe(plan)
  expect(await fixed.carriable(core, plan)).toBe(plan)
  expect(await fixed.isSkipped(core, tunnel)).toBe(false)
  await clock.advance(10_000)
  expect([asked(), replaced]).toEqual([1, []])
})

it('from an older one the tunnel is left out, and added again with everybody soon', async () => {
  const { core, fixed, clock, replaced } = setUp(before)
  expect(await fixed.carriable(core, plan)).toEqual({
    operations: [{ op: 'removeUser', tag: 'ws', email: 'ann' }],
    cuts: [{ email: 'ann', tags: ['ws'], again: [again(2)] }],
  })
  expect(replaced).toEqual([])
  await clock.advance(200)
  expect(replaced).toEqual([['wg']])
})

it('changes that come together interrupt the others once', async () => {
  const { core, fixed, clock, replaced } = setUp(before)
  for (let i = 0; i < 50; i++) {
    await fixed.carriable(core, plan)
    await clock.advance(30)
  }
  expect(replaced).toHaveLength(1)
  await clock.advance(5_000)
  expect(replaced).toHaveLength(2)
  await clock.advance(60_000)
  expect([replaced.length, clock.waiting()]).toEqual([2, 0])
})

it('what was missed while the core did not answer comes with the whole inbound, once', async () => {
  const { core, fixed, clock, replaced } = setUp(before)
  expect(await fixed.isSkipped(core, tunnel)).toBe(true)
  fixed.miss()
  expect(await fixed.isSkipped(core, other)).toBe(false)
  expect(await fixed.isSkipped(core, tunnel)).toBe(true)
  fixed.checked()
  expect(await fixed.isSkipped(core, tunnel)).toBe(true)
  await clock.advance(60_000)
  expect(replaced).toEqual([['wg']])
})

it('an inbound that the core does not have yet says nothing about it', async () => {
  const { core, fixed, asked } = setUp(new CoreError('missing', 'failed to get handler: wg'))
  expect(await fixed.carriable(core, plan)).toBe(plan)
  expect(await fixed.isSkipped(core, tunnel)).toBe(false)
  expect(asked()).toBe(2)
})

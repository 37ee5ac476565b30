import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addClient, addInbound, allClients, clients, type ListedInbound } from '#test/inbounds.ts'
import { type MeteredPanel, meteredPanel } from '#test/metering.ts'
import type { Visitor } from '#test/panel.ts'

let t: MeteredPanel
let me: Visitor
let inbound: ListedInbound
beforeAll(async () => {
  t = await meteredPanel()
  me = await t.login()
  inbound = await addInbound(me)
})
afterAll(() => t.stop())

const who = fc.nat(2)
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move' as const), who, bytes: fc.nat(60) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  fc.record({ do: fc.constant('restart the core' as const) }),
  fc.record({ do: fc.constant('reset' as const), who }),
  fc.record({ do: fc.constant('raise' as const), who, bytes: fc.integer({ min: 1, max: 200 }) }),
  fc.record({ do: fc.constant('disable' as const), who }),
  fc.record({ do: fc.constant('enable' as const), who }),
)

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Client {
  email: string
  used: number
  /** Moved and not read yet. */
  unread: number
  quota: number
  enable: boolean
  byPanel: boolean
}

let run = 0

/** The rules in a few lines: what a panel must show after each step. */
async function play(steps: readonly Step[]) {
  const name = ++run
  const model: Client[] = [0, 1, 2].map((i) => {
    const quota = i === 0 ? 0 : 100
    return { email: `m${name}-${i}`, used: 0, unread: 0, quota, enable: true, byPanel: false }
  })
  for (const { email, quota } of model) await addClient(me, { email, totalGB: quota }, [inbound.id])
  const isFull = (c: Client) => c.quota > 0 && c.used >= c.quota
  const settle = (c: Client) => {
    if (c.byPanel && !isFull(c)) Object.assign(c, { enable: true, byPanel: false })
  }
  /** A tick and the last reading of a core apply the same rules. */
  const read = () => {
    for (const c of model) {
      c.used += c.unread
      c.unread = 0
      if (c.enable && isFull(c)) Object.assign(c, { enable: false, byPanel: true })
    }
  }
  for (const s of steps) {
    const c = 'who' in s ? model[s.who] : undefined
    if (s.do === 'tick') {
      await t.tick()
      read()
    } else if (s.do === 'restart the core') {
      await t.lastReading()
      t.fake.restart()
      read()
    } else if (c && s.do === 'move') {
      t.fake.move('user', c.email, 0, s.bytes)
      c.unread += s.bytes
    } else if (c && s.do === 'reset') {
      await me.post(`${clients}/resetTraffic/${c.email}`)
      c.used = 0
      settle(c)
    } else if (c && s.do === 'raise') {
      c.quota = c.quota === 0 ? 0 : c.quota + s.bytes
      await me.post(`${clients}/update/${c.email}`, { totalGB: c.quota })
      settle(c)
    } else if (c && s.do === 'disable') {
      await me.post(`${clients}/bulkDisable`, { emails: [c.email] })
      Object.assign(c, { enable: false, byPanel: false })
    } else if (c) {
      await me.post(`${clients}/bulkEnable`, { emails: [c.email] })
      Object.assign(c, { enable: !isFull(c), byPanel: isFull(c) })
    }
  }
  await t.lastReading()
  read()
  const shown = (await allClients(me)).filter((c) => model.some((m) => m.email === c.email))
  expect(shown.map((c) => [c.email, c.traffic.up + c.traffic.down, c.enable, c.traffic.enable])).toEqual(
    model.map((m) => [m.email, m.used, m.enable, m.enable]),
  )
  await me.post(`${clients}/bulkDel`, { emails: model.map((m) => m.email) })
}

it('bytes and transitions follow the rules, for any sequence of events', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 25 }), play), {
    numRuns: process.env.SLUICE_LONG ? 200 : 25,
  })
})

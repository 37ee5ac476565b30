import { describe, expect, it } from 'vitest'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import { createLanes, type UserCore } from './lanes.ts'
import type { UserItem, UserPlan } from './user-plan.ts'

type Stored = Map<string, Set<number>>

const add = (email: string, inboundId: number): UserItem => ({ inboundId, email, key: email, before: null })
/** A client that the core has; only that it is not null matters here. */
const known = {} as NonNullable<UserItem['before']>
const remove = (email: string, inboundId: number): UserItem => ({
  ...add(email, inboundId),
  before: known,
  closes: true,
})
const edit = (email: string, inboundId: number): UserItem => ({ ...add(email, inboundId), before: known })
const only = (...first: UserItem[]) => ({ first, later: [] })

/** A core that accepts one call after the other, each when the test allows it. */
function setUp(limits: { singles?: number; portion?: number; portions?: number } = {}) {
  const clock = createFakeClock(0)
  const stored: Stored = new Map()
  const said: string[] = []
  const holds: (() => void)[] = []
  const has = (item: UserItem) => stored.get(item.key)?.has(item.inboundId) === true
  const plan = async (items: readonly UserItem[]): Promise<UserPlan> => {
    const operations: UserPlan['operations'] = []
    const cuts: UserPlan['cuts'] = []
    for (const item of items) {
      const tag = `in${item.inboundId}`
      if (item.before !== null) operations.push({ op: 'removeUser', tag, email: item.email })
      if (item.before && !has(item))
        cuts.push({ email: item.email, tags: [tag], again: [{ ...item, before: null }] })
      else if (has(item))
        operations.push({
          op: 'addUser',
          home: { tag, protocol: 'vless', method: '' },
          entry: { email: item.email, id: 'x', flow: '' },
        })
    }
    return { operations, cuts }
  }
  const send: UserCore['send'] = async (operations) => {
    await new Promise<void>((go) => holds.push(go))
    for (const o of operations)
      if (o.op === 'addUser') said.push(`+${o.entry.email}@${o.home.tag}`)
      else if (o.op === 'removeUser') said.push(`-${o.email}@${o.tag}`)
  }
  const core: UserCore = { plan, send, sendBulk: send }
  const running: { core: UserCore | undefined } = { core }
  const lanes = createLanes({
    core: () => running.core,
    cut: async (email, tags) => void said.push(`cut ${email}@${tags.join()}`),
    failed: (_, error) => void said.push(`failed: ${error}`),
    onBacklog: () => {},
    timers: clock.timers,
    now: clock.now,
    limits: { singles: 1, portion: 2, portions: 1, ...limits },
  })
  const store = (email: string, ...ids: number[]) => void stored.set(email, new Set(ids))
  const settled = () => new Promise<void>((done) => setImmediate(done))
  /** Lets the core accept its pending calls, and those that follow, this many times. */
  async function takes(calls: number): Promise<string[]> {
    const before = said.length
    for (let i = 0; i < calls; i++) {
      await settled()
      holds.shift()?.()
      await settled()
    }
    return said.slice(before)
  }
  async function takesAll(): Promise<string[]> {
    const before = said.length
    for (await settled(); holds.length > 0 || lanes.state(); await clock.advance(25)) await takes(1)
    return said.slice(before)
  }
  return { clock, lanes, said, store, stored, takes, takesAll, settled, running, waiting: () => holds.length }
}

describe('order', () => {
  it('removals first, single edits next, the backlog behind', async () => {
    const { lanes, store, takes, takesAll } = setUp()
    for (const n of [1, 2, 3, 4, 5, 6]) store(`bulk${n}`, 1)
    lanes.bulk([1, 2, 3, 4, 5, 6].map((n) => add(`bulk${n}`, 1)))
    for (const name of ['ann', 'bob', 'cid']) store(name, 1)
    store('eve')
    const edits = [
      lanes.edit(only(edit('ann', 1))),
      lanes.edit(only(add('bob', 1))),
      lanes.edit(only(add('cid', 1))),
      lanes.edit(only(remove('eve', 1))),
    ]
    // Ann's edit occupies the only slot and a portion was sent before: the removal overtakes earlier entries.
    const seen = await takes(6)
    expect(seen.slice(0, 2)).toEqual(['+bulk1@in1', '+bulk2@in1'])
    const names = seen.filter((s) => !s.includes('bulk'))
    expect(names).toEqual(['-ann@in1', '+ann@in1', '-eve@in1', 'cut eve@in1', '+bob@in1', '+cid@in1'])
    const firstBehind = seen.indexOf('+bulk3@in1')
    expect(firstBehind === -1 || firstBehind > seen.indexOf('+cid@in1')).toBe(true)
    await takesAll()
    await Promise.all(edits)
  })

  it('a bulk of removals overtakes a bulk of additions that came before it', async () => {
    const { lanes, store, takesAll } = setUp()
    for (const n of [1, 2, 3, 4]) store(`new${n}`, 1)
    lanes.bulk([1, 2, 3, 4].map((n) => add(`new${n}`, 1)))
    lanes.bulk([remove('old1', 1), remove('old2', 1)])
    const seen = await takesAll()
    expect(seen.indexOf('-old2@in1')).toBeLessThan(seen.indexOf('+new3@in1'))
    expect(seen.filter((s) => s.startsWith('+'))).toHaveLength(4)
  })

  it('inbounds take turns: a few clients of one do not wait for the thousands of another', async () => {
    const { lanes, store, takesAll } = setUp()
    const many = Array.from({ length: 40 }, (_, i) => `m${i}`)
    for (const name of many) store(name, 1)
    store('few', 2)
    lanes.bulk(many.map((name) => add(name, 1)))
    lanes.bulk([add('few', 2)])
    const seen = await takesAll()
    expect(seen.indexOf('+few@in2')).toBeLessThan(6)
    expect(seen).toHaveLength(41)
  })

  it('endless edits do not starve the backlog', async () => {
    const { lanes, store, clock, takes, said, settled } = setUp()
    store('bulk1', 1)
    store('ann', 1)
    const going = lanes.edit(only(edit('ann', 1)))
    lanes.bulk([add('bulk1', 1)])
    await settled()
    expect(said).toEqual([])
    await clock.advance(25)
    await takes(2)
    expect(said).toContain('+bulk1@in1')
    await going
  })
})

describe('the last state wins', () => {
  it('a client that was removed while it waited is never added', async () => {
    const { lanes, store, takes, takesAll, stored } = setUp()
    for (const n of [1, 2, 3, 4]) store(`c${n}`, 1)
    lanes.bulk([1, 2, 3, 4].map((n) => add(`c${n}`, 1)))
    stored.delete('c4')
    const gone = lanes.edit(only(remove('c4', 1)))
    await takes(1)
    const seen = await takesAll()
    await gone
    expect(seen.join()).not.toContain('+c4')
    expect(seen).toContain('+c3@in1')
  })

  it('a client that is removed while being added is removed afterwards', async () => {
    const { lanes, store, takesAll, stored, settled } = setUp()
    store('c1', 1)
    lanes.bulk([add('c1', 1)])
    await settled()
    stored.delete('c1')
    const gone = lanes.edit(only(remove('c1', 1)))
    expect(await takesAll()).toEqual(['+c1@in1', '-c1@in1', 'cut c1@in1'])
    await gone
  })

  it('an edit takes its client out of the backlog: it is sent once, as it is now', async () => {
    const { lanes, store, takesAll, settled } = setUp()
    for (const n of [1, 2, 3]) store(`c${n}`, 1, 2)
    lanes.bulk([1, 2, 3].flatMap((n) => [add(`c${n}`, 1), add(`c${n}`, 2)]))
    await settled()
    const edited = lanes.edit(only(edit('c3', 1), edit('c3', 2)))
    const seen = await takesAll()
    await edited
    expect(seen.filter((s) => s.includes('c3')).sort()).toEqual(['+c3@in1', '+c3@in2'])
  })

  it('a remaining client is added again only when its old connections have ended', async () => {
    const { lanes, store, takesAll } = setUp()
    store('new-name', 1)
    const renamed = lanes.edit({ first: [remove('old-name', 1)], later: [add('new-name', 1)] })
    expect(await takesAll()).toEqual(['-old-name@in1', 'cut old-name@in1', '+new-name@in1'])
    await renamed
  })
})

describe('backlog state', () => {
  it('shows progress, and nothing when it is done', async () => {
    const { lanes, store, takes, takesAll } = setUp()
    for (const n of [1, 2, 3, 4]) store(`c${n}`, 1)
    lanes.bulk([1, 2, 3, 4].map((n) => add(`c${n}`, 1)))
    expect(lanes.state()).toMatchObject({ left: 4, total: 4 })
    await takes(1)
    expect(lanes.state()).toMatchObject({ left: 2, total: 4 })
    let idle = false
    const told = lanes.idle().then(() => {
      idle = true
    })
    await takesAll()
    await told
    expect([lanes.state(), idle]).toEqual([undefined, true])
  })

  it('a core that ended clears its backlog', async () => {
    const { lanes, store, takes, running, said, settled } = setUp()
    for (const n of [1, 2, 3, 4]) store(`c${n}`, 1)
    lanes.bulk([1, 2, 3, 4].map((n) => add(`c${n}`, 1)))
    running.core = undefined
    lanes.forget()
    await takes(3)
    await settled()
    expect([lanes.state(), said.includes('+c3@in1')]).toEqual([undefined, false])
  })

  it('an inbound that was added with all clients needs no additions', async () => {
    const { lanes, store, takesAll } = setUp()
    for (const n of [1, 2, 3]) store(`c${n}`, 1)
    store('other', 2)
    lanes.bulk([add('other', 2), ...[1, 2, 3].map((n) => add(`c${n}`, 1))])
    lanes.cameWhole([1])
    expect(await takesAll()).toEqual(['+other@in2'])
  })
})

it('a change of the inbounds waits for users that are being sent, and none starts meanwhile', async () => {
  const { lanes, store, said, takes, takesAll, settled } = setUp()
  store('c1', 1)
  store('ann', 1)
  lanes.bulk([add('c1', 1)])
  await settled()
  const order: string[] = []
  const alone = lanes.alone(async () => {
    order.push(`alone after ${said.join()}`)
    await settled()
    order.push(`ends with ${said.join()}`)
  })
  const edited = lanes.edit(only(add('ann', 1)))
  await takes(1)
  await alone
  expect(order).toEqual(['alone after +c1@in1', 'ends with +c1@in1'])
  expect(await takesAll()).toEqual(['+ann@in1'])
  await edited
})

it('a check ignores clients that changed while it ran', async () => {
  const { lanes, store, takesAll } = setUp()
  store('ann', 1)
  const found = await lanes.checked(async () => {
    const edited = lanes.edit(only(edit('ann', 1)))
    await takesAll()
    await edited
    return [remove('ann', 1), add('bob', 1)]
  })
  expect(found.map(({ email }) => email)).toEqual(['bob'])
})

import { describe, expect, it } from 'vitest'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import { silentLog } from '../../platform/log.ts'
import type { Connected } from './link.ts'
import type { UserItem, UserPlan } from './user-plan.ts'
import { createUserQueue } from './user-queue.ts'

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
  const execute: Connected['executeUsers'] = async (operations) => {
    await new Promise<void>((go) => holds.push(go))
    for (const o of operations)
      if (o.op === 'addUser') said.push(`+${o.entry.email}@${o.home.tag}`)
      else if (o.op === 'removeUser') said.push(`-${o.email}@${o.tag}`)
  }
  const core = { executeUsers: execute, executeBulk: execute, inbounds: new Map() } as unknown as Connected // only what is used
  const running: { core: Connected | undefined } = { core }
  const queue = createUserQueue({
    link: {
      answering: () => running.core,
      isSilent: () => false,
      lost: (_, error) => void said.push(`failed: ${error}`),
    },
    planner: { plan },
    hooks: { cut: async (email, tags) => void said.push(`cut ${email}@${tags.join()}`) },
    events: { backlog: () => {} },
    log: silentLog,
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
    for (await settled(); holds.length > 0 || queue.state(); await clock.advance(25)) await takes(1)
    return said.slice(before)
  }
  return { clock, queue, said, store, stored, takes, takesAll, settled, running, waiting: () => holds.length }
}

describe('order', () => {
  it('removals first, single edits next, the backlog behind', async () => {
    const { queue, store, takes, takesAll } = setUp()
    for (const n of [1, 2, 3, 4, 5, 6]) store(`bulk${n}`, 1)
    queue.bulk([1, 2, 3, 4, 5, 6].map((n) => add(`bulk${n}`, 1)))
    for (const name of ['ann', 'bob', 'cid']) store(name, 1)
    store('eve')
    const edits = [
      queue.edit(only(edit('ann', 1))),
      queue.edit(only(add('bob', 1))),
      queue.edit(only(add('cid', 1))),
      queue.edit(only(remove('eve', 1))),
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
    const { queue, store, takesAll } = setUp()
    for (const n of [1, 2, 3, 4]) store(`new${n}`, 1)
    queue.bulk([1, 2, 3, 4].map((n) => add(`new${n}`, 1)))
    queue.bulk([remove('old1', 1), remove('old2', 1)])
    const seen = await takesAll()
    expect(seen.indexOf('-old2@in1')).toBeLessThan(seen.indexOf('+new3@in1'))
    expect(seen.filter((s) => s.startsWith('+'))).toHaveLength(4)
  })

  it('inbounds take turns: a few clients of one do not wait for the thousands of another', async () => {
    const { queue, store, takesAll } = setUp()
    const many = Array.from({ length: 40 }, (_, i) => `m${i}`)
    for (const name of many) store(name, 1)
    store('few', 2)
    queue.bulk(many.map((name) => add(name, 1)))
    queue.bulk([add('few', 2)])
    const seen = await takesAll()
    expect(seen.indexOf('+few@in2')).toBeLessThan(6)
    expect(seen).toHaveLength(41)
  })

  it('endless edits do not starve the backlog', async () => {
    const { queue, store, clock, takes, said, settled } = setUp()
    store('bulk1', 1)
    store('ann', 1)
    const going = queue.edit(only(edit('ann', 1)))
    queue.bulk([add('bulk1', 1)])
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
    const { queue, store, takes, takesAll, stored } = setUp()
    for (const n of [1, 2, 3, 4]) store(`c${n}`, 1)
    queue.bulk([1, 2, 3, 4].map((n) => add(`c${n}`, 1)))
    stored.delete('c4')
    const gone = queue.edit(only(remove('c4', 1)))
    await takes(1)
    const seen = await takesAll()
    await gone
    expect(seen.join()).not.toContain('+c4')
    expect(seen).toContain('+c3@in1')
  })

  it('a client that is removed while being added is removed afterwards', async () => {
    const { queue, store, takesAll, stored, settled } = setUp()
    store('c1', 1)
    queue.bulk([add('c1', 1)])
    await settled()
    stored.delete('c1')
    const gone = queue.edit(only(remove('c1', 1)))
    expect(await takesAll()).toEqual(['+c1@in1', '-c1@in1', 'cut c1@in1'])
    await gone
  })

  it('an edit takes its client out of the backlog: it is sent once, as it is now', async () => {
    const { queue, store, takesAll, settled } = setUp()
    for (const n of [1, 2, 3]) store(`c${n}`, 1, 2)
    queue.bulk([1, 2, 3].flatMap((n) => [add(`c${n}`, 1), add(`c${n}`, 2)]))
    await settled()
    const edited = queue.edit(only(edit('c3', 1), edit('c3', 2)))
    const seen = await takesAll()
    await edited
    expect(seen.filter((s) => s.includes('c3')).sort()).toEqual(['+c3@in1', '+c3@in2'])
  })

  it('a remaining client is added again only when its old connections have ended', async () => {
    const { queue, store, takesAll } = setUp()
    store('new-name', 1)
    const renamed = queue.edit({ first: [remove('old-name', 1)], later: [add('new-name', 1)] })
    expect(await takesAll()).toEqual(['-old-name@in1', 'cut old-name@in1', '+new-name@in1'])
    await renamed
  })
})

describe('backlog state', () => {
  it('shows progress, and nothing when it is done', async () => {
    const { queue, store, takes, takesAll } = setUp()
    for (const n of [1, 2, 3, 4]) store(`c${n}`, 1)
    queue.bulk([1, 2, 3, 4].map((n) => add(`c${n}`, 1)))
    expect(queue.state()).toMatchObject({ left: 4, total: 4 })
    await takes(1)
    expect(queue.state()).toMatchObject({ left: 2, total: 4 })
    let idle = false
    const told = queue.idle().then(() => {
      idle = true
    })
    await takesAll()
    await told
    expect([queue.state(), idle]).toEqual([undefined, true])
  })

  it('a core that ended clears its backlog', async () => {
    const { queue, store, takes, running, said, settled } = setUp()
    for (const n of [1, 2, 3, 4]) store(`c${n}`, 1)
    queue.bulk([1, 2, 3, 4].map((n) => add(`c${n}`, 1)))
    running.core = undefined
    queue.forget()
    await takes(3)
    await settled()
    expect([queue.state(), said.includes('+c3@in1')]).toEqual([undefined, false])
  })

  it('an inbound that was added with all clients needs no additions', async () => {
    const { queue, store, takesAll } = setUp()
    for (const n of [1, 2, 3]) store(`c${n}`, 1)
    store('other', 2)
    queue.bulk([add('other', 2), ...[1, 2, 3].map((n) => add(`c${n}`, 1))])
    queue.addedWithClients([1])
    expect(await takesAll()).toEqual(['+other@in2'])
  })
})

it('a change of the inbounds waits for users that are being sent, and none starts meanwhile', async () => {
  const { queue, store, said, takes, takesAll, settled } = setUp()
  store('c1', 1)
  store('ann', 1)
  queue.bulk([add('c1', 1)])
  await settled()
  const order: string[] = []
  const alone = queue.alone(async () => {
    order.push(`alone after ${said.join()}`)
    await settled()
    order.push(`ends with ${said.join()}`)
  })
  const edited = queue.edit(only(add('ann', 1)))
  await takes(1)
  await alone
  expect(order).toEqual(['alone after +c1@in1', 'ends with +c1@in1'])
  expect(await takesAll()).toEqual(['+ann@in1'])
  await edited
})

it('a check ignores clients that changed while it ran', async () => {
  const { queue, store, takesAll } = setUp()
  store('ann', 1)
  const found = await queue.checked(async () => {
    const edited = queue.edit(only(edit('ann', 1)))
    await takesAll()
    await edited
    return [remove('ann', 1), add('bob', 1)]
  })
  expect(found.map(({ email }) => email)).toEqual(['bob'])
})

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { under } from '#contract/routes/under.ts'
import { api } from '#contract/wire.ts'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import type { Call } from '../http/mount.ts'
import { createWorks } from './works.ts'

const anything = { summary: '', reply: z.null() }
const routes = under('', {
  install: 'POST /install/:version',
  read: 'POST+GET /read',
  backUp: 'POST /backup long',
})
const { install, read, backUp } = api(routes, { install: anything, read: anything, backUp: anything })
// The part of a call that handlers use here.
const call = {
  params: { version: 'v1' },
  actor: { kind: 'user', name: 'root', address: '' },
} as unknown as Call<typeof install>

function setUp() {
  const clock = createFakeClock(0)
  let told = 0
  const works = createWorks({
    now: clock.now,
    timers: clock.timers,
    listener: { changed: () => void told++ },
  })
  return { clock, works, told: () => told }
}

describe('long work', () => {
  it('is listed while it runs, and with its end time afterwards', async () => {
    const { clock, works, told } = setUp()
    let finish = (): void => {}
    const going = works.watched(install, () => new Promise((done) => (finish = () => done(null))))(call)
    await clock.advance(999)
    expect(works.list()).toEqual([])
    await clock.advance(1)
    const begun = { id: 1, path: '/install/:version', what: 'v1', actor: 'root', startedAt: 0, error: '' }
    expect([works.list(), told()]).toEqual([[{ ...begun, endedAt: 0 }], 1])
    await clock.advance(4_000)
    finish()
    expect(await going).toBe(null)
    expect([works.list(), told()]).toEqual([[{ ...begun, endedAt: 5_000 }], 2])
  })

  it('records why it failed, and the caller still gets the error', async () => {
    const { clock, works } = setUp()
    let fail = (): void => {}
    const broken = () => new Promise<null>((_, reject) => (fail = () => reject(new Error('no space\nat x'))))
    const going = works.watched(install, broken)(call)
    const refused = expect(going).rejects.toThrow('no space')
    await clock.advance(1_000)
    fail()
    await refused
    expect(works.list()).toMatchObject([{ error: 'no space', endedAt: 1_000 }])
  })

  it('excludes short work, synchronous answers and reads', async () => {
    const { clock, works, told } = setUp()
    await works.watched(install, async () => null)(call)
    expect(works.watched(install, () => null)(call)).toBe(null)
    const handler = async () => null
    expect(works.watched(read, handler)).toBe(handler)
    await clock.advance(5_000)
    expect([works.list(), told()]).toEqual([[], 0])
  })

  it('keeps the newest thirty', async () => {
    const { clock, works } = setUp()
    for (let i = 0; i < 40; i += 1) void works.watched(install, () => new Promise(() => {}))(call)
    await clock.advance(1_000)
    expect(works.list().map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, i) => 40 - i))
  })
})

describe('work that outlasts its caller', () => {
  /** One caller: `raw.closed` says whether it has gone. */
  const from = (name: string, closed = false) => {
    const raw = { closed }
    const made = {
      params: {},
      body: { passphrase: 'x' },
      actor: { kind: 'user', name, address: '' },
      reply: { raw },
    }
    return { raw, call: made as unknown as Call<typeof backUp> } // the part that is used here
  }
  /** Work whose runs are ended by the test. */
  function counted() {
    const { clock, works } = setUp()
    const runs: { done: () => void; fail: (error: Error) => void }[] = []
    const handler = works.watched(backUp, () => {
      return new Promise<null>((resolve, reject) => {
        runs.push({ done: () => resolve(null), fail: reject })
      })
    })
    return { clock, runs, ask: async (call: Call<typeof backUp>) => handler(call) }
  }

  it('is joined by the same request, and not by another person', async () => {
    const { runs, ask } = counted()
    const [first, second] = [from('ann'), from('ann')]
    const answers = [ask(first.call), ask(second.call)]
    void ask(from('bob').call)
    expect(runs).toHaveLength(2)
    first.raw.closed = true
    runs[0]?.done()
    expect(await Promise.all(answers)).toEqual([null, null])
    void ask(from('ann').call)
    expect(runs).toHaveLength(3) // its result was received, so this is new work
  })

  it.each(['result', 'failure'])('keeps a %s that nobody received, and gives it out once', async (what) => {
    const { clock, runs, ask } = counted()
    const gone = from('ann')
    const lost = ask(gone.call).catch(() => {})
    gone.raw.closed = true
    if (what === 'result') runs[0]?.done()
    else runs[0]?.fail(new Error('full'))
    await lost
    await clock.advance(60_000)
    const told = await ask(from('ann').call).catch((error: Error) => error.message)
    expect([told, runs.length]).toEqual([what === 'result' ? null : 'full', 1])
    void ask(from('ann').call)
    expect(runs).toHaveLength(2)
  })

  it('forgets it after ten minutes', async () => {
    const { clock, runs, ask } = counted()
    const gone = from('ann', true)
    const lost = ask(gone.call)
    runs[0]?.done()
    await lost
    await clock.advance(600_000)
    void ask(from('ann').call)
    expect(runs).toHaveLength(2)
  })
})

it('a read that takes long is joined too, and is not listed', async () => {
  const plan = api(under('', { plan: 'GET /plan long' }), { plan: anything }).plan
  const { clock, works } = setUp()
  const ends: (() => void)[] = []
  const handler = works.watched(plan, () => new Promise<null>((done) => ends.push(() => done(null))))
  const raw = {
    closed: false,
    destroy() {
      raw.closed = true
    },
  }
  const asked = { ...call, reply: { raw } } as unknown as Call<typeof plan> // as above
  const answers = [handler(asked), handler(asked)]
  await clock.advance(2_000)
  expect([ends.length, works.list()]).toEqual([1, []])
  ends[0]?.()
  expect(await Promise.all(answers)).toEqual([null, null])
  asked.reply.raw.destroy()
  const lost = handler(asked)
  ends[1]?.()
  await lost
  await clock.advance(30_000)
  void handler(asked)
  expect(ends).toHaveLength(3) // it is read again
})

it('work that was answered before its end is listed once, also if a second caller joins it', async () => {
  const { clock, works } = setUp()
  const work = Promise.withResolvers<void>()
  for (const _ of [1, 2]) works.follow('/install/:version', call, work.promise)
  await clock.advance(1_000)
  expect(works.list()).toMatchObject([{ path: '/install/:version', what: 'v1', endedAt: 0 }])
  work.reject(new Error('no space'))
  await expect.poll(() => works.list()).toMatchObject([{ error: 'no space', endedAt: 1_000 }])
})

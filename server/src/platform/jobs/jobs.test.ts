import { describe, expect, it } from 'vitest'
import { englishRefusals, Refusal } from '#domain/refusal.ts'
import { createFakeClock } from '#test/fixtures/fake-clock.ts'
import { createJobs } from './jobs.ts'

function setUp() {
  const clock = createFakeClock(0)
  const lines: string[] = []
  const log = {
    info: (_: object, message: string) => lines.push(message),
    warn: (_: object, message: string) => lines.push(message),
  }
  return { clock, lines, jobs: createJobs({ log, timers: clock.timers, now: clock.now }) }
}

describe('jobs', () => {
  it('runs on its period, and at start when asked to', async () => {
    const { clock, jobs } = setUp()
    const ran: string[] = []
    jobs.add({ name: 'a', everyMs: 100, run: () => void ran.push(`a${clock.now()}`) })
    jobs.add({ name: 'b', everyMs: 100, atStart: true, run: () => void ran.push(`b${clock.now()}`) })
    await clock.advance(1000)
    expect(ran).toEqual([])
    jobs.start()
    jobs.start()
    await clock.advance(200)
    expect(ran).toEqual(['b1000', 'a1100', 'b1100', 'a1200', 'b1200'])
    await jobs.stop()
  })

  it('runs a job when its schedule wants it, not only on its period', async () => {
    const { clock, jobs } = setUp()
    const slots = [3_500, 7_000, 7_100]
    const [looked, ran]: [number[], number[]] = [[], []]
    jobs.add({
      name: 'scheduled',
      everyMs: 10_000,
      atStart: true,
      async run() {
        looked.push(clock.now())
        if ((slots[0] ?? Infinity) > clock.now()) return
        slots.shift()
        ran.push(clock.now())
        await new Promise<void>((done) => clock.timers.after(50, done))
      },
      dueIn: () => slots[0] && slots[0] - clock.now(),
    })
    jobs.start()
    await clock.advance(20_000)
    expect(ran).toEqual([3_500, 7_000, 7_100])
    expect(looked).toEqual([0, 3_500, 7_000, 7_100, 17_100]) // and on its period, for a schedule that was changed
    await jobs.stop()
  })

  it('does not run in a circle when a schedule stays due', async () => {
    const { clock, jobs } = setUp()
    let runs = 0
    jobs.add({ name: 'stuck', everyMs: 10_000, run: () => void runs++, dueIn: () => -5 })
    jobs.start()
    await clock.advance(15_000)
    expect(runs).toBe(6)
    await jobs.stop()
  })

  it('starts a job that is added while running', async () => {
    const { clock, jobs } = setUp()
    let runs = 0
    jobs.start()
    jobs.add({ name: 'late', everyMs: 10, run: () => void runs++ })
    await clock.advance(30)
    expect(runs).toBe(3)
    await jobs.stop()
  })

  it('never overlaps: a slow run skips the slots it missed and keeps the rhythm', async () => {
    const { clock, jobs } = setUp()
    const began: number[] = []
    let inside = 0
    jobs.add({
      name: 'slow',
      everyMs: 100,
      async run() {
        began.push(clock.now())
        expect(++inside).toBe(1)
        await new Promise<void>((done) => clock.timers.after(250, done))
        inside--
      },
    })
    jobs.start()
    await clock.advance(1000)
    expect(began).toEqual([100, 400, 700, 1000])
    const stopped = jobs.stop()
    await clock.advance(250)
    await stopped
  })

  it('survives a job that throws or rejects, and logs it once until it works again', async () => {
    const { clock, jobs, lines } = setUp()
    let runs = 0
    jobs.add({
      name: 'shaky',
      everyMs: 10,
      run() {
        runs++
        if (runs === 1) throw new Error('broken')
        if (runs < 4) return Promise.reject(new Error('broken'))
      },
    })
    jobs.start()
    await clock.advance(50)
    expect(runs).toBe(5)
    expect(lines).toEqual(['job shaky failed and will be retried: broken', 'job shaky works again'])
    await jobs.stop()
  })

  it('stop signals running jobs, waits for them, leaves no timer, and can be started again', async () => {
    const { clock, jobs } = setUp()
    let ended = 0
    jobs.add({
      name: 'long',
      everyMs: 10,
      run: (signal) =>
        new Promise((done) => {
          signal.addEventListener('abort', () => {
            ended++
            done()
          })
        }),
    })
    jobs.add({ name: 'idle', everyMs: 5000, run: () => {} })
    jobs.start()
    await clock.advance(10)
    await jobs.stop()
    expect(ended).toBe(1)
    expect(clock.waiting()).toBe(0)
    jobs.start()
    await clock.advance(10)
    await jobs.stop()
    expect(ended).toBe(2)
  })

  it('does not overlap with a run that a stop is still waiting for', async () => {
    const { clock, jobs } = setUp()
    let inside = 0
    let most = 0
    const ends: (() => void)[] = []
    jobs.add({
      name: 'stubborn',
      everyMs: 10,
      async run() {
        most = Math.max(most, ++inside)
        await new Promise<void>((done) => ends.push(done))
        inside--
      },
    })
    jobs.start()
    await clock.advance(10)
    const stopped = jobs.stop()
    jobs.start()
    await clock.advance(30)
    expect([ends.length, most]).toEqual([1, 1])
    ends[0]?.()
    await stopped
    await clock.advance(10)
    expect([ends.length, most]).toEqual([2, 1])
    ends[1]?.()
    await jobs.stop()
  })
})

describe('job states', () => {
  it('include last run, duration, error and next run', async () => {
    const clock = createFakeClock(0)
    const log = { info: () => {}, warn: () => {} }
    let verdicts = 0
    const jobs = createJobs({
      log,
      timers: clock.timers,
      now: clock.now,
      clock: () => 1_000_000 + clock.now(),
      listener: { changed: () => void verdicts++ },
    })
    let broken = true
    const run = async () => {
      await new Promise<void>((done) => clock.timers.after(30, done))
      if (broken) throw new Error('no route to host\nat somewhere')
    }
    jobs.add({ name: 'feed', everyMs: 100, run })
    jobs.add({ name: 'another', everyMs: 500, run: () => {} })
    jobs.start()
    const feed = () => jobs.states().find(({ name }) => name === 'feed')
    expect(jobs.states().map(({ name }) => name)).toEqual(['another', 'feed'])
    expect(feed()).toMatchObject({ running: false, lastAt: 0, nextAt: 1_000_100 })
    await clock.advance(110)
    expect(feed()).toMatchObject({ running: true, lastAt: 1_000_100, nextAt: 0 })
    await clock.advance(40)
    const failed = { running: false, lastTookMs: 30, lastError: 'no route to host', nextAt: 1_000_200 }
    expect([feed(), verdicts]).toMatchObject([failed, 1])
    await clock.advance(100)
    expect(verdicts).toBe(1) // a repeated failure is not reported again
    broken = false
    await clock.advance(100)
    expect([feed(), verdicts]).toMatchObject([{ lastError: '' }, 2])
    await jobs.stop()
  })

  it('says a refusal as data too, until the job works again', async () => {
    const { clock, jobs } = setUp()
    let broken = true
    const run = () => {
      if (broken) throw new Refusal('core.no-answer')
    }
    jobs.add({ name: 'feed', everyMs: 100, run })
    jobs.start()
    await clock.advance(110)
    const said = {
      lastError: englishRefusals['core.no-answer'],
      lastErrorCoded: { code: 'core.no-answer', params: {} },
    }
    expect(jobs.states()).toMatchObject([said])
    broken = false
    await clock.advance(100)
    expect(jobs.states()).toMatchObject([{ lastError: '', lastErrorCoded: undefined }])
    await jobs.stop()
  })
})

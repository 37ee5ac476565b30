import { describe, expect, it } from 'vitest'
import type { ClientStatsEvent } from '#contract/events.ts'
import { createFakeClock } from '#server/jobs/fake-clock.ts'
import { FakeSocket } from './fake-socket.ts'
import { createHub } from './hub.ts'
import type { Identity } from './socket.ts'

const MIB = 1024 * 1024
const running = { state: 'running', errorMsg: '' } as const
const stopped = { state: 'stop', errorMsg: '' } as const

function setUp() {
  const clock = createFakeClock()
  const warnings: string[] = []
  const log = { debug: () => {}, warn: (_: object, message: string) => warnings.push(message) }
  const hub = createHub({ now: clock.now, timers: clock.timers, log })
  const identity = (more: Partial<Identity> = {}): Identity => ({
    sessionId: 's1',
    userId: 1,
    epoch: 0,
    expiresAt: clock.now() + 3_600_000,
    ...more,
  })
  async function join(more: Partial<Identity> = {}): Promise<FakeSocket> {
    const socket = new FakeSocket()
    hub.add(socket, identity(more))
    await clock.advance(0)
    return socket
  }
  return { clock, hub, identity, join, warnings }
}

const note = (message: string) => ({ title: 't', message, level: 'info' }) as const

describe('publishing', () => {
  it('sends {type, payload, time} to everybody, serialised once', async () => {
    const { clock, hub, join } = setUp()
    const sockets = [await join(), await join()]
    let made = 0
    hub.publish('xray_state', () => {
      made++
      return running
    })
    expect(made).toBe(1)
    const frame = { type: 'xray_state', payload: running, time: clock.now() }
    for (const socket of sockets) expect(socket.frames()).toEqual([frame])
    expect(sockets[0]!.sent[0]).toBe(sockets[1]!.sent[0])
  })

  it('makes nothing and keeps no timer when nobody is there', async () => {
    const { clock, hub } = setUp()
    hub.publish('nodes', () => {
      throw new Error('must not be called')
    })
    await clock.advance(1000)
    expect(clock.waiting()).toBe(0)
  })

  it('throttles each kind to one per 250 ms and keeps the latest', async () => {
    const { clock, hub, join } = setUp()
    const socket = await join()
    for (let i = 0; i < 10; i++) hub.publish('nodes', [{ i }])
    hub.publish('outbounds', [])
    expect(socket.frames().map((f) => f.payload)).toEqual([[{ i: 0 }], []])
    await clock.advance(249)
    expect(socket.sent).toHaveLength(2)
    await clock.advance(1)
    expect(socket.frames().at(-1)!.payload).toEqual([{ i: 9 }])
    hub.publish('nodes', [{ i: 10 }])
    expect(socket.sent).toHaveLength(3)
    await clock.advance(250)
    expect(socket.frames().at(-1)!.payload).toEqual([{ i: 10 }])
    await clock.advance(1000)
    expect(socket.sent).toHaveLength(4)
  })

  it('never loses an invalidate: scopes are merged each by itself', async () => {
    const { clock, hub, join } = setUp()
    const socket = await join()
    for (let i = 0; i < 5; i++) {
      hub.publish('invalidate', { type: 'clients' })
      hub.publish('invalidate', () => ({ type: 'inbounds' }))
    }
    const scopes = () => socket.frames().map((f) => (f.type === 'invalidate' ? f.payload.type : f.type))
    expect(scopes()).toEqual(['clients', 'inbounds'])
    await clock.advance(250)
    expect(scopes()).toEqual(['clients', 'inbounds', 'clients', 'inbounds'])
  })

  it('never throttles a notification away, and merges changes of client_stats', async () => {
    const { clock, hub, join } = setUp()
    const socket = await join()
    for (const text of ['a', 'b', 'c']) hub.publish('notification', note(text))
    expect(socket.frames().map((f) => f.payload)).toEqual(['a', 'b', 'c'].map(note))
    for (const email of ['ann', 'bob', 'cid']) {
      hub.publish('client_stats', { clients: [{ email, up: 1, down: 1 }] })
    }
    await clock.advance(250)
    const seen = socket.frames().flatMap((f) => (f.type === 'client_stats' ? f.payload.clients! : []))
    expect(seen.map((row) => row.email)).toEqual(['ann', 'bob', 'cid'])
  })

  it('replaces a message above 10 MiB by an invalidate of its kind', async () => {
    const { hub, join } = setUp()
    const socket = await join()
    hub.publish('inbounds', [{ remark: 'x'.repeat(10 * MIB) }])
    expect(socket.frames()).toMatchObject([{ type: 'invalidate', payload: { type: 'inbounds' } }])
  })

  it('a payload that cannot be made or serialised does not reach the publisher', async () => {
    const { clock, hub, join, warnings } = setUp()
    await join()
    const circle: object[] = []
    circle.push(circle)
    hub.publish('nodes', circle)
    const fails = (): never => {
      throw new Error('no')
    }
    hub.publish('client_stats', fails)
    hub.publish('client_stats', fails)
    hub.publish('client_stats', fails)
    hub.publish('invalidate', fails)
    await clock.advance(500)
    expect(warnings.length).toBeGreaterThanOrEqual(4)
    expect(hub.count()).toBe(1)
  })
})

describe('the first frame', () => {
  const full: ClientStatsEvent = { clients: [{ email: 'ann', up: 1, down: 1 }], inbounds: [], snapshot: true }

  it('is the snapshot, and what is published meanwhile follows it', async () => {
    const { clock, hub, join } = setUp()
    hub.onConnect('client_stats', async () => {
      await new Promise<void>((done) => clock.timers.after(50, done))
      return full
    })
    hub.onConnect('xray_state', () => undefined)
    const early = await join()
    hub.publish('client_stats', { clients: [{ email: 'ann', up: 2, down: 2 }] })
    expect(early.sent).toEqual([])
    await clock.advance(50)
    expect(early.frames().map((f) => f.payload)).toEqual([
      full,
      { clients: [{ email: 'ann', up: 2, down: 2 }] },
    ])
  })

  it('is read once for sockets that come together, and anew after a change', async () => {
    const { clock, hub, join } = setUp()
    let reads = 0
    hub.onConnect('client_stats', async () => {
      reads++
      await new Promise<void>((done) => clock.timers.after(50, done))
      return full
    })
    const sockets = [await join(), await join(), await join()]
    expect(reads).toBe(1)
    hub.publish('client_stats', { clients: [] })
    const late = await join()
    expect(reads).toBe(2)
    await clock.advance(50)
    for (const socket of sockets) expect(socket.frames()[0]!.payload).toEqual(full)
    expect(late.frames().map((f) => f.payload)).toEqual([full])
  })

  it('a socket whose snapshot cannot be read is closed, so that it comes again', async () => {
    const { hub, join, warnings } = setUp()
    hub.onConnect('client_stats', () => Promise.reject(new Error('disk')))
    const socket = await join()
    expect(socket.closedWith).toMatchObject({ code: 1011 })
    expect([hub.count(), warnings.length]).toEqual([0, 1])
  })

  it('a socket that leaves while its snapshot is read gets nothing and stays gone', async () => {
    const { clock, hub, join } = setUp()
    hub.onConnect('client_stats', async () => {
      await new Promise<void>((done) => clock.timers.after(50, done))
      return full
    })
    const socket = await join()
    socket.leave()
    await clock.advance(50)
    expect([socket.sent.length, hub.count()]).toEqual([0, 0])
  })
})

describe('sessions', () => {
  it('an expired session loses its sockets within a second', async () => {
    const { clock, hub, join } = setUp()
    const socket = await join({ expiresAt: clock.now() + 1500 })
    const other = await join()
    await clock.advance(1000)
    expect(socket.closedWith).toBeUndefined()
    await clock.advance(1000)
    expect(socket.closedWith).toMatchObject({ code: 1008 })
    expect([other.closedWith, hub.count()]).toEqual([undefined, 1])
    expect((await join({ expiresAt: clock.now() })).closedWith).toMatchObject({ code: 1008 })
  })

  it('closes by epoch and by session, and cuts a peer that ignores the goodbye', async () => {
    const { clock, hub, join } = setUp()
    const old = await join({ epoch: 1 })
    const rude = await join({ epoch: 1 })
    rude.rude = true
    const fresh = await join({ epoch: 2, sessionId: 's2' })
    expect(hub.closeSessions((who) => who.userId === 1 && who.epoch < 2)).toBe(2)
    expect(old.closedWith).toEqual({ code: 1008, reason: 'the session has ended' })
    hub.publish('xray_state', stopped)
    expect([old, rude, fresh].map((s) => s.sent.length)).toEqual([0, 0, 1])
    expect(rude.readyState).toBe(2)
    await clock.advance(500)
    expect(rude.readyState).toBe(3)
    expect(hub.closeSessions((who) => who.sessionId === 's2')).toBe(1)
    expect(hub.count()).toBe(0)
  })

  it('race: a session that ends between its look-up and the handshake does not slip in', async () => {
    const { clock, hub, identity } = setUp()
    const lookedUp = clock.now()
    await clock.advance(20)
    hub.closeSessions((who) => who.userId === 1)
    await clock.advance(20)
    const slipping = new FakeSocket()
    hub.add(slipping, identity(), lookedUp)
    const fresh = new FakeSocket()
    hub.add(fresh, identity(), clock.now())
    expect(slipping.closedWith).toMatchObject({ code: 1008 })
    expect(fresh.closedWith).toBeUndefined()
  })
})

describe('the life of a socket', () => {
  it('pings every 54 s and cuts a peer that does not answer for 60', async () => {
    const { clock, hub, join } = setUp()
    const alive = await join()
    const dead = await join()
    dead.stalled = true
    await clock.advance(53_000)
    expect([alive.pings, dead.pings]).toEqual([0, 0])
    await clock.advance(1000)
    expect([alive.pings, dead.pings]).toEqual([1, 1])
    await clock.advance(7000)
    expect([alive.closedWith, dead.closedWith]).toEqual([undefined, 'terminated'])
    await clock.advance(600_000)
    expect([alive.pings, hub.count()]).toEqual([12, 1])
  })

  it('evicts a reader that stops, while the others go on', async () => {
    const { clock, hub, join } = setUp()
    const good = await join()
    const stuck = await join()
    stuck.stalled = true
    for (let i = 0; i < 8; i++) hub.publish('notification', note('x'.repeat(MIB)))
    expect(stuck.closedWith).toBe('terminated')
    expect(stuck.bufferedAmount).toBeLessThan(7 * MIB)
    expect([good.sent.length, hub.count()]).toEqual([8, 1])
    const slow = await join()
    slow.bufferedAmount = 2 * MIB
    await clock.advance(8000)
    expect(slow.closedWith).toBe('terminated')
  })

  it('a socket that throws does not keep the frame from the others', async () => {
    const { hub, join } = setUp()
    const broken = await join()
    const good = await join()
    broken.send = () => {
      throw new Error('broken')
    }
    hub.publish('nodes', [])
    expect([broken.closedWith, good.sent.length, hub.count()]).toEqual(['terminated', 1, 1])
  })

  it('forgets a socket that fails, leaves, or was gone before it came', async () => {
    const { clock, hub, identity, join } = setUp()
    const failing = await join()
    const leaving = await join()
    failing.emit('error', new Error('reset'))
    leaving.leave()
    const late = new FakeSocket()
    late.readyState = 3
    hub.add(late, identity())
    late.emit('error', new Error('reset'))
    await clock.advance(0)
    expect(hub.count()).toBe(0)
    await clock.advance(500)
    expect(failing.readyState).toBe(3)
    await clock.advance(60_000)
    expect(clock.waiting()).toBe(0)
  })

  it('stop says goodbye, waits for the rude, leaves no timer and lets nobody in', async () => {
    const { clock, hub, join } = setUp()
    const polite = await join()
    const rude = await join()
    rude.rude = true
    hub.publish('nodes', [])
    let done = false
    const stopping = hub.stop().then(() => {
      done = true
    })
    expect(polite.closedWith).toMatchObject({ code: 1001 })
    await clock.advance(400)
    expect(done).toBe(false)
    await clock.advance(100)
    await stopping
    expect((await join()).closedWith).toMatchObject({ code: 1001 })
    expect([hub.count(), clock.waiting()]).toEqual([0, 0])
    await hub.stop()
  })
})

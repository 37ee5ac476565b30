import { describe, expect, it } from 'vitest'
import { FakeSocket } from '#test/fixtures/fake-socket.ts'
import { createTestHub } from '#test/fixtures/hub.ts'

const MIB = 1024 * 1024
const stopped = { state: 'stop', errorMsg: '' } as const
const note = (message: string) => ({ title: 't', message, level: 'info', code: 't', params: {} }) as const

describe('sessions', () => {
  it('an expired session loses its sockets within a second', async () => {
    const { clock, hub, join } = createTestHub()
    const socket = await join({ expiresAt: clock.now() + 1500 })
    const other = await join()
    await clock.advance(1000)
    expect(socket.closedWith).toBeUndefined()
    await clock.advance(1000)
    expect(socket.closedWith).toMatchObject({ code: 1008 })
    expect([other.closedWith, hub.count()]).toEqual([undefined, 1])
    expect((await join({ expiresAt: clock.now() })).closedWith).toMatchObject({ code: 1008 })
  })

  it('closes by epoch and by session, and cuts a peer that ignores the close frame', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('race: a session that ends between its lookup and the handshake is refused', async () => {
    const { clock, hub, identity } = createTestHub()
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
    const { clock, hub, join } = createTestHub()
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

  it('evicts a reader that stops, and the others continue', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('a socket that throws does not stop the frame for the others', async () => {
    const { hub, join } = createTestHub()
    const broken = await join()
    const good = await join()
    broken.send = () => {
      throw new Error('broken')
    }
    hub.publish('nodes', [])
    expect([broken.closedWith, good.sent.length, hub.count()]).toEqual(['terminated', 1, 1])
  })

  it('drops a socket that fails, leaves, or was closed before it was accepted', async () => {
    const { clock, hub, identity, join } = createTestHub()
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

  it('stop closes all sockets, waits for slow ones, leaves no timer and accepts nobody', async () => {
    const { clock, hub, join } = createTestHub()
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

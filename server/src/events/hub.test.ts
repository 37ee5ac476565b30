import { describe, expect, it } from 'vitest'
import type { ClientStatsEvent } from '#contract/events.ts'
import { createTestHub } from '#test/fixtures/hub.ts'

const MIB = 1024 * 1024
const running = { state: 'running', errorMsg: '' } as const
const note = (message: string) => ({ title: 't', message, level: 'info', code: 't', params: {} }) as const

describe('publishing', () => {
  it('sends {type, payload, time} to everybody, serialised once', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('builds no frame and keeps no timer without an audience', async () => {
    const { clock, hub } = createTestHub()
    hub.publish('nodes', () => {
      throw new Error('must not be called')
    })
    await clock.advance(1000)
    expect(clock.waiting()).toBe(0)
  })

  it('throttles each kind to one per 250 ms and keeps the latest', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('never loses an invalidate: each scope is merged separately', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('never drops a notification, and merges client_stats changes', async () => {
    const { clock, hub, join } = createTestHub()
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
    const { hub, join } = createTestHub()
    const socket = await join()
    hub.publish('inbounds', [{ remark: 'x'.repeat(10 * MIB) }])
    expect(socket.frames()).toMatchObject([{ type: 'invalidate', payload: { type: 'inbounds' } }])
  })

  it('a payload that cannot be built or serialised does not fail the publisher', async () => {
    const { clock, hub, join, warnings } = createTestHub()
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

  it('is the snapshot, followed by messages published meanwhile', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('is read once for sockets that connect together, and again after a change', async () => {
    const { clock, hub, join } = createTestHub()
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

  it('a socket whose snapshot cannot be read is closed, so that it reconnects', async () => {
    const { hub, join, warnings } = createTestHub()
    hub.onConnect('client_stats', () => Promise.reject(new Error('disk')))
    const socket = await join()
    expect(socket.closedWith).toMatchObject({ code: 1011 })
    expect([hub.count(), warnings.length]).toEqual([0, 1])
  })

  it('a socket that leaves while its snapshot is read gets nothing and stays gone', async () => {
    const { clock, hub, join } = createTestHub()
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

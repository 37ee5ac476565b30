import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLive } from './live.ts'

/** The part of WebSocket that the page uses. */
class FakeSocket {
  onopen = () => {}
  onclose = () => {}
  onmessage = (_event: { data: string }) => {}
  closed = false
  close() {
    if (this.closed) return
    this.closed = true
    this.onclose()
  }
}

function start(checkSession = async () => {}) {
  const sockets: FakeSocket[] = []
  const onFrame = vi.fn()
  const onBack = vi.fn()
  const live = createLive({
    connect() {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket // live.ts uses only what the fake has
    },
    checkSession,
    onFrame,
    onBack,
  })
  live.start()
  return { live, sockets, onFrame, onBack }
}

const good = 10_000
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('removeEventListener', () => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('passes on frames, and refetches everything only after a disconnect', async () => {
  const { live, sockets, onFrame, onBack } = start()
  expect(live.state.get()).toBe('connecting')
  sockets[0]!.onopen()
  sockets[0]!.onmessage({ data: '{"type":"invalidate","payload":{"type":"settings"},"time":1}' })
  expect(live.state.get()).toBe('live')
  expect(onFrame).toHaveBeenCalledWith({ type: 'invalidate', payload: { type: 'settings' }, time: 1 })
  expect(onBack).not.toHaveBeenCalled()
  await settle(good)
  sockets[0]!.close()
  expect(live.state.get()).toBe('reconnecting')
  await settle()
  sockets[1]!.onopen()
  expect(live.state.get()).toBe('live')
  expect(onBack).toHaveBeenCalledTimes(1)
})

it('opens no socket before there is a session again', async () => {
  let logIn = () => {}
  const { sockets } = start(() => new Promise((resolve) => (logIn = resolve)))
  sockets[0]!.onopen()
  sockets[0]!.close()
  await settle(60_000)
  expect(sockets).toHaveLength(1)
  logIn()
  await settle()
  expect(sockets).toHaveLength(2)
})

it('backs off while the panel does not respond', async () => {
  const checkSession = vi.fn(() => Promise.reject(new Error('unreachable')))
  const { sockets } = start(checkSession)
  sockets[0]!.close()
  await settle(60_000)
  expect(sockets).toHaveLength(1)
  expect(checkSession.mock.calls.length).toBeGreaterThan(3)
  expect(checkSession.mock.calls.length).toBeLessThan(10)
})

it('does not spin when every socket closes right after opening', async () => {
  const { sockets } = start()
  for (let second = 0; second < 60; second++) {
    sockets.at(-1)!.onopen()
    sockets.at(-1)!.close()
    await settle(1000)
  }
  expect(sockets.length).toBeLessThan(12)
})

it('gives up a socket that has gone silent', async () => {
  const { live, sockets } = start()
  sockets[0]!.onopen()
  await settle(14_000)
  expect(live.state.get()).toBe('live')
  await settle(2_000)
  expect(sockets[0]!.closed).toBe(true)
  expect(sockets).toHaveLength(2)
})

it('stays paused, whatever was under way, until it is started', async () => {
  const { live, sockets } = start()
  sockets[0]!.onopen()
  sockets[0]!.close()
  live.pause()
  await settle(60_000)
  expect(live.state.get()).toBe('paused')
  expect(sockets).toHaveLength(1)
  live.start()
  expect(sockets).toHaveLength(2)
})

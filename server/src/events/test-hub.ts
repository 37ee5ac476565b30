import { createFakeClock } from '#server/jobs/fake-clock.ts'
import { FakeSocket } from './fake-socket.ts'
import { createHub } from './hub.ts'
import type { Identity } from './socket.ts'

/** For tests: a hub whose clock stands still, and peers to join it. */
export function createTestHub() {
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

import { EventEmitter } from 'node:events'
import type { EventFrame } from '#contract/events.ts'
import type { HubSocket } from './socket.ts'

/** For tests: a peer that takes everything, or (`stalled`) nothing. */
export class FakeSocket extends EventEmitter implements HubSocket {
  readyState = 1
  bufferedAmount = 0
  stalled = false
  /** Does not answer a closing handshake. */
  rude = false
  pings = 0
  sent: Uint8Array[] = []
  closedWith: { code: number; reason: string } | 'terminated' | undefined

  send(data: Uint8Array): void {
    this.sent.push(data)
    if (this.stalled) this.bufferedAmount += data.length
  }
  ping(): void {
    this.pings++
    if (!this.stalled) this.emit('pong')
  }
  close(code: number, reason: string): void {
    this.closedWith ??= { code, reason }
    this.readyState = 2
    if (!this.rude) this.leave()
  }
  terminate(): void {
    this.closedWith ??= 'terminated'
    this.leave()
  }
  /** The transport ends. */
  leave(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    queueMicrotask(() => this.emit('close'))
  }
  frames(): EventFrame[] {
    // The hub alone writes here, and it writes frames.
    return this.sent.map((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as EventFrame)
  }
}

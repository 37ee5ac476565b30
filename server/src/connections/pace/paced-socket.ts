import type { Speeds } from '#domain/limits/effective.ts'
import { EBADF, type Native, SystemFault } from '../kernel/native.ts'
import {
  clampWindow,
  freeBuffer,
  isPeer,
  type KnownPeer,
  pace,
  type Reading,
  readSocket,
} from './socket-options.ts'

/** A connection whose speed is limited. */
export interface PacedSocket {
  peer: KnownPeer
  inbound: string
  /** The core's descriptor. */
  fd: number
  last: Reading | undefined
  /** What was set, 0 for nothing: bytes per second down, bytes of window up. */
  pace: number
  clamp: number
  /** The window before that, 0 for none. */
  clampBefore: number
  /** Bytes per second that it should receive, and what its window was too narrow by. */
  target: number
  carry: number
  /** When it last received about as much as it may. */
  hungryAt: number
  /** Our copy of the descriptor, during a look only. */
  open?: number
  rates: Speeds
}

export const newSocket = (peer: string, inbound: string, fd: number): PacedSocket => ({
  ...{ peer: { name: peer }, inbound, fd, last: undefined },
  ...{ pace: 0, clamp: 0, clampBefore: 0, target: 0, carry: 0, hungryAt: Number.NEGATIVE_INFINITY },
  rates: { down: 0, up: 0 },
})

/** Below this difference a rate is not set again. */
const worthSetting = 0.01

/** Copies the descriptor; false if the core has closed it or uses it for another connection. */
export function openSocket(native: Native, pidfd: number, socket: PacedSocket): boolean {
  try {
    socket.open = native.pidfdGetfd(pidfd, socket.fd)
    if (isPeer(native, socket.open, socket.peer)) return true
  } catch (error) {
    if (!(error instanceof SystemFault && error.errno === EBADF)) throw error
  }
  closeSocket(native, socket)
  return false
}

export function closeSocket(native: Native, socket: PacedSocket): void {
  if (socket.open !== undefined) native.close(socket.open)
  delete socket.open
}

/** Reads it; returns the bytes that it carried since. */
export function measureSocket(native: Native, socket: PacedSocket, seconds: number): Speeds {
  if (socket.open === undefined) return { down: 0, up: 0 }
  const now = readSocket(native, socket.open)
  const before = socket.last
  socket.last = now
  const grown = before
    ? { down: Math.max(0, now.acked - before.acked), up: Math.max(0, now.received - before.received) }
    : { down: 0, up: 0 }
  if (seconds > 0) socket.rates = { down: grown.down / seconds, up: grown.up / seconds }
  return grown
}

export function setPace(native: Native, socket: PacedSocket, rate: number): void {
  if (socket.open === undefined || Math.abs(rate - socket.pace) <= socket.pace * worthSetting) return
  if (rate === 0 && socket.pace === 0) return
  pace(native, socket.open, rate)
  socket.pace = rate
}

/** Set again although it is the same, because the kernel may widen the window of a connection that receives. */
export function setClamp(native: Native, socket: PacedSocket, bytes: number): void {
  if (socket.open === undefined) return
  if (bytes !== socket.clamp || socket.rates.up > 0) clampWindow(native, socket.open, bytes)
  socket.clampBefore = socket.clamp
  socket.clamp = bytes
}

export function freeUpload(native: Native, socket: PacedSocket): void {
  if (socket.clamp === 0 || socket.open === undefined) return
  setClamp(native, socket, 0)
  freeBuffer(native, socket.open)
}

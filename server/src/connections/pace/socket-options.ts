import { hostPort, plainAddress } from '#domain/net/address.ts'
import { type Native, SystemFault } from '../kernel/native.ts'

const SOL_SOCKET = 1
const SO_MAX_PACING_RATE = 47
const IPPROTO_TCP = 6
const TCP_WINDOW_CLAMP = 10
const AF_INET = 2
const AF_INET6 = 10
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/** The kernel's word for no limit. */
const noPacing = 0xffff_ffff
const SO_RCVBUF = 8
const SO_BUF_LOCK = 72
const RECEIVE_LOCK = 2
/** The window of a new connection, and the largest for which an unprivileged process gets a buffer. */
const startWindow = 65_535
const largestHeld = 100_000
/** A window that no connection reaches. */
const noClamp = 16 * 1024 * 1024

/** What the kernel measured of one socket. */
export interface Reading {
  acked: number
  received: number
  /** Bytes that wait in the socket: it would take more than it may. */
  unsent: number
  /** Seconds: the best one, and the slowest of what the kernel sees now. */
  roundTrip: number
  slowestTrip: number
  /** Bytes of a received segment, and of the smallest step of the receive window. */
  segment: number
  grain: number
}

/** Bytes per second; 0 is no limit. */
export function pace(native: Native, fd: number, rate: number): void {
  const value = rate > 0 && rate < noPacing ? Math.max(1, Math.round(rate)) : noPacing
  native.setOption(fd, SOL_SOCKET, SO_MAX_PACING_RATE, value)
}

/** Bytes; 0 is no limit. */
export function clampWindow(native: Native, fd: number, bytes: number): void {
  native.setOption(fd, IPPROTO_TCP, TCP_WINDOW_CLAMP, bytes > 0 ? bytes : noClamp)
}

/**
 * Keeps the kernel from growing the receive buffer, and the window with it, where the window that is wanted fits into
 * a buffer of usual size. Kernels before 5.15 cannot let go of it again: there the window alone is set.
 */
export function holdBuffer(native: Native, fd: number, window: number): void {
  if (window > largestHeld) return
  try {
    native.setOption(fd, SOL_SOCKET, SO_BUF_LOCK, RECEIVE_LOCK)
    if (window > startWindow / 2) native.setOption(fd, SOL_SOCKET, SO_RCVBUF, 4 * window)
  } catch (error) {
    if (!(error instanceof SystemFault)) throw error
  }
}

export function freeBuffer(native: Native, fd: number): void {
  try {
    native.setOption(fd, SOL_SOCKET, SO_BUF_LOCK, 0)
  } catch (error) {
    if (!(error instanceof SystemFault)) throw error
  }
}

const info = new Uint8Array(256)
const view = new DataView(info.buffer)

/** Fields that an older kernel lacks read as 0. */
export function readSocket(native: Native, fd: number): Reading {
  info.fill(0)
  native.tcpInfo(fd, info)
  const u32 = (at: number) => view.getUint32(at, littleEndian)
  const u64 = (at: number) => u32(littleEndian ? at : at + 4) + u32(littleEndian ? at + 4 : at) * 2 ** 32
  const least = u32(148)
  const smallest = least === 0xffff_ffff || least === 0 ? u32(68) : least
  return {
    segment: u32(20),
    grain: 1 << ((info[6] ?? 0) >> 4),
    acked: u64(120),
    received: u64(128),
    unsent: u32(144),
    roundTrip: smallest / 1_000_000,
    slowestTrip: Math.max(u32(68), u32(92)) / 1_000_000,
  }
}

const name = new Uint8Array(28)
const nameView = new DataView(name.buffer)

/** The other end of a connected socket, as `ip:port`; blank for any other socket. */
export function peerOf(native: Native, fd: number): string {
  if (native.peerName(fd, name) === 0) return ''
  const family = nameView.getUint16(0, littleEndian)
  const port = nameView.getUint16(2)
  if (family === AF_INET) return hostPort(plainAddress([...name.subarray(4, 8)]), port)
  return family === AF_INET6 ? hostPort(plainAddress([...name.subarray(8, 24)]), port) : ''
}

/** The other end of a connection, and its bytes once it was seen: comparing them is quicker than writing an address. */
export interface KnownPeer {
  name: string
  bytes?: Uint8Array
}

export function isPeer(native: Native, fd: number, peer: KnownPeer): boolean {
  if (!peer.bytes) {
    if (peerOf(native, fd) !== peer.name) return false
    peer.bytes = name.slice()
    return true
  }
  return native.peerName(fd, name) > 0 && peer.bytes.every((byte, i) => byte === name[i])
}

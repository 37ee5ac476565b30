import { setImmediate as turn } from 'node:timers/promises'
import { hostPort, plainAddress } from '#domain/net/address.ts'
import type { Native } from './native.ts'

/** One TCP socket as measured by the kernel. */
export interface TcpReading {
  localPort: number
  peer: string
  inode: number
  /** Payload bytes acknowledged by the peer, and received from it. */
  bytesAcked: number
  bytesReceived: number
  /** Bytes written but not yet acknowledged by the peer, and received but not yet read. */
  unsent: number
  unread: number
  /** Segments with payload, both ways: many small ones mean much overhead. */
  segments: number
  /** Microseconds. */
  rtt: number
  retransmissions: number
}

const NETLINK_SOCK_DIAG = 4
const SOCK_DIAG_BY_FAMILY = 20
const REQUEST_DUMP = 0x301
const NLMSG_ERROR = 2
const NLMSG_DONE = 3
const INET_DIAG_INFO = 2
const IPPROTO_TCP = 6
/** Every state in which data can still flow: not LISTEN, TIME_WAIT, CLOSE, NEW_SYN_RECV. */
const connectedStates = (1 << 1) | (1 << 2) | (1 << 3) | (1 << 4) | (1 << 5) | (1 << 8) | (1 << 9) | (1 << 11)
const headerSize = 16
const messageSize = 72
const littleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1
const aligned = (size: number) => (size + 3) & ~3

export function dumpRequest(family: 2 | 10): Uint8Array {
  const bytes = new Uint8Array(headerSize + 56)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, bytes.length, littleEndian)
  view.setUint16(4, SOCK_DIAG_BY_FAMILY, littleEndian)
  view.setUint16(6, REQUEST_DUMP, littleEndian)
  view.setUint8(16, family)
  view.setUint8(17, IPPROTO_TCP)
  view.setUint8(18, 1 << (INET_DIAG_INFO - 1))
  view.setUint32(20, connectedStates, littleEndian)
  return bytes
}

/** tcp_info grows with the kernel: fields that an older one lacks read as 0. */
function infoOf(view: DataView, start: number, size: number) {
  const u32 = (at: number) => (at + 4 <= size ? view.getUint32(start + at, littleEndian) : 0)
  const u64 = (at: number) => (at + 8 <= size ? Number(view.getBigUint64(start + at, littleEndian)) : 0)
  return {
    rtt: u32(68),
    retransmissions: u32(100),
    bytesAcked: u64(120),
    bytesReceived: u64(128),
    segments: u32(152) + u32(156),
  }
}

function readingOf(view: DataView, start: number, end: number): TcpReading | undefined {
  const length = view.getUint8(start) === 10 ? 16 : 4
  const peerIp = [...new Uint8Array(view.buffer, view.byteOffset + start + 24, length)]
  for (let at = start + messageSize; at + 4 <= end; ) {
    const size = view.getUint16(at, littleEndian)
    if (size < 4) return undefined
    if (view.getUint16(at + 2, littleEndian) === INET_DIAG_INFO)
      return {
        localPort: view.getUint16(start + 4),
        peer: hostPort(plainAddress(peerIp), view.getUint16(start + 6)),
        inode: view.getUint32(start + 68, littleEndian),
        unread: view.getUint32(start + 56, littleEndian),
        unsent: view.getUint32(start + 60, littleEndian),
        ...infoOf(view, at + 4, size - 4),
      }
    at += aligned(size)
  }
  return undefined
}

/** The readings of one message; `done` when the dump has ended, normally or with an error. */
export function parseDump(bytes: Uint8Array): { readings: TcpReading[]; done: boolean } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const readings: TcpReading[] = []
  for (let at = 0; at + headerSize <= bytes.length; ) {
    const size = view.getUint32(at, littleEndian)
    const type = view.getUint16(at + 4, littleEndian)
    if (type === NLMSG_DONE || type === NLMSG_ERROR || size < headerSize) return { readings, done: true }
    if (type === SOCK_DIAG_BY_FAMILY && at + size <= bytes.length) {
      const reading = readingOf(view, at + headerSize, at + size)
      if (reading) readings.push(reading)
    }
    at += aligned(size)
  }
  return { readings, done: false }
}

async function dump(native: Native, family: 2 | 10): Promise<TcpReading[]> {
  const fd = native.openNetlink(NETLINK_SOCK_DIAG)
  try {
    native.send(fd, dumpRequest(family))
    const buffer = new Uint8Array(65_536)
    const all: TcpReading[] = []
    for (;;) {
      const size = native.receive(fd, buffer) // the kernel fills the next part while one is read: no wait needed
      if (size === 0) return all
      const { readings, done } = parseDump(buffer.subarray(0, size))
      all.push(...readings)
      if (done) return all
      await turn() // thousands of sockets must not block the event loop
    }
  } finally {
    native.close(fd)
  }
}

/** Every connected TCP socket of this network namespace; needs no privilege (C5). */
export async function readTcp(native: Native): Promise<TcpReading[]> {
  const [four, six] = [await dump(native, 2), await dump(native, 10)]
  return [...four, ...six]
}

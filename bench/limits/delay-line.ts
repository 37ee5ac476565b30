import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs'
import koffi from 'koffi'

// A line between two TUN devices that delays every packet; run as a process of its own. Not every kernel has netem.
// Arguments: the names of both devices, and the delay in milliseconds each way.

const TUNSETIFF = 0x400454ca
const IFF_TUN_NO_PI = 0x1001
const [, , nearName = '', farName = '', delay = '10'] = process.argv
const ioctl = koffi.load(null).func('int ioctl(int fd, unsigned long request, void *argument)')

function openDevice(name: string): number {
  const fd = openSync('/dev/net/tun', constants.O_RDWR | constants.O_NONBLOCK)
  const request = new Uint8Array(40)
  request.set(new TextEncoder().encode(name))
  new DataView(request.buffer).setUint16(16, IFF_TUN_NO_PI, true)
  if (ioctl(fd, TUNSETIFF, request) < 0) throw new Error(`no device ${name}`)
  return fd
}

const devices = [openDevice(nearName), openDevice(farName)] as const
const waiting: { at: number; packet: Buffer }[][] = [[], []]
const buffer = Buffer.alloc(65_536)

function readAll(from: number, into: { at: number; packet: Buffer }[]): void {
  for (;;) {
    try {
      const size = readSync(from, buffer)
      into.push({ at: performance.now() + Number(delay), packet: Buffer.from(buffer.subarray(0, size)) })
    } catch {
      return // nothing more, or the device is down
    }
  }
}

function writeDue(to: number, queue: { at: number; packet: Buffer }[]): void {
  while (queue[0] && queue[0].at <= performance.now()) {
    try {
      writeSync(to, queue[0].packet)
    } catch {
      // lost, as on a line
    }
    queue.shift()
  }
}

setInterval(() => {
  for (const [i, fd] of devices.entries()) {
    readAll(fd, waiting[i] ?? [])
    writeDue(devices[1 - i] ?? fd, waiting[i] ?? [])
  }
}, 1)
process.stdin.resume().once('end', () => {
  for (const fd of devices) closeSync(fd)
  process.exit()
})
console.log('ready')

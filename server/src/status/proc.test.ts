import { describe, expect, it } from 'vitest'
import { cpuInfo, cpuTicks, diskTotals, memory, netTotals, socketCount, threadCount } from './proc.ts'

const NET_DEV = `Inter-|   Receive                |  Transmit
 face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
    lo: 9999 99 0 0 0 0 0 0 9999 99 0 0 0 0 0 0
  eth0:1000 10 0 0 0 0 0 0 2000 20 0 0 0 0 0 0
  eth1: 1 1 0 0 0 0 0 0 2 2 0 0 0 0 0 0
veth12: 500 5 0 0 0 0 0 0 500 5 0 0 0 0 0 0
`

describe('the texts of /proc', () => {
  it('cpu: idle and waiting are not busy, guest time is not counted twice', () => {
    expect(cpuTicks('cpu  100 10 20 1000 50 1 2 3 77 7\ncpu0 1 2 3\n')).toEqual({ busy: 136, total: 1186 })
  })

  it('cpuinfo: hyper-threads share a core; without core ids every processor is a core', () => {
    const block = (physical: number, core: number) =>
      `processor\t: 0\nphysical id\t: ${physical}\ncore id\t\t: ${core}\ncpu MHz\t\t: 2700.5\n`
    const text = [block(0, 0), block(0, 0), block(0, 1), block(1, 0)].join('\n')
    expect(cpuInfo(text, 4)).toEqual({ cores: 3, mhz: 2700.5 })
    expect(cpuInfo('processor\t: 0\n', 4)).toEqual({ cores: 4, mhz: 0 })
  })

  it('memory: bytes, from MemAvailable, or from the sum on an old kernel', () => {
    const fresh = 'MemTotal: 1000 kB\nMemFree: 1 kB\nMemAvailable: 400 kB\nSwapTotal: 10 kB\nSwapFree: 4 kB\n'
    expect(memory(fresh)).toEqual({
      mem: { current: 600 * 1024, total: 1000 * 1024 },
      swap: { current: 6 * 1024, total: 10 * 1024 },
    })
    const old = 'MemTotal: 1000 kB\nMemFree: 100 kB\nBuffers: 100 kB\nCached: 300 kB\nSwapCached: 7 kB\n'
    expect(memory(old).mem.current).toBe(500 * 1024)
  })

  it('net: loopback and interfaces that echo a real one are left out', () => {
    expect(netTotals(NET_DEV)).toEqual({ recv: 1001, pktRecv: 11, sent: 2002, pktSent: 22 })
    const onlyEcho = '  lo: 9 9 0 0 0 0 0 0 9 9 0\n wg0: 5 1 0 0 0 0 0 0 6 2 0\n'
    expect(netTotals(onlyEcho)).toEqual({ recv: 5, pktRecv: 1, sent: 6, pktSent: 2 })
  })

  it('sockets: both families', () => {
    const four = 'sockets: used 14\nTCP: inuse 3 orphan 0\nUDP: inuse 2 mem 0\nUDPLITE: inuse 9\n'
    const six = 'TCP6: inuse 4\nUDP6: inuse 1\nUDPLITE6: inuse 9\n'
    expect([socketCount('TCP', four, six), socketCount('UDP', four, six)]).toEqual([7, 3])
  })

  it('disks: whole real devices only', () => {
    const text = `   7  0 loop0 1 0 100 0 1 0 100 0
 254  0 vda 60 8 10 18 24 31 20 7 0 61
 254  1 vda1 60 8 10 18 24 31 20 7 0 61
 253  0 dm-0 60 8 10 18 24 31 20 7 0 61
`
    expect(diskTotals(text, ['loop0', 'vda', 'dm-0'])).toEqual({ read: 5120, write: 10240 })
  })

  it('threads', () => expect(threadCount('Name:\tnode\nThreads:\t11\n')).toBe(11))

  it('a missing file is zeros, not NaN', () => {
    expect(cpuTicks('')).toEqual({ busy: 0, total: 0 })
    expect(memory('').mem).toEqual({ current: 0, total: 0 })
    expect(netTotals('')).toEqual({ sent: 0, recv: 0, pktSent: 0, pktRecv: 0 })
    expect(socketCount('TCP', '', '')).toBe(0)
    expect(diskTotals('', [])).toEqual({ read: 0, write: 0 })
    expect(threadCount('')).toBe(0)
  })
})

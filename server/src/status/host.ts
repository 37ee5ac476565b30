import { readdir, readFile, statfs } from 'node:fs/promises'
import { availableParallelism, loadavg, type NetworkInterfaceInfo, networkInterfaces, uptime } from 'node:os'
import { join } from 'node:path'
import { isPublic } from '#domain/net/address-class.ts'
import { cpuInfo, cpuTicks, diskTotals, memory, netTotals, socketCount, threadCount } from './proc.ts'

interface Deps {
  dataFolder: string
  /** Where /proc and /sys are mounted; tests use a folder of their own. */
  root?: string
  interfaces?: typeof networkInterfaces
}

// Addresses rarely change, and listing them is the slowest part of a reading on a host with many containers.
const ADDRESS_EVERY = 30

export function createHost({ dataFolder, root = '/', interfaces = networkInterfaces }: Deps) {
  // A missing file (another system, a locked-down container) reads as empty; its figures are then 0.
  const text = (...path: string[]) => readFile(join(root, 'proc', ...path), 'latin1').catch(() => '')
  const logical = availableParallelism()
  let processor: ReturnType<typeof cpuInfo> | undefined
  let address = publicIp({})
  let readings = 0

  /** Read once: for /proc/cpuinfo the kernel measures every core's speed, which is slow on a large machine. */
  const readProcessor = async () => {
    processor ??= cpuInfo(await text('cpuinfo'), logical)
    return processor
  }

  return {
    async read() {
      if (readings++ % ADDRESS_EVERY === 0) address = publicIp(interfaces())
      const [cpu, stat, meminfo, dev, sockstat, sockstat6, diskstats, self, devices, disk] =
        await Promise.all([
          readProcessor(),
          text('stat'),
          text('meminfo'),
          text('net/dev'),
          text('net/sockstat'),
          text('net/sockstat6'),
          text('diskstats'),
          text('self/status'),
          readdir(join(root, 'sys/block')).catch(() => []),
          diskOf(dataFolder),
        ])
      const [one = 0, five = 0, fifteen = 0] = loadavg()
      return {
        cpu: cpuTicks(stat),
        ...cpu,
        logical,
        ...memory(meminfo),
        disk,
        diskTotals: diskTotals(diskstats, devices),
        /** Seconds with fractions. Unaffected by clock changes, so rates are measured against it. */
        uptime: uptime(),
        loads: [one, five, fifteen] satisfies [number, number, number],
        tcp: socketCount('TCP', sockstat, sockstat6),
        udp: socketCount('UDP', sockstat, sockstat6),
        net: netTotals(dev),
        publicIp: address,
        app: { threads: threadCount(self), mem: process.memoryUsage.rss(), uptime: process.uptime() },
      }
    },
  }
}

export type Host = ReturnType<typeof createHost>
/** Counters and levels at one moment; rates come from two of them. */
export type HostReading = Awaited<ReturnType<Host['read']>>

async function diskOf(folder: string) {
  try {
    const { bsize, blocks, bfree } = await statfs(folder)
    return { current: (blocks - bfree) * bsize, total: blocks * bsize }
  } catch {
    return { current: 0, total: 0 }
  }
}

const UNKNOWN = 'N/A'

/** The machine's own routable addresses. Behind NAT there is none, and no outside service is asked. */
export function publicIp(interfaces: NodeJS.Dict<NetworkInterfaceInfo[]>) {
  const routable = Object.values(interfaces)
    .flatMap((list) => list ?? [])
    .filter((entry) => !entry.internal && isPublic(entry.address))
  const first = (family: string) => routable.find((entry) => entry.family === family)?.address ?? UNKNOWN
  return { ipv4: first('IPv4'), ipv6: first('IPv6') }
}

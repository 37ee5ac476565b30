/** Pure parsers for files under /proc: each takes the text ('' if missing) and returns numbers. */

/** First line of /proc/stat; guest time is part of user time, so it is skipped. */
export function cpuTicks(stat: string) {
  const line = stat.slice(0, stat.indexOf('\n'))
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = numbers(
    line.replace(/^cpu\s+/, ''),
  )
  const busy = user + nice + system + irq + softirq + steal
  return { busy, total: busy + idle + iowait }
}

/** /proc/cpuinfo: a core is a distinct pair of physical id and core id; virtual machines may have neither. */
export function cpuInfo(text: string, logical: number) {
  const pairs = new Set<string>()
  let mhz = 0
  for (const block of text.split('\n\n')) {
    const core = /^core id\s*:\s*(\d+)/m.exec(block)?.[1]
    if (core !== undefined) pairs.add(`${/^physical id\s*:\s*(\d+)/m.exec(block)?.[1] ?? 0}/${core}`)
    mhz ||= Number(/^cpu MHz\s*:\s*([\d.]+)/m.exec(block)?.[1] ?? 0)
  }
  return { cores: pairs.size || logical, mhz }
}

export function memory(meminfo: string) {
  const at = (key: string) => Number(new RegExp(`^${key}:\\s*(\\d+)`, 'm').exec(meminfo)?.[1] ?? 0) * 1024
  const total = at('MemTotal')
  const free = /^MemAvailable:/m.test(meminfo)
    ? at('MemAvailable')
    : at('MemFree') + at('Buffers') + at('Cached')
  const swap = at('SwapTotal')
  return {
    mem: { current: Math.max(0, total - free), total },
    swap: { current: Math.max(0, swap - at('SwapFree')), total: swap },
  }
}

// Traffic on these also crosses a real interface: counting both would double it.
const ECHO_INTERFACE = /^(docker|br-|veth|virbr|ifb|dummy|tun|tap|wg|sit|tunl|cni|flannel|cali)/

export function netTotals(dev: string) {
  const rows = dev
    .split('\n')
    .map((line) => /^\s*([^:\s]+):\s*(.+)$/.exec(line))
    .filter((row) => row !== null)
    .map((row) => ({ name: row[1]!, figures: numbers(row[2]!) }))
    .filter(({ name }) => name !== 'lo')
  const real = rows.filter(({ name }) => !ECHO_INTERFACE.test(name))
  const sum = { sent: 0, recv: 0, pktSent: 0, pktRecv: 0 }
  for (const { figures } of real.length > 0 ? real : rows) {
    sum.recv += figures[0] ?? 0
    sum.pktRecv += figures[1] ?? 0
    sum.sent += figures[8] ?? 0
    sum.pktSent += figures[9] ?? 0
  }
  return sum
}

/** Sockets in use by `protocol` ("TCP", "UDP"), both address families. */
export function socketCount(protocol: string, sockstat: string, sockstat6: string): number {
  const inUse = (name: string, text: string) =>
    Number(new RegExp(`^${name}: inuse (\\d+)`, 'm').exec(text)?.[1] ?? 0)
  return inUse(protocol, sockstat) + inUse(`${protocol}6`, sockstat6)
}

// Virtual devices, or layers on top of other devices.
const VIRTUAL_DEVICE = /^(loop|ram|zram|dm-|md|sr|fd|nbd)/

/** `devices` are whole devices (names in /sys/block), so that a partition is not counted besides its disk. */
export function diskTotals(diskstats: string, devices: readonly string[]) {
  const whole = new Set(devices.filter((name) => !VIRTUAL_DEVICE.test(name)))
  const sum = { read: 0, write: 0 }
  for (const line of diskstats.split('\n')) {
    const columns = line.trim().split(/\s+/)
    if (!whole.has(columns[2] ?? '')) continue
    // A sector is 512 bytes here, whatever the device reports.
    sum.read += (Number(columns[5]) || 0) * 512
    sum.write += (Number(columns[9]) || 0) * 512
  }
  return sum
}

export function threadCount(status: string): number {
  return Number(/^Threads:\s*(\d+)/m.exec(status)?.[1] ?? 0)
}

function numbers(text: string): number[] {
  return text.trim().split(/\s+/).map(Number)
}

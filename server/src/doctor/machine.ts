import { access, readdir, readFile, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { CongestionFacts, DiskFact, LimitFact, MemoryFacts } from '#domain/health/machine.ts'
import { memory } from '../status/proc.ts'

const textAt = (root: string, file: string): Promise<string> =>
  readFile(join(root, file), 'utf8').catch(() => '')

/** A folder that is not made yet will be on the disk of the one above it. */
async function existing(folder: string): Promise<{ path: string; device: number } | undefined> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined)
    if (found) return { path, device: found.dev }
    if (path === dirname(path)) return undefined
  }
}

async function diskFact(of: DiskFact['of'], folder: string, at: string | undefined): Promise<DiskFact> {
  try {
    // What this user may still write: part of the free space is kept for root.
    const { bsize, blocks, bavail, files, ffree } = await statfs(at ?? folder)
    return { of, folder, free: bavail * bsize, total: blocks * bsize, freeFiles: ffree, totalFiles: files }
  } catch {
    return { of, folder, free: 0, total: 0, freeFiles: 0, totalFiles: 0 }
  }
}

/** One fact per disk: logs are usually on the disk of the data. */
export async function diskFacts(dataFolder: string, logFolder: string): Promise<DiskFact[]> {
  const [data, logs] = await Promise.all([existing(dataFolder), existing(logFolder)])
  const ofData = await diskFact('data', dataFolder, data?.path)
  return logs?.device === data?.device ? [ofData] : [ofData, await diskFact('logs', logFolder, logs?.path)]
}

const openFiles = /^Max open files\s+(\d+)/m

export async function limitFact(
  of: LimitFact['of'],
  pid: number | 'self' | undefined,
  root = '/',
): Promise<LimitFact> {
  if (pid === undefined) return { of, limit: undefined, open: undefined }
  const limit = openFiles.exec(await textAt(root, `proc/${pid}/limits`))?.[1]
  const open = await readdir(join(root, `proc/${pid}/fd`)).catch(() => undefined)
  return { of, limit: limit === undefined ? undefined : Number(limit), open: open?.length }
}

export async function congestionFacts(root = '/'): Promise<CongestionFacts> {
  const at = (name: string) => textAt(root, `proc/sys/net/ipv4/${name}`)
  const [used, available] = await Promise.all([
    at('tcp_congestion_control'),
    at('tcp_available_congestion_control'),
  ])
  return { used: used.trim(), available: available.trim().split(/\s+/) }
}

/** What a time service leaves while it runs. */
const services: readonly [name: string, file: string][] = [
  ['systemd-timesyncd', 'run/systemd/timesync/synchronized'],
  ['chrony', 'run/chrony/chronyd.pid'],
  ['chrony', 'run/chronyd.pid'],
  ['ntpd', 'run/ntpd.pid'],
  ['ntpd', 'run/openntpd.pid'],
  ['ntpd', 'var/run/ntpd.pid'],
]

export async function timeService(root = '/'): Promise<string> {
  for (const [name, file] of services) {
    const isThere = await access(join(root, file)).then(
      () => true,
      () => false,
    )
    if (isThere) return name
  }
  return ''
}

export async function memoryFacts(): Promise<MemoryFacts> {
  const { mem } = memory(await textAt('/', 'proc/meminfo'))
  return { total: mem.total, available: mem.total - mem.current }
}

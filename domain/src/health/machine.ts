import { coded } from '#domain/refusal.ts'
import { type Check, check, command, page } from './check.ts'

const GB = 1024 ** 3
const MB = 1024 ** 2
const HOUR = 3_600_000
const tenths = (value: number): number => Math.round(value * 10) / 10
const percentOf = (part: number, whole: number): number =>
  whole > 0 ? Math.round((part * 100) / whole) : 100

export interface ClockFacts {
  /** This machine minus another one, in milliseconds; undefined if it was not compared. */
  offsetMs: number | undefined
  /** Who was asked: a host, or the database server. */
  against: string
  /** A time service that runs; blank = none was found. */
  service: string
  /** How far the clock jumped forward, in milliseconds, while the panel waits for the operator; 0 otherwise. */
  jumpMs: number
}

/** VMess refuses a client whose clock differs by more than 90 s; TLS and 2FA codes suffer too. */
const mostOffMs = 90_000
const warnOffMs = 20_000

export function judgeClock({ offsetMs, against, service, jumpMs }: ClockFacts): Check[] {
  const setTime = command('timedatectl set-ntp true')
  const hours = Math.round(jumpMs / HOUR)
  if (jumpMs > 0) return [check('clock', 'bad', coded('health.clock-jumped', { hours }), setTime)]
  if (offsetMs !== undefined && Math.abs(offsetMs) > warnOffMs) {
    const seconds = Math.round(Math.abs(offsetMs) / 1000)
    const state = Math.abs(offsetMs) > mostOffMs ? 'bad' : 'warn'
    return [check('clock', state, coded('health.clock-off', { seconds, against }), setTime)]
  }
  if (offsetMs !== undefined) return [check('clock', 'ok', coded('health.clock-right', { against }))]
  if (service !== '') return [check('clock', 'ok', coded('health.clock-set-by', { service }))]
  return [check('clock', 'note', coded('health.clock-unknown'), setTime)]
}

export interface DiskFact {
  of: 'data' | 'logs'
  folder: string
  free: number
  total: number
  freeFiles: number
  totalFiles: number
}

export function judgeDisk(facts: readonly DiskFact[]): Check[] {
  return facts.map(({ of, folder, free, total, freeFiles, totalFiles }) => {
    const id = `disk.${of}`
    const freePercent = Math.min(
      percentOf(free, total),
      totalFiles > 0 ? percentOf(freeFiles, totalFiles) : 100,
    )
    const words = { folder, free: tenths(free / GB), percent: freePercent }
    if (total === 0) return check(id, 'note', coded('health.disk-unknown', { folder }))
    const look = command('du -xh / 2>/dev/null | sort -h | tail -n 20')
    if (freePercent < 5 || free < 200 * MB) return check(id, 'bad', coded('health.disk-full', words), look)
    if (freePercent < 10 || free < GB) return check(id, 'warn', coded('health.disk-low', words), look)
    return check(id, 'ok', coded('health.disk-good', words))
  })
}

export interface MemoryFacts {
  /** Bytes; 0 if unknown. */
  total: number
  available: number
}

export function judgeMemory({ total, available }: MemoryFacts): Check[] {
  if (total === 0) return [check('memory', 'note', coded('health.memory-unknown'))]
  const words = { free: Math.round(available / MB), percent: percentOf(available, total) }
  const look = command('ps -eo rss,comm --sort=-rss | head')
  if (words.percent < 4) return [check('memory', 'bad', coded('health.memory-out', words), look)]
  if (words.percent < 10) return [check('memory', 'warn', coded('health.memory-low', words), look)]
  return [check('memory', 'ok', coded('health.memory-good', words))]
}

export interface LimitFact {
  of: 'panel' | 'core'
  /** Open files: the limit of the process, and how many it has. Undefined: unlimited, or not readable. */
  limit: number | undefined
  open: number | undefined
}

/** A connection of a client takes two sockets in the core: four thousand files are two thousand connections. */
const leastFiles = 8_192

export function judgeLimits(facts: readonly LimitFact[]): Check[] {
  return facts.flatMap(({ of, limit, open = 0 }) => {
    if (limit === undefined) return []
    const words = { owner: coded(`owner.${of}`), limit, open }
    const raise = command('systemctl edit sluice   # [Service] LimitNOFILE=1048576')
    if (open > limit * 0.8) return [check(`files.${of}`, 'bad', coded('health.files-out', words), raise)]
    if (of === 'core' && limit < leastFiles)
      return [check(`files.${of}`, 'warn', coded('health.files-few', words), raise)]
    return [check(`files.${of}`, 'ok', coded('health.files-good', words))]
  })
}

export interface CongestionFacts {
  /** `bbr`, `cubic`; blank if the kernel does not say. */
  used: string
  available: readonly string[]
}

export function judgeCongestion({ used, available }: CongestionFacts): Check[] {
  if (used === '') return []
  if (used.startsWith('bbr')) return [check('bbr', 'ok', coded('health.bbr-on'))]
  const turnOn = 'sysctl -w net.core.default_qdisc=fq net.ipv4.tcp_congestion_control=bbr'
  const load = available.includes('bbr') ? turnOn : `modprobe tcp_bbr && ${turnOn}`
  return [check('bbr', 'note', coded('health.bbr-off', { used }), command(load))]
}

export interface UpdateFacts {
  current: string
  /** Blank: none is newer. */
  newer: string
}

/** No finding while the check for updates is off. */
export function judgeUpdates(facts: UpdateFacts | undefined): Check[] {
  if (!facts) return []
  const { current, newer } = facts
  if (newer === '') return [check('updates', 'ok', coded('health.update-none', { version: current }))]
  return [
    check(
      'updates',
      'note',
      coded('health.update-there', { version: newer }),
      page('panel/settings?section=about'),
    ),
  ]
}

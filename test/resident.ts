import { readFileSync } from 'node:fs'

/** Megabytes (10^6) that a process holds in memory, as the kernel counts them. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}

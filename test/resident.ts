import { readFileSync } from 'node:fs'

/** Megabytes of 1024 KiB that a process holds in memory: as the tool counts that made the incumbent's figures. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

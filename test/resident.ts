import { readFileSync } from 'node:fs'

/** Resident memory of a process in MB of 1024 KiB, as counted by the tool that measured 3x-ui. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kib) / 1024
}

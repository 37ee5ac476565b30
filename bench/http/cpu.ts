import { readFileSync } from 'node:fs'

/** Milliseconds of processor time that a process has used so far, all its threads together (ticks of 10 ms). */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before it may hold spaces
  return (Number(fields[11]) + Number(fields[12])) * 10
}

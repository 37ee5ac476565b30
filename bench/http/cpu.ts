import { readFileSync } from 'node:fs'

/** CPU time of a process so far, all threads, in milliseconds (10 ms resolution). */
export function cpuMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // the name before it may contain spaces
  return (Number(fields[11]) + Number(fields[12])) * 10
}

import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { startProgram } from '#test/program.ts'

/** Megabytes (10^6) that the process holds in memory, as the kernel counts them. */
export function residentMb(pid: number): number {
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kib) * 1024) / 1e6
}

/** A later start on the folder: how long until it is ready, and what it holds ten seconds later. */
export async function measureAtRest(folder: string) {
  const program = await startProgram({ folder })
  const readyMs = await program.ready
  await wait(10_000)
  const memoryMb = residentMb(program.pid)
  await program.kill('SIGTERM')
  return { readyMs, memoryMb }
}

import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from '#test/resident.ts'
import type { Start } from '../scale/second-caller.ts'
import type { Helper } from '../scale/worker.ts'

export interface Cost {
  /** More than before, at most: the panel and the processes that it starts. */
  memoryMb: number
  slowestMs: number
  answers: number
}

/** A process and everything that it started. */
function family(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it has just ended
    }
  }
  const found = [pid]
  for (const one of found) for (const [child, parent] of parents) if (parent === one) found.push(child)
  return found
}

function memoryOf(pid: number): number {
  let sum = 0
  for (const one of family(pid)) {
    try {
      sum += residentMb(one) || 0
    } catch {
      // it has just ended
    }
  }
  return sum
}

/** What an attack costs: memory every 20 ms, and how long somebody else waits for small answers meanwhile. */
export async function watch(
  pid: number,
  helper: Helper,
  caller: Omit<Start, 'kind' | 'email'>,
  attack: () => Promise<unknown>,
): Promise<Cost> {
  const before = memoryOf(pid)
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, memoryOf(pid))
  }, 20)
  await helper.ask({ ...caller, kind: 'poll', email: '' } satisfies Start)
  try {
    await attack()
    await wait(500)
  } finally {
    clearInterval(timer)
  }
  const times = await helper.ask<number[]>('stop')
  return { memoryMb: peak - before, slowestMs: Math.max(0, ...times), answers: times.length }
}

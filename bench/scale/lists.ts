import { setTimeout as wait } from 'node:timers/promises'
import { residentMb } from '#test/resident.ts'
import type { Side } from './edits.ts'
import type { Start } from './second-caller.ts'
import { timed, timesOf } from './timing.ts'
import { startHelper } from './worker.ts'

export const fullLists = {
  'clients/list': '/panel/api/clients/list',
  'inbounds/list': '/panel/api/inbounds/list',
}
const usualMs = 1_500

export interface Disturbed {
  usual: number
  /** The longest, or the middle one, of what was timed while a list ran. */
  longest: number
  p50: number
}

export async function measureLists({ desk }: Side, rounds: number) {
  const out = new Map<string, { ms: number; bytes: number }>()
  for (const [name, path] of Object.entries(fullLists)) {
    for (const gzip of [false, true]) {
      const times: number[] = []
      let bytes = 0
      for (let i = 0; i < rounds; i++) {
        times.push(
          await timed(async () => {
            bytes = await desk.drain(path, gzip)
          }),
        )
      }
      out.set(gzip ? `${name}, gzip` : name, { ms: timesOf(times).p50, bytes })
    }
  }
  return out
}

/** A second caller while full lists run; of several rounds the middle one, because the machine is not ours alone. */
export async function measureDisturbed(
  { desk }: Side,
  kind: Start['kind'],
  gzip: boolean,
  rounds: number,
): Promise<Disturbed> {
  const helper = startHelper('second-caller.ts', [])
  const start: Start = { url: desk.url, headers: desk.headers, kind, email: 'u42' }
  const during = async (work: () => Promise<unknown>) => {
    await helper.ask(start)
    await work()
    return helper.ask<number[]>('stop')
  }
  try {
    const results: Disturbed[] = []
    for (let i = 0; i < rounds; i++) {
      const usual = timesOf(await during(() => wait(usualMs))).p50
      for (const path of Object.values(fullLists)) {
        const times = await during(() => desk.drain(path, gzip))
        results.push({ usual, longest: Math.max(...times), p50: timesOf(times).p50 })
      }
    }
    const middle = (pick: (d: Disturbed) => number) => timesOf(results.map(pick)).p50
    return { usual: middle((d) => d.usual), longest: middle((d) => d.longest), p50: middle((d) => d.p50) }
  } finally {
    helper.stop()
  }
}

/** What the panel holds right after both full lists, plain and packed. */
export async function memoryAfterLists({ desk }: Side): Promise<number> {
  let most = 0
  for (const gzip of [false, true]) {
    for (const path of Object.values(fullLists)) {
      await desk.drain(path, gzip)
      most = Math.max(most, residentMb(desk.pid))
    }
  }
  return most
}

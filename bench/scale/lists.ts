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

/** Latency of a second caller, median and maximum: idle, and while a full list runs. */
export interface Disturbed {
  usual: { p50: number; longest: number }
  listing: { p50: number; longest: number }
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

/** A second caller while full lists run; the median of several rounds, because the machine is shared. */
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
    const seen = { usual: [] as number[][], listing: [] as number[][] }
    for (let i = 0; i < rounds; i++) {
      for (const path of Object.values(fullLists)) {
        const began = performance.now()
        seen.listing.push(await during(() => desk.drain(path, gzip)))
        const took = performance.now() - began // the same duration without a list: the machine itself stalls too
        seen.usual.push(await during(() => wait(took)))
      }
    }
    const middle = (all: number[][]) => ({
      p50: timesOf(all.flat()).p50,
      longest: timesOf(all.map((times) => Math.max(...times))).p50,
    })
    return { usual: middle(seen.usual), listing: middle(seen.listing) }
  } finally {
    helper.stop()
  }
}

/** Memory right after both full lists, plain and compressed. */
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

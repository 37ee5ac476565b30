import type { Delta } from '#domain/traffic/delta.ts'

/** A tick is five seconds; later than this nothing is known about now. */
const staleMs = 15_000

/** A core that stops is read once more, right after a tick: its bytes belong to the next rate. */
const leastMs = 1_000

/** Bytes per second of all clients, between the last two ticks. */
export function createClientRate(now: () => number) {
  let last = { at: 0, up: 0, down: 0 }
  let [up, down] = [0, 0]
  return {
    ticked(deltas: readonly Delta[], at: number): void {
      for (const delta of deltas) {
        if (delta.kind !== 'client') continue
        up += delta.up
        down += delta.down
      }
      const passed = at - last.at
      if (passed >= 0 && passed < leastMs) return
      const perSecond = (bytes: number) =>
        passed > 0 && passed < staleMs ? Math.round((bytes * 1_000) / passed) : 0
      last = { at, up: perSecond(up), down: perSecond(down) }
      up = 0
      down = 0
    },
    now: (): { up: number; down: number } =>
      now() - last.at < staleMs ? { up: last.up, down: last.down } : { up: 0, down: 0 },
  }
}

export type ClientRate = ReturnType<typeof createClientRate>

/** So many clients are ordered by their speed; slower ones follow in the usual order. */
const most = 1_000

/** The clients that moved the most bytes in a reading, with those bytes. */
export const fastest = (deltas: readonly Delta[]): [email: string, bytes: number][] =>
  deltas
    .filter(({ kind, up, down }) => kind === 'client' && up + down > 0)
    .map(({ name, up, down }): [string, number] => [name, up + down])
    .sort(([, a], [, b]) => b - a)
    .slice(0, most)

import { Refusal } from '#domain/refusal.ts'

/** One backup or restore at a time: two would fill the disk together, or replace each other's work. */
export function createExclusive() {
  let busy = false
  return {
    busy: () => busy,
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (busy) throw new Refusal('backup.busy')
      busy = true
      try {
        return await work()
      } finally {
        busy = false
      }
    },
  }
}
export type Exclusive = ReturnType<typeof createExclusive>

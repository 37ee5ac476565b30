import { setImmediate as turn } from 'node:timers/promises'
import { createSerial } from '../../platform/db/serial.ts'

/** Short pieces of work one after the other, with a turn of the event loop before each. */
export function createTurns() {
  const serial = createSerial()
  return <T>(work: () => Promise<T>): Promise<T> =>
    serial(async () => {
      await turn()
      return work()
    })
}

import { closeSync, constants, fstatSync, openSync, rmSync } from 'node:fs'
import { Socket } from 'node:net'
import { runBinary } from '../binary/run-binary.ts'

/**
 * R32. One direction, from the core to the panel. The core's end is opened read-write, so that it is its own reader and
 * survives a killed panel; ours is read-only, so that the core's death ends the stream as with a pipe. They are opened
 * separately: spawn() makes the child's end blocking, and a shared one would block our event loop.
 */
export async function createFifo(path: string) {
  rmSync(path, { force: true })
  const env = { PATH: process.env.PATH }
  const made = await runBinary('mkfifo', ['-m', '600', path], { deadlineMs: 5_000, env })
  if (made.code !== 0) throw new Error(made.stderr.trim() || 'mkfifo failed')
  const writeFd = openSync(path, constants.O_RDWR)
  try {
    // `handOver` closes our copy of the write end: from now on the core's death ends the stream.
    return { writeFd, reader: readFifo(path), handOver: () => closeSync(writeFd) }
  } catch (error) {
    closeSync(writeFd)
    throw error
  }
}

/** Our end of a running core's FIFO, including that of a core that outlived its panel. */
export function readFifo(path: string): Socket {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  if (!fstatSync(fd).isFIFO()) {
    closeSync(fd)
    throw new Error(`${path} is no FIFO`)
  }
  return new Socket({ fd, readable: true, writable: false })
}

import { createWriteStream, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from '../../platform/log.ts'

const MOST_BYTES = 32 * 1024 * 1024
const MOST_WAITING = 4 * 1024 * 1024

export interface AccessFile {
  write(line: string): void
  close(): Promise<void>
}

const sizeOf = (file: string): number => {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}

/** The access log that the operator asked for: 0600, at most two files, never blocks the core. */
export function openAccessFile(file: string, log: Log, mostBytes = MOST_BYTES): AccessFile {
  let stream: WriteStream | undefined
  let size = 0
  let broken = false

  function open(): WriteStream {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    size = sizeOf(file)
    if (size >= mostBytes) {
      renameSync(file, `${file}.1`)
      size = 0
    }
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 })
    opened.on('error', (err) => {
      if (!broken) log.warn({ err }, 'failed to write the access log')
      broken = true
    })
    return opened
  }

  return {
    write(line) {
      if (broken) return
      try {
        stream ??= open()
        if (size >= mostBytes && !stream.pending) {
          stream.end() // buffered lines go to the renamed file: a stream keeps the file it opened
          stream = open()
        }
      } catch (err) {
        broken = true
        log.warn({ err }, 'failed to write the access log')
        return
      }
      if (stream.writableLength > MOST_WAITING) return // the disk is slower than the core: drops lines to save memory
      size += Buffer.byteLength(line) + 1
      stream.write(`${line}\n`)
    },
    close: () =>
      new Promise((resolve) => {
        if (!stream || stream.closed || stream.destroyed) return resolve()
        stream.once('close', () => resolve())
        stream.end()
      }),
  }
}

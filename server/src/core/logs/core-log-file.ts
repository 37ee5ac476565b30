import { createWriteStream, mkdirSync, statSync, type WriteStream } from 'node:fs'
import { dirname } from 'node:path'
import type { Log } from '../../platform/log.ts'
import { type LogPolicy, shiftFiles } from '../../platform/log-file.ts'
import type { SettingsReader } from '../../settings/service.ts'

const MOST_WAITING = 4 * 1024 * 1024

/** What decides whether and where a log of the core is kept. */
export interface CoreLogDeps {
  settings: Pick<SettingsReader, 'current'>
  logFolder: string
  policy: LogPolicy
  log: Log
}

const DAY = 86_400_000

/** A log of the core that the operator asked for: 0600, rotated, never blocks the core. */
export function openCoreLog(file: string, log: Log, policy: LogPolicy, now: () => number = Date.now) {
  let stream: WriteStream | undefined
  let size = 0
  let bornAt = 0
  let broken = false

  const isDue = () => size >= policy.mostBytes || (size > 0 && now() - bornAt > DAY)

  function shift(): void {
    shiftFiles(file, policy, now())
    size = 0
    bornAt = now()
  }

  function open(): WriteStream {
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 })
    opened.on('error', (err) => {
      if (!broken) log.warn({ err }, 'failed to write a log of the core')
      broken = true
    })
    return opened
  }

  /** Goes on with the file of an earlier start. */
  function first(): WriteStream {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    const found = statSync(file, { throwIfNoEntry: false })
    size = found?.size ?? 0
    bornAt = found?.birthtimeMs || now()
    if (isDue()) shift()
    return open()
  }

  return {
    write(line: string): void {
      if (broken) return
      try {
        stream ??= first()
        if (isDue() && !stream.pending) {
          stream.end() // buffered lines go to the renamed file: a stream keeps the file it opened
          shift()
          stream = open()
        }
      } catch (err) {
        broken = true
        log.warn({ err }, 'failed to write a log of the core')
        return
      }
      if (stream.writableLength > MOST_WAITING) return // the disk is slower than the core: drops lines to save memory
      size += Buffer.byteLength(line) + 1
      stream.write(`${line}\n`)
    },
    close: () =>
      new Promise<void>((resolve) => {
        if (!stream || stream.closed || stream.destroyed) return resolve()
        stream.once('close', () => resolve())
        stream.end()
      }),
  }
}

export type CoreLogFile = ReturnType<typeof openCoreLog>

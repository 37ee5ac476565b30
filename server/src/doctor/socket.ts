import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { basename, dirname, join } from 'node:path'
import type { HealthReport } from '#contract/health-api.ts'
import type { Log } from '../platform/log.ts'

/** Only the owner of the data folder can enter `run`, so whoever connects is the operator of this machine. */
export const doctorSocket = (dataFolder: string): string => join(dataFolder, 'run', 'doctor.sock')

/** The kernel's limit for the path of a socket. */
const mostPathBytes = 107

/** A socket far down is reached through its opened folder; `use` must bind or connect at once. */
export function throughFolder<T>(path: string, use: (path: string) => T): T {
  if (Buffer.byteLength(path) <= mostPathBytes) return use(path)
  const folder = openSync(dirname(path), 'r')
  try {
    return use(`/proc/self/fd/${folder}/${basename(path)}`)
  } finally {
    closeSync(folder)
  }
}

/** Answers `sluice doctor` of the same machine: a report as JSON, and the end. */
export function createDoctorSocket(dataFolder: string, doctor: () => Promise<HealthReport>, log: Log) {
  const path = doctorSocket(dataFolder)
  let server: Server | undefined
  return {
    start(): void {
      mkdirSync(join(dataFolder, 'run'), { recursive: true, mode: 0o700 })
      rmSync(path, { force: true }) // left by a panel that was killed: this one holds the lock of the folder
      server = createServer((socket) => {
        socket.on('error', () => {}) // the command was ended
        doctor().then(
          (report) => socket.end(JSON.stringify(report)),
          (error) => {
            log.warn({ err: error }, 'failed to examine this server')
            socket.destroy()
          },
        )
      })
      server.on('error', (error) => log.warn({ err: error }, 'the command "doctor" cannot reach the panel'))
      const opened = server
      throughFolder(path, (short) => opened.listen(short))
      opened.unref()
    },
    stop(): void {
      server?.close()
      server = undefined
      rmSync(path, { force: true })
    },
  }
}

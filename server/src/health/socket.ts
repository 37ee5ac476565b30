import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { Log } from '../platform/log.ts'
import type { Doctor } from './doctor.ts'

/** Only the owner of the data folder can enter `run`, so whoever connects is the operator of this machine. */
export const doctorSocket = (dataFolder: string): string => join(dataFolder, 'run', 'doctor.sock')

/** The kernel's limit for the path of a socket; the command then reads by itself. */
const mostPathBytes = 107

/** Answers `sluice doctor` of the same machine: a report as JSON, and the end. */
export function createDoctorSocket(dataFolder: string, doctor: Doctor, log: Log) {
  const path = doctorSocket(dataFolder)
  let server: Server | undefined
  return {
    start(): void {
      if (Buffer.byteLength(path) > mostPathBytes) return
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
      server.listen(path)
      server.unref()
    },
    stop(): void {
      server?.close()
      server = undefined
      rmSync(path, { force: true })
    },
  }
}

import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { HealthReport } from '#contract/health-api.ts'
import { throughFolder } from '../health/socket.ts'

const withinMs = 10_000

/** The report of the panel that runs on this data folder; undefined if none runs, or if it is of an older version. */
export function askRunning(socketPath: string): Promise<HealthReport | undefined> {
  if (!existsSync(socketPath)) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const socket = throughFolder(socketPath, connect)
    let text = ''
    socket.setEncoding('utf8').setTimeout(withinMs, () => socket.destroy())
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => {}) // `close` follows
    socket.on('close', () => resolve(parsed(text)))
  })
}

function parsed(text: string): HealthReport | undefined {
  try {
    return HealthReport.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

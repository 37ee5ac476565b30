import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '#test/free-port.ts'
import { admin } from '#test/program.ts'
import type { Server } from './server.ts'

const repository = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))
const isReady = (text: string) => text.includes('Sluice is ready')

/** Milliseconds from systemd's "Starting" to the ready line of the last start, by the journal's clock. */
export function unitStartMs(server: Server): number {
  const text = server.run('journalctl', '--unit', 'sluice', '--output', 'json', '--no-pager')
  const entries = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { MESSAGE: string; __REALTIME_TIMESTAMP: string }) // of journald
  const last = (holds: (text: string) => boolean) => {
    const at = entries.findLast(({ MESSAGE }) => holds(MESSAGE))?.__REALTIME_TIMESTAMP
    if (at === undefined) throw new Error(`the journal does not say it:\n${text}`)
    return Number(at) / 1_000
  }
  return last(isReady) - last((message) => message.startsWith('Starting'))
}

/** Milliseconds of `npm start`, with everything installed and built, until it says that it is ready. */
export async function npmStartMs(folder: string, binary: string): Promise<number> {
  const [port = 0, subPort = 0] = await freePorts(2)
  const began = performance.now()
  const child = spawn(process.execPath, [join(repository, 'tools', 'launch.mjs')], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SLUICE_DB_FOLDER: folder,
      SLUICE_PORT: String(port),
      SLUICE_SUB_PORT: String(subPort),
      SLUICE_ADMIN_USERNAME: admin.username,
      SLUICE_ADMIN_PASSWORD: admin.password,
      SLUICE_CORE_BIN: binary,
    },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let said = ''
  const took = await new Promise<number>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      said += chunk
      if (isReady(said)) resolve(performance.now() - began)
    })
    child.once('error', reject)
    child.once('close', () => reject(new Error(`it ended before it was ready:\n${said}`)))
  })
  child.kill('SIGTERM')
  await ended
  return took
}

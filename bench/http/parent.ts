import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '#test/free-port.ts'
import { admin } from '#test/program.ts'
import { residentMb } from '#test/resident.ts'

/** Memory of the process that `npm start` leaves beside the panel, 10 s after the panel is ready. */
export async function measureParent(folder: string): Promise<number> {
  const parent = spawn(process.execPath, ['tools/launch.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      SLUICE_DB_FOLDER: folder,
      SLUICE_PORT: String(await freePort()),
      SLUICE_SUB_PORT: String(await freePort()),
      SLUICE_ADMIN_PASSWORD: admin.password,
      SLUICE_CORE_BIN: 'none',
    },
  })
  const ended = new Promise<void>((resolve, reject) =>
    parent.once('close', () => resolve()).once('error', reject),
  )
  const isReady = new Promise<void>((resolve) =>
    createInterface({ input: parent.stdout }).on('line', (line) => {
      if (line.startsWith('Sluice is ready')) resolve()
    }),
  )
  try {
    await Promise.race([isReady, ended.then(() => Promise.reject(new Error('the panel did not start')))])
    await sleep(10_000)
    return residentMb(parent.pid ?? 0)
  } finally {
    parent.kill('SIGTERM')
    await ended
  }
}

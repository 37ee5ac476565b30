import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPanel } from '../app/panel.ts'
import { readConfig } from '../platform/config.ts'
import { silentLog } from '../platform/log.ts'

/** Assembles a panel without serving it, so the printed table is exactly what a real one mounts. */
export async function routesCommand(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-routes-'))
  try {
    const panel = await createPanel(readConfig({ SLUICE_DB_FOLDER: folder }, {}), {
      log: silentLog,
      now: Date.now,
      print: () => {},
    })
    for (const { method, guard, path, summary } of panel.listeners().http.table) {
      print(`${method.padEnd(6)} ${guard.padEnd(8)} ${path.padEnd(48)} ${summary}`)
    }
    await panel.stop()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

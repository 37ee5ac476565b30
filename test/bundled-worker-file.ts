import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Names the folder in which `bundled-workers.ts` has put the programs of threads. */
export const folderName = 'SLUICE_TEST_WORKERS'

/** In place of the server's `worker-file.ts` in the API tests (vitest.config.ts). */
export const workerFile = (program: string): URL =>
  pathToFileURL(join(process.env[folderName] ?? '', `${program}.mjs`))

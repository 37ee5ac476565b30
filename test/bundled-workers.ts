import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { folderName } from './bundled-worker-file.ts'

// Hundreds of panels are made by the API tests, and each starts threads. Node loads the program of a thread module by module,
// which takes longer than most tests; one file per program takes a fifth of that.

const cheapAge = join(import.meta.dirname, 'cheap-age.ts')

/** Vitest calls it before the first file of a tier, and what it returns after the last. */
export async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-workers-'))
  const programs = globSync('server/src/**/*-worker.ts').map((file) => [basename(file, '.ts'), file])
  const bundle = await rolldown({
    input: Object.fromEntries(programs),
    platform: 'node',
    tsconfig: false,
    external: [/^@node-rs\//, 'koffi'],
    plugins: [
      {
        name: 'cheap-age',
        resolveId: (id, importer) =>
          id === 'age-encryption' && importer !== cheapAge ? cheapAge : undefined,
      },
    ],
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  process.env[folderName] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

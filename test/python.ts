import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
/** Beside the core and the apps (tools/apps.mjs): installing takes longer than the tests that use it. */
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice', 'python')

/** An interpreter that has the packages, or why this machine has none. */
export type Python = { interpreter: string; folder: string } | { missing: string }

/** Packages from PyPI, pinned by version and hash, in an environment that the next run reuses. */
export async function pythonWith(requirements: string): Promise<Python> {
  const needsVenv = (error: unknown): Python => ({
    missing: `python3 with its venv module (Debian: python3-venv) is needed: ${firstLine(error)}`,
  })
  const version = await run('python3', ['--version']).catch((error: unknown) => ({ error }))
  if ('error' in version) return needsVenv(version.error)
  const wanted = createHash('sha256').update(version.stdout).update(readFileSync(requirements))
  const hash = wanted.digest('hex').slice(0, 16)
  const folder = join(cache, hash)
  const python: Python = { interpreter: join(folder, 'bin', 'python'), folder: join(folder, 'bin') }
  const complete = join(folder, 'complete')
  if (existsSync(complete)) return python
  rmSync(folder, { recursive: true, force: true })
  try {
    await run('python3', ['-m', 'venv', folder])
  } catch (error) {
    return needsVenv(error)
  }
  // Python compiles what it loads, and keeps that; most of these files are never loaded.
  const wheels = [
    '--no-compile',
    '--no-deps',
    '--only-binary',
    ':all:',
    '--require-hashes',
    '-r',
    requirements,
  ]
  // A wrong hash is not a reason to skip: it fails, here as in CI.
  await run(python.interpreter, ['-m', 'pip', 'install', '--disable-pip-version-check', '-q', ...wheels])
  writeFileSync(complete, '')
  return python
}

const firstLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).split('\n').slice(0, 3).join(' ')

/** A developer's machine may lack Python, and the test says so; CI must have it. */
export function orSkip(python: Python, skip: (reason: string) => void): Extract<Python, { folder: string }> {
  if (!('missing' in python)) return python
  if (process.env.CI) throw new Error(python.missing)
  console.warn(`Skipped: ${python.missing}`)
  skip(python.missing)
  throw new Error(python.missing) // skip does not return
}

// The real core for the tests: the one named by SLUICE_TEST_CORE, else the pinned version from this user's cache, where
// the panel's own command fetches or builds it the first time.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
import { buildGo } from './go.mjs'
import { root } from './setup.mjs'

/** The path of a core, or why there is none. Needs the built server. */
export async function getCore(node) {
  const named = process.env.SLUICE_TEST_CORE
  if (named)
    return existsSync(named)
      ? { path: named }
      : { reason: `SLUICE_TEST_CORE names ${named}, which does not exist` }
  console.log('\ncore: the pinned version is fetched or built once (minutes the first time, then cached)')
  const program = join(root, 'dist', 'server', 'main.js')
  const onLine = (line) => {
    if (!line.startsWith('/')) console.log(`  core: ${line}`)
  }
  const result = await run(node, [program, 'core', 'install', '-cache'], { cwd: root, capture: true, onLine })
  throwIfInterrupted()
  const lines = result.output.trim().split('\n')
  const path = lines.findLast((line) => line.startsWith('/'))
  return exitCodeOf(result) === 0 && path ? { path } : { reason: lines.at(-1) }
}

const before = '26.3.27'

/** An earlier release for the tests of an update, built once from tools/core-before; only the long run needs it. */
export async function getCoreBefore() {
  const named = process.env.SLUICE_TEST_CORE_BEFORE
  if (named || !process.env.SLUICE_LONG) return named
  const folder = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'sluice', 'core', before)
  const path = join(folder, `xray-before-${process.arch}`)
  if (existsSync(path)) return path
  console.log(`\ncore: ${before} is built once (minutes), then cached`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const workshop = mkdtempSync(join(folder, 'new-'))
  const made = join(workshop, 'xray')
  try {
    await buildGo('github.com/xtls/xray-core/main', made, {
      folder: join(root, 'tools', 'core-before'),
      name: `core ${before}`,
    })
    renameSync(made, path) // atomic, also with a concurrent build
    return path
  } catch (error) {
    throwIfInterrupted()
    console.log(error.message)
    return undefined
  } finally {
    rmSync(workshop, { recursive: true, force: true })
  }
}

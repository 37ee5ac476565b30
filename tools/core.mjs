// The real core for the tests: the one named by SLUICE_TEST_CORE, else the pinned version from this user's cache, where
// the panel's own command fetches or builds it the first time.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
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

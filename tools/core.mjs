// The real core for the tests: the one that SLUICE_TEST_CORE names, else the pinned version out of this user's cache,
// fetched or built there the first time by the panel's own command.
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
      : { reason: `SLUICE_TEST_CORE names ${named}, which is not there` }
  console.log('\ncore: the pinned version is fetched or built once (minutes the first time, then cached)')
  const program = join(root, 'dist', 'server', 'main.js')
  const result = await run(node, [program, 'core', 'install', '-cache'], { cwd: root, capture: true })
  throwIfInterrupted()
  const lines = result.output.trim().split('\n')
  const path = lines.findLast((line) => line.startsWith('/'))
  return exitCodeOf(result) === 0 && path ? { path } : { reason: lines.at(-1) }
}

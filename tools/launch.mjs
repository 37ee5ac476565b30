#!/usr/bin/env node
// `npm start` and the `sluice` command: installs and builds what is missing, then runs the panel on Node 24 and stays
// its parent. Signals reach the panel once, and its exit code is ours (ADR 010).
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { exitCodeOf, giveUp, main, run } from './child.mjs'
import { root, setup } from './setup.mjs'

await main(async (args) => {
  const node = await setup()
  await build(node)
  const program = join(root, 'dist', 'server', 'main.js')
  if (!existsSync(program)) giveUp('No server to start: server/src/main.ts is missing.')
  // Shared with tests and benchmarks, which run the panel with the same options (ADR 006).
  const { flags, env } = JSON.parse(readFileSync(join(root, 'tools', 'runtime.json'), 'utf8'))
  const result = await run(node, [...flags, program, ...args], {
    target: 'process',
    // The IPC channel closes however we die, and the panel then stops.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compile'), ...env, ...process.env },
  })
  return exitCodeOf(result)
})

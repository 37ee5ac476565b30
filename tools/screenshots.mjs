// `node tools/screenshots.mjs` recreates docs/screenshots/ with the built program. Takes two minutes, because the
// charts fill in real time.
import { join } from 'node:path'
import { build } from './build.mjs'
import { exitCodeOf, main, run } from './child.mjs'
import { getCore } from './core.mjs'
import { root, setup } from './setup.mjs'

await main(async () => {
  const node = await setup()
  await build(node)
  const script = join(root, 'test', 'e2e', 'browser-screenshots.ts')
  const core = await getCore(node)
  const env = { ...process.env, ...(core.path && { SLUICE_TEST_CORE: core.path }) }
  return exitCodeOf(await run(node, [script, join(root, 'docs', 'screenshots')], { cwd: root, env }))
})

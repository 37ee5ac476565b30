// `node tools/screenshots.mjs` recreates docs/screenshots/ with the built program and the demo's data. Takes about two
// minutes, because the charts fill in real time.
import { join } from 'node:path'
import { build } from './build.mjs'
import { exitCodeOf, main, run } from './child.mjs'
import { root, setup } from './setup.mjs'

await main(async () => {
  const node = await setup()
  await build(node)
  const script = join(root, 'test', 'e2e', 'browser-screenshots.ts')
  return exitCodeOf(await run(node, [script, join(root, 'docs', 'screenshots')], { cwd: root }))
})

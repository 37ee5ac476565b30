// `npm run package`: one archive per processor that runs on a bare server (ADR 115). Everything is made by the Node that
// the lockfile pins, because its zlib decides the bytes of the archive.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { exitCodeOf, giveUp, main, run } from './child.mjs'
import { root, setup } from './setup.mjs'

await main(async (args) => {
  await setup()
  const node = join(root, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node')
  if (!existsSync(node)) giveUp(`Packages are made on Linux on x64 or arm64: there is no ${node}.`)
  await build(node)
  const result = await run(node, [join(root, 'tools', 'package', 'make.mjs'), ...args], { cwd: root })
  return exitCodeOf(result)
})

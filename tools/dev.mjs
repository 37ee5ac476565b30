// `npm run dev`: the panel from source with the demo's data, and the web app with Vite. A change is in the browser in a
// few seconds. Arguments are passed to the panel; `--real` uses the panel's own data and core instead of the demo.
import { join } from 'node:path'
import { exitCodeOf, main, run } from './child.mjs'
import { root, setup } from './setup.mjs'

await main(async (args) => {
  const node = await setup()
  const result = await run(node, [join(root, 'tools', 'dev-server.mjs'), ...args], {
    cwd: root,
    target: 'process',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  return exitCodeOf(result)
})

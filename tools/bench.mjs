// `npm run bench -- http` runs bench/http.ts on Node 24; without a name, lists the benches.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { exitCodeOf, giveUp, main, run } from './child.mjs'
import { getCore } from './core.mjs'
import { findPostgres, startPostgres } from './postgres.mjs'
import { root, setup } from './setup.mjs'

const folder = join(root, 'bench')

function names() {
  if (!existsSync(folder)) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return files.map((file) => file.slice(0, -'.ts'.length)).sort()
}

const postgresFolder = () =>
  findPostgres() ?? giveUp('PostgreSQL is not installed here: `--postgres` needs its initdb and postgres.')

await main(async ([name, ...args]) => {
  const known = names()
  const list = known.length > 0 ? known.join(', ') : 'none yet'
  if (!name) {
    console.log(`npm run bench -- <name> [options]. Available: ${list}`)
    return 0
  }
  if (!known.includes(name)) {
    console.error(`No bench named ${name}. Available: ${list}`)
    return 1
  }
  const node = await setup()
  await build(node)
  const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc']
  const server = args.includes('--postgres') ? await startPostgres(postgresFolder()) : undefined
  const core =
    ['http', 'scale', 'core', 'backlog', 'limits', 'ways', 'eyes'].includes(name) &&
    !args.includes('--without-core')
      ? await getCore(node)
      : {}
  if (core.reason) console.log(`Running without a core: ${core.reason}`)
  const env = {
    ...process.env,
    ...(core.path && { SLUICE_TEST_CORE: core.path }),
    ...(server && { SLUICE_TEST_PG_DSN: server.dsn }),
  }
  try {
    return exitCodeOf(await run(node, [...flags, join(folder, `${name}.ts`), ...args], { cwd: root, env }))
  } finally {
    await server?.stop()
  }
})

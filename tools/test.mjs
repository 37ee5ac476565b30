// `npm test`: everything, from a fresh clone. `--long` runs the same tests with their full counts.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { getApps } from './apps.mjs'
import { build } from './build.mjs'
import { check } from './check.mjs'
import { main } from './child.mjs'
import { getCore } from './core.mjs'
import { getCores } from './cores.mjs'
import { findPostgres, startPostgres } from './postgres.mjs'
import { setup } from './setup.mjs'
import { add, hasTests, nothingCounted, runProject } from './vitest.mjs'

const missingPart = {
  postgres: 'PostgreSQL (install the package postgresql, or name a server in SLUICE_TEST_PG_DSN)',
  chromium:
    'the browser (install the package chromium-headless-shell, or name its program in SLUICE_TEST_CHROMIUM)',
}

/**
 * What runs beside what: lanes run in parallel, the projects of a lane one after the other. The browser takes the longest and
 * has two processes, because it waits for minutes in all; the API has one. The end-to-end tests mostly wait, have three, and
 * step back for the others; a fleet in network namespaces waits even more. It adds interfaces, and a browser ends its requests
 * when those of its network change: so it has a network of its own.
 */
const lanes = [
  [{ name: 'browser', folder: 'test/e2e' }],
  [
    { name: 'postgres', folder: 'test/api', needs: 'postgres' },
    { name: 'sqlite', folder: 'test/api' },
  ],
  [
    { name: 'e2e', folder: 'test/e2e', niceness: 3 },
    { name: 'random', folder: 'test/random', niceness: 3 },
  ],
  [{ name: 'networks', folder: 'test/e2e', niceness: 3, ownNetwork: true }],
]
/** After everything else, one after the other. */
const last = [
  { name: 'alone', folder: 'test/e2e' },
  { name: 'interfaces', folder: 'test/e2e' },
]

function findChromium() {
  if (process.env.SLUICE_TEST_CHROMIUM) return process.env.SLUICE_TEST_CHROMIUM
  // The shell has no windows to draw: tests take a third less of the processor.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((file) => existsSync(file))
}

function findParts() {
  const dsn = process.env.SLUICE_TEST_PG_DSN
  const bin = dsn ? undefined : findPostgres()
  const chromium = findChromium()
  const missing = [...(dsn || bin ? [] : ['postgres']), ...(chromium ? [] : ['chromium'])]
  return { dsn, bin, chromium, missing }
}

async function runTier(node, { name, folder, needs, ...how }, missing, env) {
  if (!hasTests(folder)) {
    console.log(`\n${name}: no test files in ${folder} yet`)
    return nothingCounted
  }
  if (missing.includes(needs)) return nothingCounted
  console.log(`\n${name}:`)
  const started = performance.now()
  const counts = await runProject(node, name, { env, ...how })
  console.log(`${name}: ${counts.passed} passed in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  if (counts.passed + counts.failed > 0) return counts
  console.log(`${name}: has test files, but no test ran`)
  return add(counts, { ...nothingCounted, failed: 1, failures: [`${name}: no test ran`] })
}

async function runAll(node, parts) {
  let sum = await check(node)
  const cluster = parts.bin && hasTests('test/api') ? await startPostgres(parts.bin) : undefined
  try {
    const env = { ...process.env, SLUICE_TEST_PG_DSN: cluster?.dsn ?? parts.dsn }
    if (parts.chromium) env.SLUICE_TEST_CHROMIUM = parts.chromium
    if (parts.core) env.SLUICE_TEST_CORE = parts.core
    env.SLUICE_TEST_CORES = JSON.stringify(parts.cores)
    for (const { variable, path } of parts.apps) if (path) env[variable] = path
    const tier = (project) => runTier(node, project, parts.missing, env)
    const lane = async (projects) => {
      let counts = nothingCounted
      for (const project of projects) counts = add(counts, await tier(project))
      return counts
    }
    sum = (await Promise.all(lanes.map(lane))).reduce(add, sum)
    sum = add(sum, await lane(last))
  } finally {
    await cluster?.stop()
  }
  return sum
}

function isFault(names) {
  if (process.env.CI !== 'true' || names.length === 0) return false
  console.log(`Missing dependencies (required because CI=true): ${names.join('; ')}.`)
  console.log(`0 passed, ${names.length} failed, 0 skipped`)
  return true
}

await main(async (args) => {
  if (args.includes('--long')) process.env.SLUICE_LONG = '1'
  const parts = findParts()
  const names = parts.missing.map((part) => missingPart[part])
  // CI installs all of them: a missing one is a failure there, reported before minutes are spent.
  if (isFault(names)) return 1
  const node = await setup()
  await build(node)
  const core = await getCore(node)
  if (core.reason) names.push(`the core (${core.reason})`)
  const cores = await getCores()
  names.push(...cores.reasons)
  const apps = await getApps()
  names.push(...apps.flatMap(({ reason }) => reason ?? []))
  if (isFault(names)) return 1
  const sum = await runAll(node, { ...parts, core: core.path, cores: cores.paths, apps })
  if (names.length > 0) console.log(`\nSkipped, not installed on this machine: ${names.join('; ')}.`)
  if (sum.failures.length > 0) console.log(`\nFailed:\n${sum.failures.join('\n')}`)
  console.log(`\n${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`)
  return sum.failed === 0 ? 0 : 1
})

import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { wordsPlugin } from './tools/words.ts'

// Four tiers: quick unit tests next to the code, random inputs and histories, API tests of a whole panel once per
// database, and end-to-end tests of the built program. `npm run check` runs the first, `npm test` all of them.
/** How long a test waits for what must come (test/until.ts): one impatient test refuses the whole run. */
const waits = (ms: number, interval = 50) => ({
  expect: { poll: { timeout: ms, interval } },
  env: { SLUICE_TEST_DEADLINE_MS: String(ms) },
})
const endToEnd = {
  // Asking another process twenty times a second takes processor time from what the test waits for.
  ...waits(240_000, 100),
  globalSetup: ['test/template-database.ts'],
  setupFiles: ['test/random-inputs.ts'],
  testTimeout: 900_000,
  hookTimeout: 300_000,
}
const browser = ['browser-*', 'subscription-page'].map((name) => `test/e2e/${name}.test.ts`)
/** These compare timings: they run when everything else has ended. */
const alone = ['flood', 'flood-forms'].map((name) => `test/e2e/${name}.test.ts`)
/** They make network interfaces in the network of this machine, at which a browser ends its requests. */
const interfaces = ['test/e2e/core-tun.test.ts']
/** They set a variable of their whole process, and wait most of the time. */
const networks = ['fleet', 'entries', 'health', 'censor'].map((name) => `test/e2e/${name}-namespaces.test.ts`)
/** Loading the panel anew for each file would double the work: files share their process, and clean up (ADR 012). */
const sharing = { isolate: false, setupFiles: ['test/shared-process.ts', 'test/random-inputs.ts'] }
const shared = { ...waits(180_000), ...sharing }
const api = {
  ...shared,
  globalSetup: ['test/bundled-workers.ts', 'test/template-database.ts'],
  maxWorkers: 1,
  alias: [
    { find: '@node-rs/argon2', replacement: join(import.meta.dirname, 'test/cheap-argon2.ts') },
    { find: /^.*\/worker-file\.ts$/, replacement: join(import.meta.dirname, 'test/bundled-worker-file.ts') },
  ],
  include: ['test/api/**/*.test.ts'],
  testTimeout: 600_000,
  hookTimeout: 600_000,
}

/** What hardly depends on the database runs once, half of it beside each engine; the long run tries it on both. */
const files = (names: string) => names.split(' ').map((name) => `test/api/${name}.test.ts`)
const always = {
  sqlite:
    'demo strangers crawl start bad-input-clients fuzz-bodies fuzz-strangers core-install core-logs fleet-bad-nodes fleet-listening notice-mail telegram-attacks telegram-faults monitoring',
  postgres:
    'listener connections sockets bad-input bad-input-inbounds node-certificates geo geo-schedule tunnels directory directory-login notice-outlets secret-free-logs',
}
const inShort = {
  sqlite:
    'telegram two-factor session own-sessions refused-logins update doctor reach credentials credentials-per-kind adoption-protocols adoption-fallbacks inbound-round-trip inbound-claims subscriptions-guard subscriptions-hosts subscriptions-remembered move-in-edges backup-schedule',
  postgres:
    'move-in-marzban certificates envelope nodes-in-links subscriptions-private traffic-told join setup fleet fleet-device-keys fleet-sluice as-a-node adoption node-disconnect node-heartbeats nodes notices notice-causes old-subscriptions page subscription-apps client-apps recovery-codes copy-database subscriptions sub-preview shapes reviews client-details server-extras',
}
const isLong = process.env.SLUICE_LONG === '1'
const only = (engine: 'sqlite' | 'postgres') =>
  files(isLong ? always[engine] : `${always[engine]} ${inShort[engine]}`)

/** The longest first: one that starts last would keep a single worker busy at the end. */
const longest = [
  'browser-looks browser-settings browser-inbounds browser-jobs',
  'core-bad-input published-clients core-in-panel-faults package-hostile dev openapi cli start metering core-edits package migrate-db',
  'wireguard-clients wireguard-node undo-download demo cut-through-api several-instances limits cut core-connects core-rename rotation',
].flatMap((names) => names.split(' ').map((name) => `/test/e2e/${name}.test.ts`))
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.findIndex((name) => moduleId.endsWith(name))
      return place < 0 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        plugins: [wordsPlugin()],
        test: {
          name: 'quick',
          ...shared,
          pool: 'threads',
          maxWorkers: Math.max(2, availableParallelism() - 1),
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: ['{contract,domain,server,web}/src/**/*.test.{ts,tsx}', 'test/*.test.ts'],
        },
      },
      {
        test: {
          name: 'random',
          ...shared,
          pool: 'threads',
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          include: ['test/random/*.test.ts'],
        },
      },
      {
        test: {
          name: 'sqlite',
          ...api,
          exclude: only('postgres'),
          env: { ...api.env, SLUICE_TEST_DB: 'sqlite' },
        },
      },
      {
        test: {
          name: 'postgres',
          ...api,
          exclude: only('sqlite'),
          env: { ...api.env, SLUICE_TEST_DB: 'postgres' },
        },
      },
      {
        test: {
          name: 'e2e',
          ...endToEnd,
          ...sharing,
          // More than processors: most of their time they wait for ticks, deadlines and restarts.
          maxWorkers: 3,
          include: ['test/e2e/**/*.test.ts'],
          exclude: [...browser, ...alone, ...interfaces, ...networks],
        },
      },
      {
        test: {
          name: 'browser',
          ...endToEnd,
          ...sharing,
          // Every wait inside has the deadline of test/until.ts: this one only ends what waits for nothing.
          testTimeout: 1_200_000,
          hookTimeout: 1_200_000,
          // Some minutes of it are waits: for the next code, for the next check.
          maxWorkers: 2,
          include: browser,
        },
      },
      { test: { name: 'networks', ...endToEnd, maxWorkers: 1, include: networks } },
      { test: { name: 'alone', ...endToEnd, maxWorkers: 2, include: alone } },
      { test: { name: 'interfaces', ...endToEnd, maxWorkers: 1, include: interfaces } },
    ],
  },
})

// Runs one Vitest project as a child on Node 24, and counts from its JSON report, not from its output.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
import { root } from './setup.mjs'

export const nothingCounted = { passed: 0, failed: 0, skipped: 0, failures: [] }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  failures: [...a.failures, ...b.failures],
})

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

const firstLine = (messages) =>
  String(messages?.[0] ?? '')
    .split('\n', 1)[0]
    .slice(0, 300)

/** One line for each test that failed, to be read at the end of a long output. */
function failuresOf(report, project) {
  const files = report?.testResults ?? []
  return files.flatMap(({ name, status, message, assertionResults: tests }) => {
    const file = `${project}: ${relative(root, name)}`
    if (status === 'failed' && tests.length === 0) return [`${file}: ${firstLine([message])}`]
    return tests
      .filter((test) => test.status === 'failed')
      .map((test) => `${file}: ${test.fullName}: ${firstLine(test.failureMessages)}`)
  })
}

/** Counts of one report; a file that failed to load counts as a failure. */
function count(report, exitCode, project) {
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const passed = report?.numPassedTests ?? 0
  const broken = (report?.testResults ?? []).filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  )
  const failed = (report?.numFailedTests ?? 0) + broken.length
  const failures = failuresOf(report, project)
  if (exitCode === 0 || failed > 0) return { passed, failed, skipped, failures }
  return { passed, failed: 1, skipped, failures: [`${project}: ended with code ${exitCode}`] }
}

export function hasTests(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true }).some((name) => name.endsWith('.test.ts'))
  } catch {
    return false
  }
}

/** A command in a network of its own, whose only interface is loopback; the command itself where that is not allowed. */
export function inOwnNetwork(file, args) {
  const apart = ['--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"']
  const isAllowed = spawnSync('unshare', [...apart, 'true'], { stdio: 'ignore' }).status === 0
  return isAllowed ? ['unshare', [...apart, file, ...args]] : [file, args]
}

/** Runs one project; `show` prints Vitest's output as it comes, otherwise it is returned in `output`. */
export async function runProject(
  node,
  project,
  { env = process.env, show = true, niceness = 0, ownNetwork = false } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-report-'))
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const argv = [vitest, 'run', '--project', project, '--passWithNoTests', ...reporters]
    // Vitest uses colours in CI even without a terminal.
    const plain = process.stdout.isTTY || env.FORCE_COLOR ? {} : { NO_COLOR: '1' }
    // Threads of the panel load the same files again and again.
    const quick = { NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }
    const given = { ...quick, ...env, ...plain }
    const [file, args] = ownNetwork ? inOwnNetwork(node, argv) : [node, argv]
    const result = await run(file, args, { cwd: root, env: given, capture: !show, niceness })
    throwIfInterrupted()
    return { ...count(readReport(report), exitCodeOf(result), project), output: result.output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

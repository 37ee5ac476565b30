// Runs one Vitest project as a child on Node 24, and counts from its JSON report, not from its output.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodeOf, run, throwIfInterrupted } from './child.mjs'
import { root } from './setup.mjs'

export const nothingCounted = { passed: 0, failed: 0, skipped: 0 }

export const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Counts of one report; a file that failed to load counts as a failure. */
export function count(report, exitCode) {
  const skipped = (report?.numPendingTests ?? 0) + (report?.numTodoTests ?? 0)
  const passed = report?.numPassedTests ?? 0
  const broken = (report?.testResults ?? []).filter(
    (f) => f.status === 'failed' && f.assertionResults.length === 0,
  )
  const failed = (report?.numFailedTests ?? 0) + broken.length
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed, skipped }
}

export function hasTests(folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true }).some((name) => name.endsWith('.test.ts'))
  } catch {
    return false
  }
}

/** Runs one project; `show` prints Vitest's output as it comes, otherwise it is returned in `output`. */
export async function runProject(node, project, { env = process.env, show = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-report-'))
  const report = join(folder, 'report.json')
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const args = [vitest, 'run', '--project', project, '--passWithNoTests', ...reporters]
    // Vitest uses colours in CI even without a terminal.
    const plain = process.stdout.isTTY || env.FORCE_COLOR ? {} : { NO_COLOR: '1' }
    // Threads of the panel load the same files again and again.
    const quick = { NODE_COMPILE_CACHE: join(root, '.cache', 'compile') }
    const result = await run(node, args, { cwd: root, env: { ...quick, ...env, ...plain }, capture: !show })
    throwIfInterrupted()
    return { ...count(readReport(report), exitCodeOf(result)), output: result.output }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

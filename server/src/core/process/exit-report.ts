import { writeCrashReport } from './crash-report.ts'
import type { CoreOutput } from './output.ts'
import type { CoreExit, CoreRun, RunDeps } from './run.ts'

export function describeExit({ code, signal }: CoreExit): string {
  if (signal) return `the core was ended by ${signal}`
  return code === null ? 'the core has ended' : `the core ended with code ${code}`
}

type Deps = RunDeps & { logFolder: string }

/** The crash report of a core: how it ended, its last output, its trace. A failed write is ignored. */
export function writeExitReport(deps: Deps, run: CoreRun, exit: CoreExit, output: CoreOutput): void {
  const { pid, startedAt } = run.record
  const text = [
    describeExit(exit),
    `process ${pid}, ran for ${Math.round((deps.now() - startedAt) / 1000)} s`,
    '',
    'Last lines:',
    ...output.recent(),
    '',
    'Standard error:',
    ...output.trace(),
    '',
  ].join('\n')
  try {
    const file = writeCrashReport(deps.logFolder, text, deps.now())
    deps.log.error({ file }, 'the core crashed; report written')
  } catch (err) {
    deps.log.error({ err }, 'the core crashed, and its report could not be written')
  }
}

import type { Coded } from '#contract/coded.ts'
import { coded, inEnglish } from '#domain/refusal.ts'
import { writeCrashReport } from './crash-report.ts'
import type { CoreOutput } from './output.ts'
import type { CoreExit, CoreRun, RunDeps } from './run.ts'

function describeExit({ code, signal }: CoreExit): Coded {
  if (signal) return coded('core.ended-by-signal', { signal })
  return code === null ? coded('core.ended') : coded('core.ended-with-code', { code })
}

/** What the core said last, or how it ended. */
export function lastWords(output: CoreOutput, exit: CoreExit): Coded {
  const reason = output.words()
  return reason ? coded('core.said', { reason }) : describeExit(exit)
}

type Deps = RunDeps & { logFolder: string }

/** The crash report of a core: how it ended, its last output, its trace. A failed write is ignored. */
export function writeExitReport(deps: Deps, run: CoreRun, exit: CoreExit, output: CoreOutput): void {
  const { pid, startedAt } = run.record
  const text = [
    inEnglish(describeExit(exit)),
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

import type { Coded } from '#contract/coded.ts'
import type { LastReading } from './ending.ts'
import type { Launcher } from './launch.ts'
import type { CoreExit, RunDeps } from './run.ts'

export interface CoreProcessDeps extends RunDeps {
  logFolder: string
  /** Asked at every start, also after a crash: which binary, which configuration. */
  launcher: Pick<Launcher, 'launch'>
  /** Before we end a ready core, or a known orphan: its counters are lost with it. Has its own deadline. */
  lastReading?: LastReading
  limits?: { readyMs?: number; slowRetryMs?: number }
}

/** How a core ended; `expected` if we ended it. */
export type CoreEnded = CoreExit & {
  pid: number
  expected: boolean
  said: Coded
  /** Its stderr output. */
  trace: readonly string[]
}

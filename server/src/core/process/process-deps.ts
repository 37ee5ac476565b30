import type { Coded } from '#contract/coded.ts'
import type { CoreRecord } from './record.ts'
import type { CoreExit, Launch, RunDeps } from './run.ts'

export interface CoreProcessDeps extends RunDeps {
  logFolder: string
  /** Called for every start, also after a crash: which binary, which configuration. */
  launch(): Promise<Launch>
  /** Before we end a ready core, or a known orphan: its counters are lost with it. Has its own deadline. */
  beforeEnd?(record: CoreRecord): Promise<void>
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

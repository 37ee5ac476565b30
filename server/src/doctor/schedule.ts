import type { Job } from '../platform/jobs/jobs.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import type { Change } from '../store/changes/change.ts'

const everyMs = 300_000
/** The core needs some seconds to start, and would be reported as stopped until then. */
const firstMs = 10_000
/** Changes come in groups, and the core gets them first. */
const settleMs = 1_500

/** The checks whose result a change may turn. */
const touchedBy: Partial<Record<Change['kind'], readonly string[]>> = {
  'inbounds-changed': ['core', 'ports', 'firewall', 'certificates', 'permissions'],
  'settings-saved': ['core', 'ports', 'addresses', 'firewall', 'names', 'certificates', 'backups', 'geo'],
  'hosts-changed': ['names'],
  'certificates-changed': ['certificates', 'permissions'],
}
const touchedByCore = ['core', 'ports', 'cutting']

interface Deps {
  look(names?: readonly string[]): Promise<unknown>
  timers: Timers
  log: Log
}

/** When the doctor looks by itself: all checks every five minutes, and those that a change may turn soon after it. */
export function createSchedule({ look, timers, log }: Deps) {
  const waiting = new Set<string>()
  let cancel: (() => void) | undefined
  let cancelFirst: (() => void) | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isOn = false

  const run = (names?: readonly string[]) => {
    running = look(names).catch((error: unknown) => log.warn({ err: error }, 'failed to check health'))
    return running
  }

  /** Looks soon; while it waits, further names join. */
  function soon(names: readonly string[]): void {
    if (!isOn) return
    for (const name of names) waiting.add(name)
    cancel ??= timers.after(settleMs, () => {
      cancel = undefined
      const due = [...waiting]
      waiting.clear()
      void run(due)
    })
  }

  return {
    job: { name: 'health', everyMs, run: async () => void (await run()) } satisfies Job,
    onChange: ({ kind }: Change): void => soon(touchedBy[kind] ?? []),
    coreChanged: (): void => soon(touchedByCore),
    start(): void {
      isOn = true
      cancelFirst = timers.after(firstMs, () => void run())
    },
    async stop(): Promise<void> {
      isOn = false
      cancel?.()
      cancelFirst?.()
      await running
    },
  }
}

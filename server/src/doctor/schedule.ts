import type { Job } from '../platform/jobs/jobs.ts'
import type { Timers } from '../platform/jobs/timers.ts'
import type { Log } from '../platform/log.ts'
import { waitFor } from '../platform/wait-for.ts'
import type { Change } from '../store/changes/change.ts'

/** These turn without a change, and cost next to nothing to look at. */
const watched = ['core', 'nodes', 'outbounds', 'entries', 'caps']
const everyMs = 15_000
/** Every five minutes all that is on this server, every half hour what somebody outside is asked for. */
const [ownEvery, allEvery] = [20, 120]
/** The core needs some seconds to start, and would be reported as stopped until then. */
const firstMs = 10_000
/** Changes come in groups, and the core gets them first. */
const settleMs = 1_500
/** A stop waits no longer; a look that ends later finds the database closed. */
const endMs = 1_000

/** The checks whose result a change may turn. */
const touchedBy: Partial<Record<Change['kind'], readonly string[]>> = {
  'inbounds-changed': ['core', 'ports', 'firewall', 'certificates', 'permissions', 'reality', 'limits'],
  'settings-saved': [
    ...[
      'core',
      'ports',
      'addresses',
      'firewall',
      'names',
      'certificates',
      'backups',
      'geo',
      'clients',
      'limits',
    ],
  ],
  'hosts-changed': ['names'],
  'nodes-changed': ['nodes', 'limits'],
  'node-availability-changed': ['nodes'],
  'certificates-changed': ['certificates', 'permissions'],
}
const touchedByCore = ['core', 'ports', 'cutting']

/** These checks, all of this server, all of them for somebody who waits, or all of them with patience. */
export type Which = readonly string[] | 'own' | 'all' | 'patiently'

interface Deps {
  look(which: Which): Promise<unknown>
  timers: Timers
  log: Log
}

/** When the doctor looks by itself, and after which changes. */
export function createSchedule({ look, timers, log }: Deps) {
  const waiting = new Set<string>()
  let cancel: (() => void) | undefined
  let cancelFirst: (() => void) | undefined
  let running: Promise<unknown> = Promise.resolve()
  let isOn = false
  let rounds = 0

  const run = (which: Which) => {
    running = look(which).catch((error: unknown) => log.warn({ err: error }, 'failed to check health'))
    return running
  }

  async function round(): Promise<void> {
    if (!isOn) return
    rounds++
    if (rounds % allEvery === 0) await run('patiently')
    else await run(rounds % ownEvery === 0 ? 'own' : watched)
  }

  /** Looks soon; while it waits, further names join. */
  function soon(names: readonly string[]): void {
    if (!isOn || names.length === 0) return
    for (const name of names) waiting.add(name)
    cancel ??= timers.after(settleMs, () => {
      cancel = undefined
      const due = [...waiting]
      waiting.clear()
      void run(due)
    })
  }

  return {
    job: { name: 'health', everyMs, run: round } satisfies Job,
    onChange: ({ kind }: Change): void => soon(touchedBy[kind] ?? []),
    coreChanged: (): void => soon(touchedByCore),
    start(): void {
      isOn = true
      cancelFirst = timers.after(firstMs, () => void run('patiently'))
    },
    async stop(): Promise<void> {
      isOn = false
      cancel?.()
      cancelFirst?.()
      await waitFor(running, endMs)
    },
  }
}

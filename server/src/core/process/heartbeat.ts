import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

interface Deps {
  /** The running core; a different object for every process. */
  run(): object | undefined
  /** Resolves when the API has answered within its deadline; undefined before there is a connection. */
  ask(): Promise<unknown> | undefined
  /** TCP ports where it should listen. */
  ports(): readonly number[]
  /** All listening TCP ports; undefined if unknown. */
  listening(): ReadonlySet<number> | undefined
  /** It became unhealthy, or recovered. */
  onChange(): void
  /** It has been unhealthy for too long. */
  onHung(said: Coded): void
}

const everyMs = 5_000
/** Consecutive misses: a single one may be a busy machine. */
const unwellAfter = 2
const hungAfter = 6

export const noAnswer = coded('core.hangs')
const closed = (port: number) => coded('core.port-closed', { port })

/**
 * Whether the running core is healthy: it answers within a deadline, and still listens where it did before. A process
 * alone proves little: a hung one exists too.
 */
export function createHeartbeat(deps: Deps) {
  let watched: object | undefined
  let missed = 0
  let trouble: Coded | undefined
  /** Ports that were open: one that never was is a problem of its inbound that a restart would not fix. */
  let seen = new Set<number>()

  async function look(): Promise<Coded | undefined> {
    const asked = deps.ask()
    if (!asked) return undefined
    const answers = await asked.then(
      () => true,
      () => false,
    )
    if (!answers) return noAnswer
    const open = deps.listening()
    if (!open) return undefined
    const wanted = deps.ports()
    const lost = wanted.find((port) => seen.has(port) && !open.has(port))
    seen = new Set(wanted.filter((port) => open.has(port) || seen.has(port)))
    return lost === undefined ? undefined : closed(lost)
  }

  async function run(): Promise<void> {
    const core = deps.run()
    const found = core ? await look() : undefined
    if (deps.run() !== core || core !== watched) {
      watched = deps.run()
      seen = new Set()
      missed = 0
    }
    const before = trouble
    missed = !found || deps.run() !== core ? 0 : missed + 1
    trouble = missed >= unwellAfter ? found : undefined
    if (trouble?.code !== before?.code) deps.onChange()
    if (found && missed >= hungAfter) {
      missed = 0
      deps.onHung(found)
    }
  }

  return {
    job: { name: 'core-heartbeat', everyMs, run } satisfies Job,
    /** Blank while it is healthy or not running. */
    trouble: (): Coded | undefined => (deps.run() === watched ? trouble : undefined),
  }
}

import type { Coded } from '#contract/coded.ts'
import { coded } from '#domain/refusal.ts'
import type { Job } from '../../platform/jobs/jobs.ts'

interface Deps {
  /** The core that runs; another object for every process. */
  run(): object | undefined
  /** Resolves when its API answered within its deadline; undefined before there is a way to it. */
  ask(): Promise<unknown> | undefined
  /** TCP ports where it should listen. */
  ports(): readonly number[]
  /** TCP ports where anybody listens; undefined where that cannot be told. */
  listening(): ReadonlySet<number> | undefined
  /** It became unwell, or is well again. */
  onChange(): void
  /** It has been unwell for too long. */
  onHung(said: Coded): void
}

const everyMs = 5_000
/** Missed in a row: one may be a busy machine. */
const unwellAfter = 2
const hungAfter = 6

export const noAnswer = coded('core.hangs')
const closed = (port: number) => coded('core.port-closed', { port })

/**
 * Whether the core that runs is well: it answers within a deadline, and where it has listened it still does. A process
 * alone says little: one that hangs is there too, and nobody gets through.
 */
export function createPulse(deps: Deps) {
  let watched: object | undefined
  let missed = 0
  let trouble: Coded | undefined
  /** Ports that were open: one that never was is the trouble of its inbound, and a restart would not open it. */
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
    job: { name: 'core-pulse', everyMs, run } satisfies Job,
    /** Undefined while it is well, or while none runs. */
    trouble: (): Coded | undefined => (deps.run() === watched ? trouble : undefined),
  }
}

import { notice } from '#domain/notices.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import type { Log } from '../../platform/log.ts'
import type { BinaryProvider } from '../binary/binary-provider.ts'
import type { CoreEvents } from '../hooks.ts'
import type { Core } from '../room.ts'
import type { WorkingInbounds } from './working-inbounds.ts'

interface Deps {
  core: Pick<Core, 'pid' | 'restartService'> & {
    provider: Pick<BinaryProvider, 'install' | 'keep' | 'version'>
  }
  inbounds: WorkingInbounds
  events: Pick<CoreEvents, 'notify'>
  log: Log
  limits?: Partial<typeof usual>
}

/** The new core has this long to come up, and then to answer: together with the way back under ten seconds. */
const usual = { readyMs: 4_000, answerMs: 2_000 }

export interface SwitchTo {
  version: string
  confirmed: string | undefined
  /** How long the new core took to read the configuration: a large one, or a busy machine, gets more time. */
  readMs: number
  /** The file is in place. */
  installed: () => Promise<unknown>
  /** The earlier version is back. */
  rolledBack: (from: string) => Promise<unknown>
}

/** Puts another version in place of the running one, watches it come up, and puts the old one back if it does not. */
export function createSwitch({ core, inbounds, events, log, limits: given }: Deps) {
  const { provider } = core
  const limits = { ...usual, ...given }

  async function back(error: unknown, { version, rolledBack }: SwitchTo, previous: string): Promise<never> {
    const reason = codedOf(error)
    try {
      await core.restartService()
    } catch (worse) {
      throw new Refusal('core.rollback-failed', { version, previous, reason, why: codedOf(worse) })
    }
    events.notify(notice('core.rolled-back', { version, previous, reason }))
    await rolledBack(previous)
    throw new Refusal('core.rolled-back', { version, previous, reason })
  }

  async function run(to: SwitchTo): Promise<void> {
    const { version, confirmed, installed, readMs } = to
    const wasRunning = core.pid() !== undefined
    const previous = provider.version()
    const before = wasRunning ? await inbounds.list() : []
    const putBack = provider.keep()
    await provider.install(version, confirmed)
    await installed()
    const done = () => events.notify(notice('core.installed', { version }))
    if (!wasRunning) {
      done()
      await core.restartService() // nothing worked that could be brought back
      return
    }
    try {
      await core.restartService(Math.max(limits.readyMs, readMs * 3))
      const lost = await inbounds.lost(before, Math.max(limits.answerMs, readMs * 2))
      if (lost) throw Refusal.of(lost)
    } catch (error) {
      log.warn({ err: error, version, previous }, 'the new core does not work: putting the old one back')
      putBack()
      await back(error, to, previous)
    }
    done()
  }

  return { run }
}

export type Switch = ReturnType<typeof createSwitch>

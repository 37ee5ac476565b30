import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '#domain/refusal.ts'
import { createBinaryProvider } from '../../core/binary/binary-provider.ts'
import { createTestCores } from '../../core/process/throwaway-cores.ts'
import type { Config } from '../../platform/config.ts'
import { createEgress } from '../../platform/egress/safe-fetch.ts'
import { silentLog } from '../../platform/log.ts'
import { type Print, parseFlags } from '../flags.ts'
import { createPanelCalls, finalCodes } from './panel.ts'
import { probeRound } from './round.ts'
import { openState, stateFor } from './state.ts'

const minuteMs = 60_000
/** While the checks are off. */
const idleMinutes = 5

/** `sluice probe`: checks the entries of a panel from here, until it is ended. It calls out, and listens on loopback only. */
export async function probeCommand(config: Config, args: readonly string[], print: Print): Promise<void> {
  const flags = parseFlags(args, {
    ...{ join: 'text', folder: 'text', core: 'text' },
    ...{ once: 'switch', 'allow-private': 'switch' },
  })
  const folder = resolve(flags.folder ?? join(config.dataFolder, 'probe'))
  const file = openState(folder)
  const { state, token } = stateFor(file.read(), flags.join)
  const ending = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => ending.abort())
  const { signal } = ending
  const binFolder = join(folder, 'bin')
  const egress = createEgress()
  const env =
    flags.core === undefined ? process.env : { ...process.env, SLUICE_CORE_BIN: resolve(flags.core) }
  const provider = createBinaryProvider({
    binFolder,
    env,
    egress,
    log: silentLog,
    events: { notify: () => {} },
  })
  const testCores = createTestCores(binFolder)
  signal.addEventListener('abort', () => {
    provider.abort()
    testCores.stop()
  })
  const calls = createPanelCalls(egress, file, state, signal)
  const deps = {
    ...{ calls, egress, core: { provider, testCores }, warn: print },
    allowPrivate: flags['allow-private'] ?? false,
  }
  try {
    if (token !== undefined) {
      await calls.join(token)
      print(`Joined ${new URL(state.url).host}.`)
    }
    await provider.provide()
    await rounds()
  } catch (error) {
    if (!signal.aborted) throw error
  }

  async function rounds(): Promise<void> {
    while (!signal.aborted) {
      const began = performance.now()
      const everyMinutes = await round()
      if (flags.once) return
      const rest = (everyMinutes || idleMinutes) * minuteMs - (performance.now() - began)
      await pause(Math.max(rest, minuteMs / 2), undefined, { signal })
    }
  }

  /** A panel that does not answer is asked again after a minute; one that does not know this probe, never. */
  async function round(): Promise<number> {
    try {
      const { everyMinutes, good, failed } = await probeRound(deps)
      print(`${new Date().toISOString()} ${good} good, ${failed} failed`)
      return everyMinutes
    } catch (error) {
      if (!(error instanceof Refusal) || finalCodes.has(error.code) || flags.once || signal.aborted)
        throw error
      print(`${new Date().toISOString()} ${error.message}`)
      return 1
    }
  }
}

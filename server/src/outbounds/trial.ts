import { randomBytes } from 'node:crypto'
import type { Block } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { dialledAt } from '#domain/outbounds/dialled-hosts.ts'
import { contentOf } from '#domain/outbounds/listed-outbound.ts'
import { probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { ConfigTestResult } from '../core/binary/config-test.ts'
import { coreEnvironment } from '../core/process/environment.ts'
import { freePort } from '../core/process/free-port.ts'
import { startTestCore } from '../core/process/throwaway-core.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import { openSink } from '../platform/egress/sink.ts'
import { knockThrough, stillAnswers } from '../platform/egress/through-proxy.ts'
import { fileIdentity } from '../platform/file-identity.ts'
import type { TestCoreDeps } from './request-test.ts'

const width = 32
/** How long to wait for an outbound's first bytes. */
const patienceMs = 400
/** How long to wait for a core that is crashing, or on a slow machine. */
const answerMs = 5_000

/**
 * Uses each outbound once in a throwaway core to see whether the core survives. All of them dial a port of ours instead
 * of their servers, so nothing leaves this machine.
 */
export function createTrial(deps: Pick<TestCoreDeps, 'binFolder' | 'signal'>) {
  return async (binary: string, outbounds: readonly Block[]): Promise<ConfigTestResult> => {
    deps.signal.throwIfAborted()
    const sink = await openSink()
    try {
      const moved = outbounds.map((outbound) => dialledAt(outbound, sink))
      const door = { port: await freePort(), password: randomBytes(18).toString('base64url') }
      const core = await startTestCore(
        binary,
        coreEnvironment(deps.binFolder),
        probeConfig(moved, moved, door),
      )
      try {
        await mapLimited(moved, width, async (_, index) => {
          if (!core.hasEnded())
            await knockThrough({ ...door, user: probeUser(index) }, patienceMs, deps.signal)
        })
        if (await stillAnswers(door.port, answerMs)) return { ok: true }
        const words = coded('outbound.test-core-no-answer')
        if (!(await core.endsWithin(answerMs))) return { ok: false, refused: false, words }
        return {
          ok: false,
          refused: true,
          words: coded('outbound.test-core-dies', { reason: core.lastWords() }),
        }
      } finally {
        await core.stop()
      }
    } catch (error) {
      if (!(error instanceof Refusal) || deps.signal.aborted) throw error
      // A port that was taken meanwhile or a slow machine is not the outbounds' fault.
      const lastWords = String(error.params.reason ?? '')
      const refused =
        error.code === 'outbound.test-core-ended' && !lastWords.includes('address already in use')
      return { ok: false, refused, words: codedOf(error) }
    } finally {
      await sink.close()
    }
  }
}

export type Trial = ReturnType<typeof createTrial>

const mostRemembered = 10_000

/** Lists are fetched every few minutes and rarely change: outbounds that survived once are not tried again in the same core. */
export function createRememberedTrial(trial: Trial): Trial {
  const survived = new BoundedMap<string, true>(mostRemembered)
  return async (binary, outbounds) => {
    const core = await fileIdentity(binary)
    const keyOf = (outbound: Block) => `${core} ${contentOf(outbound)}`
    const fresh = outbounds.filter((outbound) => !survived.has(keyOf(outbound)))
    if (fresh.length === 0) return { ok: true }
    const verdict = await trial(binary, fresh)
    if (verdict.ok) for (const outbound of fresh) survived.set(keyOf(outbound), true)
    return verdict
  }
}

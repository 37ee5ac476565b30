import { randomBytes } from 'node:crypto'
import type { Block } from '#contract/inbound.ts'
import { BoundedMap } from '#domain/bounded-map.ts'
import { withOutboundsFor } from '#domain/core-config/in-version.ts'
import { dialledAt } from '#domain/outbounds/dialled-hosts.ts'
import { contentOf } from '#domain/outbounds/listed-outbound.ts'
import { probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { asBlocks } from '#domain/untyped.ts'
import { type ConfigTestResult, testConfig } from '../core/binary/config-test.ts'
import { type Judge, sift } from '../core/binary/sift.ts'
import { freePort } from '../core/process/free-port.ts'
import type { TestCores } from '../core/process/throwaway-cores.ts'
import type { Core } from '../core/room.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import { openSink } from '../platform/egress/sink.ts'
import { knockThrough, stillAnswers } from '../platform/egress/through-proxy.ts'
import { fileIdentity } from '../platform/files.ts'

const width = 32
/** How long to wait for an outbound's first bytes. */
const patienceMs = 400
/** How long to wait for a core that is crashing, or on a slow machine. */
const answerMs = 5_000

/**
 * Uses each outbound once in a throwaway core to see whether the core survives. All of them dial a port of ours instead
 * of their servers, so nothing leaves this machine.
 */
export function createTrial(testCores: TestCores) {
  const { signal } = testCores
  return async (binary: string, outbounds: readonly Block[]): Promise<ConfigTestResult> => {
    signal.throwIfAborted()
    const sink = await openSink()
    try {
      const moved = outbounds.map((outbound) => dialledAt(outbound, sink))
      const door = { port: await freePort(), password: randomBytes(18).toString('base64url') }
      const core = await testCores.start(binary, probeConfig(moved, moved, door))
      try {
        await mapLimited(moved, width, async (_, index) => {
          if (!core.hasEnded()) await knockThrough({ ...door, user: probeUser(index) }, patienceMs, signal)
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
      if (!(error instanceof Refusal) || signal.aborted) throw error
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

/** Judges lists of outbounds with the installed core: it checks their form, then uses each in a throwaway core. */
export function createOutboundTrials({ provider, testCores }: Pick<Core, 'provider' | 'testCores'>) {
  const trial = createTrial(testCores)
  const remembered = createRememberedTrial(trial)
  const judgeIn =
    (binary: string, tryOut: Trial, version?: string): Judge =>
    async (sent) => {
      const config = version === undefined ? sent : withOutboundsFor(sent, version)
      const assetFolder = testCores.binFolder
      const verdict = await testConfig(binary, JSON.stringify(config), { assetFolder })
      return verdict.ok ? tryOut(binary, asBlocks(config.outbounds)) : verdict
    }
  const inCore = (tryOut: Trial): Judge | undefined => {
    const binary = provider.located()
    return binary === undefined ? undefined : judgeIn(binary, tryOut, provider.version())
  }
  return {
    /** Undefined when there is no core binary. */
    judge: () => inCore(trial),
    /** The same, but an outbound that survived once is not used again. */
    judgeNew: () => inCore(remembered),
    /** Tries the outbounds in a core of another version, for which they are written. */
    siftIn: (binary: string, outbounds: readonly Block[]) => sift(outbounds, judgeIn(binary, trial)),
  }
}

export type OutboundTrials = ReturnType<typeof createOutboundTrials>

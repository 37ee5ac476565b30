import { randomBytes } from 'node:crypto'
import type { Block } from '#contract/inbound.ts'
import type { TestResult } from '#contract/outbounds-api.ts'
import { chainOf, muteReason, probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ConfigVerdict } from '../core/binary/config-test.ts'
import { inTurns } from '../platform/egress/in-turns.ts'
import { requestThrough } from '../platform/egress/through-proxy.ts'
import { startTestCore } from './throwaway-core.ts'

export interface TestCoreDeps {
  /** The binary that there is. */
  binary: () => string | undefined
  env: () => NodeJS.ProcessEnv
  freePort: () => Promise<number>
  /** What the core says of a configuration. */
  judge: (binary: string, config: Block) => Promise<ConfigVerdict>
  /** Aborted when the panel ends, and so does a test. */
  signal: AbortSignal
  /** Of each request. */
  limitMs?: number
}

interface Deps extends TestCoreDeps {
  /** Whether this outbound's own server is inside: on this machine, or in its network. */
  isInside: (outbound: Block) => Promise<boolean>
}

export interface RequestTest {
  outbounds: readonly Block[]
  all: readonly Block[]
  mode: 'http' | 'real'
  /** Checked: it leads to public addresses, and these are they. */
  url: string
  addresses: readonly string[]
}

/** Requests of one batch that run at the same time. */
const width = 8

/** Sends a request through each outbound, by one core that is there for nothing else and always ended. */
export function createRequestTest(deps: Deps) {
  const { limitMs = 10_000 } = deps

  /** Why an outbound need not be tried at all. */
  async function objection(binary: string, outbound: Block, all: readonly Block[]) {
    const mute = muteReason(outbound)
    if (mute) return mute
    const { missing } = chainOf(outbound, all)
    if (missing) return `This outbound is dialled through "${missing}", which is not among the outbounds.`
    const verdict = await deps.judge(binary, probeConfig([outbound], all, { port: 1, password: 'x' }))
    return verdict.ok ? undefined : `The core refuses this outbound: ${verdict.words}`
  }

  async function request(
    core: TestCore,
    door: Door,
    index: number,
    { outbounds, mode, url, addresses }: RequestTest,
  ): Promise<TestResult> {
    const user = probeUser(index)
    const blocked = new AbortController()
    core.lines.whenBlocked(user, () =>
      blocked.abort(new Refusal('outbound.test-address-private')),
    )
    try {
      const signal = AbortSignal.any([blocked.signal, deps.signal])
      const measured = await requestThrough({ ...door, user }, url, {
        warm: mode === 'http',
        limitMs,
        signal,
        // A server inside would look the name up inside, and could be led there by it.
        address: (await deps.isInside(outbounds[index] ?? {})) ? addresses[0] : undefined,
      })
      const success = measured.statusCode >= 200 && measured.statusCode < 400
      const error = success ? {} : { error: `the test address answered HTTP ${measured.statusCode}` }
      return { success, mode, ...measured, ...error }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return failed(mode, error.message)
    }
  }

  async function run(test: RequestTest): Promise<TestResult[]> {
    const binary = deps.binary()
    if (!binary) throw new Refusal('outbound.no-core')
    const objections = await inTurns(test.outbounds, 2, (o) => objection(binary, o, test.all))
    const fit = test.outbounds.filter((_, i) => objections[i] === undefined)
    const tried = fit.length > 0 ? await throughCore(binary, { ...test, outbounds: fit }) : []
    const results = tried.values()
    return objections.map((error) =>
      // As many results as there are outbounds without an objection.
      error === undefined ? (results.next().value as TestResult) : failed(test.mode, error),
    )
  }

  async function throughCore(binary: string, test: RequestTest): Promise<TestResult[]> {
    deps.signal.throwIfAborted()
    const door = { port: await deps.freePort(), password: randomBytes(18).toString('base64url') }
    const core = await startTestCore(binary, deps.env(), probeConfig(test.outbounds, test.all, door))
    try {
      const results = await inTurns(test.outbounds, width, (_, index) => request(core, door, index, test))
      await core.stop()
      return results.map((result, index) => withCause(result, core.lines.cause(probeUser(index))))
    } finally {
      await core.stop()
    }
  }

  return run
}

/** The core's own words for what failed; they are all there once it has ended. */
const withCause = (result: TestResult, cause: string | undefined): TestResult =>
  result.success || result.statusCode !== undefined || !cause
    ? result
    : { ...result, error: `${result.error}: ${cause}` }

type TestCore = Awaited<ReturnType<typeof startTestCore>>
type Door = { port: number; password: string }

export const failed = (mode: TestResult['mode'], error: string): TestResult => ({
  success: false,
  delay: 0,
  mode,
  error,
})

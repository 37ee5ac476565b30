import { randomBytes } from 'node:crypto'
import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import type { TestResult } from '#contract/outbounds-api.ts'
import { outboundFor } from '#domain/core-config/in-version.ts'
import { endpointsOf, shown } from '#domain/outbounds/endpoints.ts'
import { chainOf, muteReason, probeConfig, probeUser } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, inEnglish, Refusal } from '#domain/refusal.ts'
import { testConfig } from '../core/binary/config-test.ts'
import { freePort } from '../core/process/free-port.ts'
import type { TestCore } from '../core/process/throwaway-cores.ts'
import type { Core } from '../core/room.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import { requestThrough } from '../platform/egress/through-proxy.ts'

export interface TestDeps {
  core: Pick<Core, 'provider' | 'testCores'>
  egress: Pick<Egress, 'checkUrl' | 'publicAddresses'>
  /** Per request. */
  limitMs?: number
}

/** A server that is not known to be public counts as internal. */
async function isInside(outbound: Block, egress: TestDeps['egress']): Promise<boolean> {
  const [first] = endpointsOf(outbound)
  if (!first) return false
  try {
    await egress.checkUrl(`http://${shown(first)}/`)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

export interface RequestTest {
  outbounds: readonly Block[]
  all: readonly Block[]
  mode: 'http' | 'real'
  /** Already checked: it resolves to public addresses, given in `addresses`. */
  url: string
  addresses: readonly string[]
}

/** Concurrent requests of one batch. */
const width = 8

/** Sends a request through each outbound, using one throwaway core that is always stopped afterwards. */
export function createRequestTest({ core, egress, limitMs = 10_000 }: TestDeps) {
  const { provider, testCores } = core

  /** Why an outbound need not be tried at all. */
  async function objection(binary: string, outbound: Block, all: readonly Block[]) {
    const mute = muteReason(outbound)
    if (mute) return mute
    const { missing } = chainOf(outbound, all)
    if (missing) return coded('outbound.test-chain-missing', { tag: missing })
    const config = probeConfig([outbound], all, { port: 1, password: 'x' })
    const verdict = await testConfig(binary, JSON.stringify(config), { assetFolder: testCores.binFolder })
    return verdict.ok ? undefined : coded('outbound.test-core-refuses', { reason: verdict.words })
  }

  async function request(
    testCore: TestCore,
    door: Door,
    index: number,
    { outbounds, mode, url, addresses }: RequestTest,
  ): Promise<TestResult> {
    const user = probeUser(index)
    const blocked = new AbortController()
    testCore.lines.whenBlocked(user, () => blocked.abort(new Refusal('outbound.test-address-private')))
    try {
      const signal = AbortSignal.any([blocked.signal, testCores.signal])
      const measured = await requestThrough({ ...door, user }, url, {
        warm: mode === 'http',
        limitMs,
        signal,
        // An internal server would resolve the name itself and could be pointed at an internal address: give it the
        // address.
        address: (await isInside(outbounds[index] ?? {}, egress)) ? addresses[0] : undefined,
      })
      const success = measured.statusCode >= 200 && measured.statusCode < 400
      const error = success ? {} : saying(coded('outbound.test-status', { status: measured.statusCode }))
      return { success, mode, ...measured, ...error }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return failed(mode, codedOf(error))
    }
  }

  async function run(asked: RequestTest): Promise<TestResult[]> {
    const binary = provider.located()
    if (!binary) throw new Refusal('outbound.no-core')
    const written = outboundFor(provider.version())
    const test = { ...asked, outbounds: asked.outbounds.map(written), all: asked.all.map(written) }
    const objections = await mapLimited(test.outbounds, 2, (o) => objection(binary, o, test.all))
    const fit = test.outbounds.filter((_, i) => objections[i] === undefined)
    const tried = fit.length > 0 ? await throughCore(binary, { ...test, outbounds: fit }) : []
    const results = tried.values()
    return objections.map((error) =>
      // There is one result per outbound without an objection.
      error === undefined ? (results.next().value as TestResult) : failed(test.mode, error),
    )
  }

  async function throughCore(binary: string, test: RequestTest): Promise<TestResult[]> {
    testCores.signal.throwIfAborted()
    const door = { port: await freePort(), password: randomBytes(18).toString('base64url') }
    const testCore = await testCores.start(binary, probeConfig(test.outbounds, test.all, door))
    try {
      const results = await mapLimited(test.outbounds, width, (_, index) =>
        request(testCore, door, index, test),
      )
      await testCore.stop()
      return results.map((result, index) => withCause(result, testCore.lines.cause(probeUser(index))))
    } finally {
      await testCore.stop()
    }
  }

  return run
}

/** Adds the core's own error message; it is complete once the core has exited. */
const withCause = (result: TestResult, cause: string | undefined): TestResult =>
  result.success || result.statusCode !== undefined || !cause
    ? result
    : { ...result, ...saying(coded('outbound.test-cause', { reason: result.errorCoded ?? '', cause })) }

type Door = { port: number; password: string }

/** What went wrong, in English and in data. */
export const saying = (said: Coded) => ({ error: inEnglish(said), errorCoded: said })

export const failed = (mode: TestResult['mode'], said: Coded): TestResult => ({
  success: false,
  delay: 0,
  mode,
  ...saying(said),
})

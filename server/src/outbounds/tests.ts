import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { mostTests, type TestResult } from '#contract/outbounds-api.ts'
import { endpointsOf, shown } from '#domain/outbounds/endpoints.ts'
import { muteReason } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { SettingsReader } from '../settings/service.ts'
import { dialTest } from './dial-test.ts'
import { createRequestTest, failed, type TestCoreDeps } from './request-test.ts'

export interface TestDeps extends TestCoreDeps {
  probe: Probe
  checkUrl: Egress['checkUrl']
  publicAddresses: Egress['publicAddresses']
  settings: SettingsReader
}

type Mode = 'tcp' | 'http' | 'real'
const modeOf = (text: string | undefined): Mode => (text === 'tcp' || text === 'real' ? text : 'http')

/** A server that is not known to be public counts as internal. */
async function isInside(outbound: Block, checkUrl: Egress['checkUrl']): Promise<boolean> {
  const [first] = endpointsOf(outbound)
  if (!first) return false
  try {
    await checkUrl(`http://${shown(first)}/`)
    return false
  } catch (error) {
    if (error instanceof Refusal) return true
    throw error
  }
}

const busy = coded('outbound.test-busy')

/** Tests outbounds. A test that fails is a result, not an error of the panel. */
export function createOutboundTests(deps: TestDeps) {
  const requestThroughEach = createRequestTest({ ...deps, isInside: (o) => isInside(o, deps.checkUrl) })
  let running = false

  async function byRequest(outbounds: readonly Block[], all: readonly Block[], mode: 'http' | 'real') {
    const everyOne = (error: Coded) => outbounds.map(() => failed(mode, error))
    if (running) return everyOne(busy)
    running = true
    try {
      const { xrayOutboundTestUrl: url } = await deps.settings.fresh()
      await deps.checkUrl(url)
      const addresses = (await deps.publicAddresses?.(url)) ?? []
      return await requestThroughEach({ outbounds, all, mode, url, addresses })
    } catch (error) {
      if (error instanceof Refusal) return everyOne(codedOf(error))
      throw error
    } finally {
      running = false
    }
  }

  async function byDialling(outbound: Block): Promise<TestResult> {
    const mute = muteReason(outbound)
    return mute ? failed('tcp', mute) : dialTest(deps.probe, outbound)
  }

  async function many(
    outbounds: readonly Block[],
    all: readonly Block[],
    sent: string | undefined,
  ): Promise<TestResult[]> {
    if (outbounds.length > mostTests)
      throw new Refusal('outbound.too-many-tests', { max: mostTests }, 'outbounds')
    const mode = modeOf(sent)
    const results =
      mode === 'tcp' ? await mapLimited(outbounds, 8, byDialling) : await byRequest(outbounds, all, mode)
    return results.map((result, i) => {
      const tag = outbounds[i]?.tag
      return typeof tag === 'string' ? { tag, ...result } : result
    })
  }

  return {
    async one(outbound: Block, all: readonly Block[], mode: string | undefined): Promise<TestResult> {
      const [result] = await many([outbound], all, mode)
      const { tag: _, ...alone } = result as TestResult // one outbound, one result
      return alone
    },
    many,
  }
}

export type OutboundTests = ReturnType<typeof createOutboundTests>

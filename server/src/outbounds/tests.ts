import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { mostTests, type TestResult } from '#contract/outbounds-api.ts'
import { muteReason } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { SettingsReader } from '../settings/service.ts'
import { dialTest } from './dial-test.ts'
import { createRequestTest, failed, type TestDeps } from './request-test.ts'

interface Deps extends TestDeps {
  probe: Probe
  settings: SettingsReader
}

type Mode = 'tcp' | 'http' | 'real'
const modeOf = (text: string | undefined): Mode => (text === 'tcp' || text === 'real' ? text : 'http')

const busy = coded('outbound.test-busy')

/** Tests outbounds. A test that fails is a result, not an error of the panel. */
export function createOutboundTests(deps: Deps) {
  const requestThroughEach = createRequestTest(deps)
  let running = false

  async function byRequest(outbounds: readonly Block[], all: readonly Block[], mode: 'http' | 'real') {
    const everyOne = (error: Coded) => outbounds.map(() => failed(mode, error))
    if (running) return everyOne(busy)
    running = true
    try {
      const { xrayOutboundTestUrl: url } = await deps.settings.fresh()
      await deps.egress.checkUrl(url)
      const addresses = (await deps.egress.publicAddresses?.(url)) ?? []
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

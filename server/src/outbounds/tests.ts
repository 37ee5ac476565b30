import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { mostTests, type TestResult } from '#contract/outbounds-api.ts'
import { type Endpoint, endpointsOf, probeOf, shown } from '#domain/outbounds/endpoints.ts'
import { muteReason } from '#domain/outbounds/probe-config.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Probe } from '../platform/egress/probe.ts'
import type { SettingsReader } from '../settings/service.ts'
import { createRequestTest, failed, saying, type TestDeps } from './request-test.ts'

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

/** Real outbounds have fewer servers; a longer list would make a port scanner of us. */
const mostEndpoints = 16

type Dialled = NonNullable<TestResult['endpoints']>[number] & { dnsMs?: number }

/**
 * Dials every server of an outbound; one that answers is enough, as it is for the core. A server on this machine is
 * fine: a local SOCKS proxy, WARP.
 */
export async function dialTest(probe: Probe, outbound: Block): Promise<TestResult> {
  const mode = probeOf(outbound)
  const endpoints = endpointsOf(outbound).slice(0, mostEndpoints)
  if (endpoints.length === 0) return failed(mode, coded('outbound.test-no-server'))

  const dialOne = async (endpoint: Endpoint): Promise<Dialled> => {
    const address = shown(endpoint)
    try {
      return { address, success: true, ...(await probe[mode](endpoint.host, endpoint.port, { own: true })) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { address, success: false, delay: 0, ...saying(codedOf(error)) }
    }
  }
  const dialled = await mapLimited(endpoints, 8, dialOne)
  const [best] = dialled.filter((d) => d.success).sort((a, b) => a.delay - b.delay)
  return {
    success: best !== undefined,
    delay: best?.delay ?? 0,
    mode,
    ...(best
      ? { dnsMs: best.dnsMs ?? 0, connectMs: best.delay }
      : {
          error: dialled.map((d) => d.error).join('; '),
          ...(dialled[0]?.errorCoded && { errorCoded: dialled[0].errorCoded }),
        }),
    endpoints: dialled.map(({ dnsMs: _, ...shownOne }) => shownOne),
  }
}

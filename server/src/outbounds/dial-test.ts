import type { Block } from '#contract/inbound.ts'
import type { TestResult } from '#contract/outbounds-api.ts'
import { type Endpoint, endpointsOf, probeOf, shown } from '#domain/outbounds/endpoints.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Probe } from '../platform/egress/probe.ts'
import { failed, saying } from './request-test.ts'

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

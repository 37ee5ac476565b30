import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { bracketed } from '#domain/net/address.ts'
import { dialledHosts } from '#domain/outbounds/dialled-hosts.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import type { Sifted } from '../core/binary/sift.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'

/** Concurrent lookups, and the time limit for all of them. */
const width = 16
const limitMs = 30_000

const urlOf = (host: string): string => `http://${bracketed(host)}/`
const whyOf = (error: unknown): Coded => {
  if (error instanceof Refusal) return codedOf(error)
  throw error
}

/**
 * Keeps outbounds whose servers have public addresses only, literal or as resolved now. A list is written by strangers:
 * a server on this machine would receive what proxy users send.
 */
export async function judgeHosts<T extends Block>(
  outbounds: readonly T[],
  checkUrl: Egress['checkUrl'],
  signal: AbortSignal,
): Promise<Sifted<T>> {
  const limit = AbortSignal.timeout(limitMs)
  const either = AbortSignal.any([signal, limit])
  const hostsOf = outbounds.map((outbound) => {
    try {
      return dialledHosts(outbound)
    } catch (error) {
      return whyOf(error)
    }
  })
  const hosts = [...new Set(hostsOf.flatMap((found) => ('code' in found ? [] : found)))]
  const objections = new Map<string, Coded>()
  await mapLimited(hosts, width, async (host) => {
    const late = coded('outbound.lookup-too-slow', { host })
    if (limit.aborted) return void objections.set(host, late)
    await checkUrl(urlOf(host), { signal: either }).catch((error) => {
      signal.throwIfAborted()
      objections.set(host, limit.aborted ? late : whyOf(error))
    })
  })
  const result: Sifted<T> = { kept: [], refused: [] }
  for (const [i, outbound] of outbounds.entries()) {
    const found = hostsOf[i] ?? []
    const why =
      'code' in found ? found : found.map((host) => objections.get(host)).find((w) => w !== undefined)
    if (why === undefined) result.kept.push(outbound)
    else result.refused.push({ outbound, why })
  }
  return result
}

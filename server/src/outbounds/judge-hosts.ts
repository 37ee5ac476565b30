import type { Block } from '#contract/inbound.ts'
import { dialledHosts } from '#domain/outbounds/dialled-hosts.ts'
import { Refusal } from '#domain/refusal.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Sifted } from './sift.ts'

/** Concurrent lookups, and the time limit for all of them. */
const width = 16
const limitMs = 30_000

const urlOf = (host: string): string => `http://${host.includes(':') ? `[${host}]` : host}/`
const wordsOf = (error: unknown): string => {
  if (error instanceof Refusal) return error.message
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
      return wordsOf(error)
    }
  })
  const hosts = [...new Set(hostsOf.flatMap((found) => (typeof found === 'string' ? [] : found)))]
  const objections = new Map<string, string>()
  await mapLimited(hosts, width, async (host) => {
    if (limit.aborted) return void objections.set(host, `${host} could not be looked up in time`)
    await checkUrl(urlOf(host), { signal: either }).catch((error) => {
      signal.throwIfAborted()
      objections.set(host, limit.aborted ? `${host} could not be looked up in time` : wordsOf(error))
    })
  })
  const result: Sifted<T> = { kept: [], refused: [] }
  for (const [i, outbound] of outbounds.entries()) {
    const found = hostsOf[i] ?? []
    const words =
      typeof found === 'string'
        ? found
        : found.map((host) => objections.get(host)).find((w) => w !== undefined)
    if (words === undefined) result.kept.push(outbound)
    else result.refused.push({ outbound, words })
  }
  return result
}

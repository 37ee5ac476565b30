import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { dialledHosts } from '#domain/outbounds/dialled-hosts.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { inTurns } from '../platform/egress/in-turns.ts'
import type { Outbound } from '../platform/egress/safe-fetch.ts'
import type { Sifted } from './sift.ts'

/** Names that are looked up at the same time, and how long all of them may take. */
const width = 16
const limitMs = 30_000

const urlOf = (host: string): string => `http://${host.includes(':') ? `[${host}]` : host}/`
const whyOf = (error: unknown): Coded => {
  if (error instanceof Refusal) return codedOf(error)
  throw error
}

/**
 * Keeps the outbounds that reach for public addresses only, by literal or by what a name resolves to now. What a list
 * names is a stranger's choice: a server on this machine would get whatever proxy users send.
 */
export async function judgeHosts<T extends Block>(
  outbounds: readonly T[],
  checkUrl: Outbound['checkUrl'],
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
  await inTurns(hosts, width, async (host) => {
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

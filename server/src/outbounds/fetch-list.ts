import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { bracketed } from '#domain/net/address.ts'
import { dialledHosts } from '#domain/outbounds/dialled-hosts.ts'
import { parseShareList, type ShareList, withOwnTags } from '#domain/outbounds/share-list.ts'
import { coded, codedOf, Refusal } from '#domain/refusal.ts'
import { type Sifted, sift } from '../core/binary/sift.ts'
import { mapLimited } from '../platform/egress/map-limited.ts'
import type { Egress } from '../platform/egress/safe-fetch.ts'
import type { Excluded } from './crash-check.ts'
import type { OutboundTrials } from './trial.ts'

interface Deps {
  egress: Egress
  /** Aborted when the panel stops. */
  signal: AbortSignal
  trials: OutboundTrials
  excluded: Excluded
}

type Result = Sifted<ShareList['outbounds'][number]>
type Sieve = (outbounds: ShareList['outbounds']) => Promise<Result>

const maxBytes = 2 * 1024 * 1024
const timeoutMs = 20_000

/** One sentence about what was left out. Three reasons are enough to see what is wrong. */
function leftOutOf(reasons: readonly Coded[]): Coded | undefined {
  const [first, second, third] = reasons
  const count = reasons.length
  if (!first) return undefined
  if (!second) return coded('outbound-sub.left-out-1', { count, first })
  if (!third) return coded('outbound-sub.left-out-2', { count, first, second })
  if (count === 3) return coded('outbound-sub.left-out-3', { count, first, second, third })
  return coded('outbound-sub.left-out-more', { count, first, second, third, more: count - 3 })
}

/** Turns share links, fetched or pasted, into outbounds that the core accepts. */
export function createListFetch({ egress, signal, trials, excluded }: Deps) {
  const withoutExcluded = async (given: ShareList['outbounds']): Promise<Result> => {
    const whys = given.map(excluded.reason)
    return {
      kept: given.filter((_, i) => whys[i] === undefined),
      refused: given.flatMap((o, i) => (whys[i] === undefined ? [] : [{ outbound: o, why: whys[i] }])),
    }
  }
  const inCore = async (given: ShareList['outbounds']): Promise<Result> => {
    const judge = trials.judgeNew()
    return judge ? sift(given, judge) : { kept: [...given], refused: [] }
  }
  const byHost = (given: ShareList['outbounds']) => judgeHosts(given, egress.checkUrl, signal)

  async function sifted(text: string, prefix: string, sieves: readonly Sieve[]) {
    const { outbounds, skipped } = parseShareList(text)
    const refused: Result['refused'] = []
    let kept = withOwnTags(outbounds, prefix)
    for (const sieve of sieves) {
      const result = await sieve(kept)
      kept = result.kept
      refused.push(...result.refused)
    }
    const leftOut = leftOutOf([
      ...skipped.map(({ line, why }) => coded('outbound-sub.line', { line, reason: why })),
      ...refused.map(({ outbound: o, why }) => coded('outbound-sub.tag', { tag: o.tag, reason: why })),
    ])
    if (kept.length === 0)
      throw leftOut
        ? new Refusal('outbound-sub.nothing-usable-because', { reason: leftOut })
        : new Refusal('outbound-sub.nothing-usable')
    return { outbounds: kept, leftOut }
  }

  return {
    /** A pasted text may name servers in the operator's own network. */
    read: (text: string, prefix: string) => sifted(text, prefix, [inCore]),
    async fetch(url: string, prefix: string) {
      const reply = await egress.safeFetch(url, { maxBytes, timeoutMs, signal })
      return sifted(reply.text(), prefix, [withoutExcluded, byHost, inCore])
    },
  }
}

export type ListFetch = ReturnType<typeof createListFetch>

/** Concurrent lookups, and the time limit for all of them. */
const width = 16
const limitMs = 30_000

const urlOf = (host: string): string => `http://${bracketed(host)}/`
const whyOf = (error: unknown): Coded => {
  if (error instanceof Refusal) return codedOf(error)
  throw error
}

/**
 * Keeps outbounds whose servers have public addresses only, literal or as resolved now. A list is written by people that the operator may not know:
 * a server on this machine would receive what proxy users send.
 */
async function judgeHosts<T extends Block>(
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

import type { Block } from '#contract/inbound.ts'
import { parseShareList, type ShareList, withOwnTags } from '#domain/outbounds/share-list.ts'
import { inEnglish, Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../platform/egress/safe-fetch.ts'
import { judgeHosts } from './judge-hosts.ts'
import { type Judge, type Sifted, sift } from './sift.ts'

interface Deps {
  outbound: Outbound
  /** Aborted when the panel ends. */
  signal: AbortSignal
  /** Undefined where there is no core to ask. */
  judge: () => Judge | undefined
  /** Why an outbound is not taken again; undefined where nothing is held against it. */
  objection: (outbound: Block) => string | undefined
}

export interface FetchedList {
  outbounds: ShareList['outbounds']
  /** One sentence on what was left out; blank where nothing was. */
  leftOut: string
}

type Result = Sifted<ShareList['outbounds'][number]>
type Sieve = (outbounds: ShareList['outbounds']) => Promise<Result>

const maxBytes = 2 * 1024 * 1024
const timeoutMs = 20_000

/** Three reasons are enough for a person to see what is wrong. */
function sentenceOf(reasons: readonly string[]): string {
  if (reasons.length === 0) return ''
  const more = reasons.length > 3 ? ` and ${reasons.length - 3} more` : ''
  return `${reasons.length} left out: ${reasons.slice(0, 3).join('; ')}${more}.`
}

/** Share links from afar or from a text become outbounds that the core takes. */
export function createListFetch({ outbound, judge, signal, objection }: Deps) {
  const withoutObjection = async (given: ShareList['outbounds']): Promise<Result> => {
    const words = given.map(objection)
    return {
      kept: given.filter((_, i) => words[i] === undefined),
      refused: given.flatMap((o, i) => (words[i] === undefined ? [] : [{ outbound: o, words: words[i] }])),
    }
  }
  const inCore = async (given: ShareList['outbounds']): Promise<Result> => {
    const ask = judge()
    return ask ? sift(given, ask) : { kept: [...given], refused: [] }
  }
  const byHost = (given: ShareList['outbounds']) => judgeHosts(given, outbound.checkUrl, signal)

  async function sifted(text: string, prefix: string, sieves: readonly Sieve[]): Promise<FetchedList> {
    const { outbounds, skipped } = parseShareList(text)
    const refused: Result['refused'] = []
    let kept = withOwnTags(outbounds, prefix)
    for (const sieve of sieves) {
      const result = await sieve(kept)
      kept = result.kept
      refused.push(...result.refused)
    }
    const leftOut = sentenceOf([
      ...skipped.map(({ line, why }) => `line ${line}: ${inEnglish(why)}`),
      ...refused.map(({ outbound: o, words }) => `"${o.tag}": ${words}`),
    ])
    if (kept.length === 0)
      throw new Refusal(`There is no share link in it that can be used. ${leftOut}`.trim())
    return { outbounds: kept, leftOut }
  }

  return {
    /** A text that an operator pastes may name servers of the operator's own network. */
    read: (text: string, prefix: string) => sifted(text, prefix, [inCore]),
    async fetch(url: string, prefix: string): Promise<FetchedList> {
      const reply = await outbound.safeFetch(url, { maxBytes, timeoutMs, signal })
      return sifted(reply.text(), prefix, [withoutObjection, byHost, inCore])
    },
  }
}

export type ListFetch = ReturnType<typeof createListFetch>

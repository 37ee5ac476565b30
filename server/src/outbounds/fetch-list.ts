import { parseShareList, type ShareList, withOwnTags } from '#domain/outbounds/share-list.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Outbound } from '../outbound/safe-fetch.ts'
import { type Judge, sift } from './sift.ts'

interface Deps {
  outbound: Outbound
  /** Aborted when the panel ends. */
  signal: AbortSignal
  /** Undefined where there is no core to ask. */
  judge: () => Judge | undefined
}

export interface FetchedList {
  outbounds: ShareList['outbounds']
  /** One sentence on what was left out; blank where nothing was. */
  leftOut: string
}

const maxBytes = 2 * 1024 * 1024
const timeoutMs = 20_000

/** Three reasons are enough for a person to see what is wrong. */
function sentenceOf(reasons: readonly string[]): string {
  if (reasons.length === 0) return ''
  const more = reasons.length > 3 ? ` and ${reasons.length - 3} more` : ''
  return `${reasons.length} left out: ${reasons.slice(0, 3).join('; ')}${more}.`
}

/** Share links from afar or from a text become outbounds that the core takes. */
export function createListFetch({ outbound, judge, signal }: Deps) {
  async function read(text: string, prefix: string): Promise<FetchedList> {
    const { outbounds, skipped } = parseShareList(text)
    const tagged = withOwnTags(outbounds, prefix)
    const ask = judge()
    const { kept, refused } = ask ? await sift(tagged, ask) : { kept: tagged, refused: [] }
    const leftOut = sentenceOf([
      ...skipped.map(({ line, why }) => `line ${line}: ${why}`),
      ...refused.map(({ outbound: o, words }) => `"${o.tag}": ${words}`),
    ])
    if (kept.length === 0)
      throw new Refusal(`There is no share link in it that can be used. ${leftOut}`.trim())
    return { outbounds: kept, leftOut }
  }

  return {
    read,
    async fetch(url: string, prefix: string): Promise<FetchedList> {
      const reply = await outbound.safeFetch(url, { maxBytes, timeoutMs, signal })
      return read(reply.text(), prefix)
    },
  }
}

export type ListFetch = ReturnType<typeof createListFetch>

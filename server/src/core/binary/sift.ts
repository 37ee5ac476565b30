import type { Coded } from '#contract/coded.ts'
import type { Block } from '#contract/inbound.ts'
import { coded } from '#domain/refusal.ts'
import type { ConfigTestResult } from './config-test.ts'

export type Judge = (config: Block) => Promise<ConfigTestResult>

export interface Sifted<T> {
  kept: T[]
  refused: { outbound: T; why: Coded }[]
}

/** Core runs per list; a list that needs more is broken throughout. */
const mostRuns = 60

/** Keeps the outbounds that the core accepts: one bad line of a list must not stop the core. */
export async function sift<T extends Block>(outbounds: readonly T[], judge: Judge): Promise<Sifted<T>> {
  const result: Sifted<T> = { kept: [], refused: [] }
  let runs = 0
  async function look(part: readonly T[]): Promise<void> {
    if (part.length === 0) return
    const verdict: ConfigTestResult =
      runs++ < mostRuns
        ? await judge({ log: { loglevel: 'none' }, outbounds: part })
        : { ok: false, refused: true, words: '' }
    // If the core could not be asked, the outbounds are kept.
    if (verdict.ok || !verdict.refused) result.kept.push(...part)
    else if (part.length === 1 || runs > mostRuns) {
      const why = verdict.words
        ? coded('core.said', { reason: verdict.words })
        : coded('outbound.list-too-broken')
      result.refused.push(...part.map((outbound) => ({ outbound, why })))
    } else {
      const half = Math.ceil(part.length / 2)
      await look(part.slice(0, half))
      await look(part.slice(half))
    }
  }
  await look(outbounds)
  return result
}

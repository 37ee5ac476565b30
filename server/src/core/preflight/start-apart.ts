import type { Block } from '#contract/inbound.ts'
import { codedOf, Refusal } from '#domain/refusal.ts'
import { coreWords } from '../binary/error-text.ts'
import type { TestCore } from '../process/throwaway-cores.ts'

export interface Apart<T> {
  running: { core: TestCore; items: readonly T[] }[]
  /** `unsure`: the machine may be at fault, not the item. */
  failed: { item: T; reason: string; unsure: boolean }[]
}

/** What the core said, without its source paths. */
function wordsOf(error: Refusal): string {
  const { reason } = codedOf(error).params
  return coreWords(typeof reason === 'string' ? reason : '') || error.message
}

const isSlow = ({ code }: Refusal): boolean => code === 'outbound.test-core-too-slow'

/** A core that hangs would take its full time for each half again. */
const mostSlow = 2

/**
 * Starts a core with all items. If it does not start, with each half: a core runs with the good ones in the end, and
 * each bad one is known with the core's own words.
 */
export async function startApart<T>(
  items: readonly T[],
  configOf: (items: readonly T[]) => Promise<Block>,
  start: (config: Block) => Promise<TestCore>,
): Promise<Apart<T>> {
  const found: Apart<T> = { running: [], failed: [] }
  const tooSlow: Refusal[] = []
  function fail(part: readonly T[], error: Refusal): void {
    const reason = wordsOf(error)
    const unsure = isSlow(error) || reason.includes('already in use')
    found.failed.push(...part.map((item) => ({ item, reason, unsure })))
  }
  async function look(part: readonly T[]): Promise<void> {
    if (part.length === 0) return
    const last = tooSlow[mostSlow - 1]
    if (last) return fail(part, last)
    try {
      found.running.push({ core: await start(await configOf(part)), items: part })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (isSlow(error)) tooSlow.push(error)
      if (part.length === 1 || tooSlow.length === mostSlow) return fail(part, error)
      const half = Math.ceil(part.length / 2)
      await look(part.slice(0, half))
      await look(part.slice(half))
    }
  }
  try {
    await look(items)
    return found
  } catch (error) {
    for (const { core } of found.running) await core.stop()
    throw error
  }
}

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
  async function look(part: readonly T[]): Promise<void> {
    const [only] = part
    if (only === undefined) return
    try {
      found.running.push({ core: await start(await configOf(part)), items: part })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (part.length === 1) {
        const reason = wordsOf(error)
        const unsure = error.code === 'outbound.test-core-too-slow' || reason.includes('already in use')
        found.failed.push({ item: only, reason, unsure })
        return
      }
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

import type { Coded } from '#contract/coded.ts'

/** How long the operator is told of it. */
const shownMs = 24 * 3_600_000

/** What a node did that its operator should know. In memory: whatever goes on is noticed again. */
export function createNoticed(now: () => number) {
  const last = new Map<number, { what: Coded; at: number }>()
  return {
    note(node: number, what: Coded): void {
      last.set(node, { what, at: now() })
    },
    of(node: number): Coded | undefined {
      const found = last.get(node)
      return found && now() - found.at < shownMs ? found.what : undefined
    },
    forget(ids: readonly number[]): void {
      for (const id of ids) last.delete(id)
    },
  }
}

export type Noticed = ReturnType<typeof createNoticed>

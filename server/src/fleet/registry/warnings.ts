import type { Coded } from '#contract/coded.ts'
import type { NodeNotice } from '../../store/changes/change.ts'

/** How long the operator is told of it. */
const shownMs = 24 * 3_600_000

/** What a node did that its operator should know. In memory: whatever goes on is noticed again. */
export function createWarnings(now: () => number) {
  const last = new Map<number, { what: Coded; at: number }>()
  return {
    note(node: number, what: Coded): void {
      last.set(node, { what, at: now() })
    },
    /** All that is still shown. */
    all: (): NodeNotice[] =>
      [...last].flatMap(([node, told]) => (now() - told.at < shownMs ? [{ node, ...told }] : [])),
    /** What the leader noticed. */
    take(told: readonly NodeNotice[]): void {
      for (const { node, what, at } of told) last.set(node, { what, at })
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

export type Warnings = ReturnType<typeof createWarnings>

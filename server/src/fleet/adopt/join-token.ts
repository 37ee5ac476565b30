import { type Notify, notice } from '#domain/notices.ts'
import { Refusal } from '#domain/refusal.ts'
import { type NodeCalls, type NodeRow, toFields } from '../registry/calls.ts'

/** The node need not answer, and the operator waits. */
const farewellMs = 5_000

/** Gives back the tokens that nodes gave to this panel, and tells the operator of those that stay valid. */
export function createJoinTokens({ call, notify }: { call: NodeCalls; notify: Notify }) {
  /** Whether the node deleted the token of its join string; a panel of another kind has none. */
  async function hasEnded(row: NodeRow): Promise<boolean> {
    if (row.api_token === '') return true
    if (row.fleet === 0) return false
    try {
      const answer = await call(toFields(row), 'POST', 'fleet/leave', { timeoutMs: farewellMs })
      return (answer as { ended?: unknown } | null)?.ended === true
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      // A panel that never answered to this token may not be the one that made it.
      return error.code === 'node.token-refused' && row.guid !== ''
    }
  }

  const tellLeft = ({ name }: Pick<NodeRow, 'name'>) => notify(notice('node.token-left', { node: name }))

  return {
    async end(row: NodeRow): Promise<void> {
      if (!(await hasEnded(row))) tellLeft(row)
    },
    /** Another token took the place of this one. Until the new one works, the operator may need the old one. */
    async replaced(row: NodeRow, newOneWorks: boolean): Promise<void> {
      if (newOneWorks) await this.end(row)
      else tellLeft(row)
    },
  }
}

export type JoinTokens = ReturnType<typeof createJoinTokens>

/** One change of a lane: how to send it, and the audit row it writes. */
export interface Write {
  /** Resolves when the panel has acknowledged it; rejects when the panel died first. */
  send(): Promise<void>
  /** `action object` as in the audit trail. */
  trail: string
  /** Applied to the lane's model when the write counts. */
  apply(): void
}

/**
 * Writes that depend on one another, sent in sequence; lanes run in parallel. A lane's expectation is exact:
 * everything acknowledged, and at most the one write in flight when the panel died.
 */
export interface Lane {
  name: string
  next(): Write
  /** The lane's model, as comparable plain data. */
  expected(): unknown
  /** The same read from storage. */
  stored(): Promise<unknown>
  /** Which audit rows belong to this lane. */
  owns(action: string): boolean
  /** Through the API of the restarted panel. */
  answers(url: string): Promise<void>
}

export function expectSuccess(answer: { success: boolean; msg: string }): void {
  if (!answer.success) throw new Error(`refused: ${answer.msg}`)
}

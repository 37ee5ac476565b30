/** One change that a lane asks for: how to send it, and the line that it leaves in the audit trail. */
export interface Write {
  /** Resolves when the panel has acknowledged it; rejects when the panel died first. */
  send(): Promise<void>
  /** `action object` as the trail shows it. */
  trail: string
  /** Applied to the lane's picture of the panel when the write counts. */
  apply(): void
}

/**
 * Writes that depend on one another, sent one after the other; lanes run side by side. What a lane expects is
 * exact: everything acknowledged, and at most the one write in flight when the panel died.
 */
export interface Lane {
  name: string
  next(): Write
  /** The lane's picture, as comparable plain data. */
  expected(): unknown
  /** The same out of storage. */
  stored(): Promise<unknown>
  /** Which lines of the trail are this lane's. */
  owns(action: string): boolean
  /** Through the front door of the restarted panel. */
  answers(url: string): Promise<void>
}

export function expectSuccess(answer: { success: boolean; msg: string }): void {
  if (!answer.success) throw new Error(`refused: ${answer.msg}`)
}

const sqliteUnique = new Set([2067, 1555]) // SQLITE_CONSTRAINT_UNIQUE, SQLITE_CONSTRAINT_PRIMARYKEY

/** Whether the error is a unique constraint violation. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { errcode, code } = error as Error & { errcode?: number; code?: string }
  return code === '23505' || (errcode !== undefined && sqliteUnique.has(errcode))
}

import { Refusal } from '#domain/refusal.ts'

/** SQLite, PostgreSQL and the file system each have a way to say that there is no room: one sentence for all. */
export function explained(error: unknown): unknown {
  if (error instanceof Refusal) return error
  const { code, errcode } = error as { code?: string; errcode?: number } // what node:fs, node:sqlite and pg throw
  const isFull = errcode === 13 || ['ENOSPC', 'EDQUOT', 'EFBIG', '53100'].includes(code ?? '')
  return isFull ? new Refusal('storage.disk-full') : error
}

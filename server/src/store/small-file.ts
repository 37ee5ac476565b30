import { statSync } from 'node:fs'

const mostBytes = 4 * 1024 * 1024

/**
 * Whether a whole read of this database takes some milliseconds. Then it is read at once: a thread would take 20 MB while
 * it runs, of which 1 to 2 MB stay (ADR 006).
 */
export const isSmallFile = (file: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.size ?? 0) < mostBytes

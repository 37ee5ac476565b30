const sentences: Record<string, string> = {
  ENOSPC: 'the disk of the data folder is full; free some space, it is tried again by itself',
  EDQUOT: 'the disk quota is used up; free some space, it is tried again by itself',
  EROFS: 'the data folder is read-only; it is tried again by itself',
}

/** Advice for a full disk; undefined for any other error. */
export function noSpace(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return Object.hasOwn(sentences, code) ? sentences[code] : undefined
}

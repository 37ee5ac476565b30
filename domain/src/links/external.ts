import { isBlock } from '#domain/inbounds/stream.ts'

/** Keys under which callers store a link in their rows. */
const linkKeys = ['link', 'url', 'uri', 'value'] as const

/** Links to other servers that an operator gave a client, from the stored text; anything that is not a link is skipped. */
export function externalLinks(stored: string): string[] {
  if (stored === '') return []
  let rows: unknown
  try {
    rows = JSON.parse(stored)
  } catch {
    return []
  }
  if (!Array.isArray(rows)) return []
  return rows.flatMap((row: unknown) => {
    const value = isBlock(row) ? linkKeys.map((key) => row[key]).find((v) => typeof v === 'string') : row
    const link = typeof value === 'string' ? value.trim() : ''
    return /^[a-z][a-z0-9+.-]*:\/\/[^\s\p{Cc}]+$/iu.test(link) ? [link] : []
  })
}

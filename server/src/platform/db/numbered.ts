const texts = new Map<string, string>()

/** SQLite numbers placeholders `?1`; our SQL uses `$1`, as PostgreSQL does. */
export function numbered(sql: string): string {
  let text = texts.get(sql)
  if (text === undefined) {
    if (texts.size > 1_000) texts.clear()
    text = sql.replace(/\$(\d+)/g, '?$1')
    texts.set(sql, text)
  }
  return text
}

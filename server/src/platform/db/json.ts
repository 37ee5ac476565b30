/** A nested block as stored: the text of a JSON object. Anything else counts as empty. */
export function parseBlock(text: string): Record<string, unknown> {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

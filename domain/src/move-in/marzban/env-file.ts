/** What the `.env` file of the other panel says that its database does not. */
interface MarzbanEnv {
  /** The path in front of the tokens; absent for the default. */
  subPath?: string
  excludedTags: readonly string[]
}

function valueIn(line: string): string {
  const text = line.trim()
  const [, quote, inside] = /^(["'])(.*)\1$/s.exec(text) ?? []
  return quote === undefined ? (text.split(/\s#/)[0] ?? '').trim() : (inside ?? '')
}

/** `NAME = "value"` per line; the last line of a name counts. */
export function readMarzbanEnv(text: string): MarzbanEnv {
  const values = new Map<string, string>()
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=(.*)$/i.exec(line) ?? []
    if (name !== undefined && value !== undefined) values.set(name, valueIn(value))
  }
  const subPath = values.get('XRAY_SUBSCRIPTION_PATH') || values.get('SUBSCRIPTION_PATH')
  const excluded = values.get('XRAY_EXCLUDE_INBOUND_TAGS') ?? ''
  return { ...(subPath && { subPath }), excludedTags: excluded.split(/\s+/).filter((tag) => tag !== '') }
}

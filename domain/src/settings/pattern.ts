/** A regular expression in 3x-ui's syntax, with optional inline flags in front. Null if invalid. */
export function compilePattern(text: string): RegExp | null {
  const flags = /^\(\?([ims]{1,3})\)/.exec(text)
  try {
    return new RegExp(flags ? text.slice(flags[0].length) : text, flags?.[1] ?? '')
  } catch {
    return null
  }
}

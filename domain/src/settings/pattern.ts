/** A pattern as operators write them for the incumbent: inline flags may stand in front. Null when it is broken. */
export function compilePattern(text: string): RegExp | null {
  const flags = /^\(\?([ims]{1,3})\)/.exec(text)
  try {
    return new RegExp(flags ? text.slice(flags[0].length) : text, flags?.[1] ?? '')
  } catch {
    return null
  }
}

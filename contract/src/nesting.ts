/** Maximum nesting of JSON text; deeper values would overflow the stack of recursive code. */
export const deepest = 200

/** Whether a JSON text nests deeper than that. Runs in linear time. */
export const nestsTooDeep = (text: string): boolean => mayBeDeep(text) && isDeep(text)

/** Fast path: only texts with more opening brackets than the limit are scanned character by character. */
function mayBeDeep(text: string): boolean {
  let opened = 0
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) {
      if (++opened > deepest) return true
    }
  }
  return false
}

function isDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i)
    if (inString) {
      if (c === 92) i++
      else if (c === 34) inString = false
    } else if (c === 34) inString = true
    else if (c === 91 || c === 123) {
      if (++depth > deepest) return true
    } else if (c === 93 || c === 125) depth--
  }
  return false
}

const mostHollow = 100_000
/** Characters for each object or list: an entry of a client has more than fifty. */
const usualLength = 12

/**
 * Whether a text consists mostly of nearly empty objects and lists, as in `{},{},{}`. No panel writes such a text, and
 * each of them takes twenty times the memory of its characters.
 */
export function isHollow(text: string): boolean {
  let most = Math.max(mostHollow, text.length / usualLength)
  for (const bracket of ['{', '['])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if (--most < 0) return true
  return false
}

import { asJson } from '#domain/untyped.ts'

/** The end of the comment that begins at `at`; -1 if none begins there. */
function commentEnd(text: string, at: number): number {
  const two = text.slice(at, at + 2)
  if (two === '/*') {
    const end = text.indexOf('*/', at + 2)
    return end < 0 ? text.length : end + 2
  }
  if (two !== '//' && text[at] !== '#') return -1
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

function stringEnd(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
  return Math.min(at + 1, text.length)
}

/** Without comments, and without a comma in front of a closing bracket. */
function strictText(text: string): string {
  const out: string[] = []
  let comma = -1
  for (let at = 0; at < text.length; ) {
    const char = text[at] as string // `at` is inside the text
    const end = char === '"' ? stringEnd(text, at) : commentEnd(text, at)
    if (end >= 0) {
      if (char === '"') {
        out.push(text.slice(at, end))
        comma = -1
      }
      at = end
      continue
    }
    if ((char === '}' || char === ']') && comma >= 0) out[comma] = ''
    if (!/\s/.test(char)) comma = char === ',' ? out.length : -1
    out.push(char)
    at++
  }
  return out.join('')
}

/** JSON as the core and Marzban read it: with `//`, `#` and block comments. Undefined if it is none. */
export const parseLooseJson = (text: string): unknown => asJson(text) ?? asJson(strictText(text))

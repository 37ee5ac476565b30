import { escaped, plainOf, wholeUpTo } from './html.ts'

/** Telegram takes 4096 characters after its marks are read; ours are a little shorter, marks included. */
export const longestMessage = 3_800
/** Of a line without marks: escaping may make it longer, but that does not count. */
const longestPlain = 3_000

/** A line that is too long alone is cut and loses its marks, so that no mark is left open. */
function fitting(line: string, most: number): string[] {
  if (line.length <= most) return [line]
  const pieces: string[] = []
  for (let rest = plainOf(line); rest !== ''; ) {
    const piece = wholeUpTo(rest, Math.min(longestPlain, most))
    pieces.push(escaped(piece))
    rest = rest.slice(piece.length)
  }
  return pieces
}

/** A message in pieces that Telegram takes. Marks never span lines, so a cut between lines leaves them whole. */
export function split(html: string, most = longestMessage): string[] {
  const parts: string[] = []
  let part = ''
  for (const line of html.split('\n').flatMap((one) => fitting(one, most))) {
    const longer = part === '' ? line : `${part}\n${line}`
    if (longer.length <= most || part === '') part = longer
    else {
      parts.push(part)
      part = line
    }
  }
  return [...parts, part].filter((text) => text.trim() !== '')
}

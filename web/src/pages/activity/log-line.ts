export interface LogLine {
  time: string
  level: 'debug' | 'info' | 'notice' | 'warning' | 'error' | ''
  text: string
}

const shape = /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) (DEBUG|INFO|NOTICE|WARNING|ERROR) - ([\s\S]*)$/

/** A line of the panel's log; one of the journal's has no shape that we know, and stands as it is. */
export function logLine(line: string): LogLine {
  const [, time = '', level = '', text = line] = shape.exec(line) ?? []
  return { time, level: level.toLowerCase() as LogLine['level'], text } // one of the words of the pattern, or blank
}

/** IPv4, IPv6 with or without brackets, and names with an @: what one would follow through a log. */
const follow =
  /(?<![\w.:@])(\d{1,3}(?:\.\d{1,3}){3}|(?=[\da-f:]*::|(?:[\da-f]+:){7})[\da-f]{1,4}(?::[\da-f]{0,4}){2,7}|[\w.+-]+@[\w-]+(?:\.[\w-]+)*)(?![\w.@])/gi

/** A text in pieces, those that are worth a press marked. */
export function piecesOf(text: string): { text: string; only: boolean }[] {
  return text
    .split(follow)
    .map((piece, i) => ({ text: piece, only: i % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** The newest stands first, and the same line may come twice: counted from the oldest, a row keeps its key. */
export function keyed<T>(rows: readonly T[], nameOf: (row: T) => string): { key: string; row: T }[] {
  const seen = new Map<string, number>()
  return rows
    .toReversed()
    .map((row) => {
      const name = nameOf(row)
      const times = (seen.get(name) ?? 0) + 1
      seen.set(name, times)
      return { key: `${name} ${times}`, row }
    })
    .reverse()
}

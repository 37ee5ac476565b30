export interface LogLine {
  time: string
  level: 'debug' | 'info' | 'notice' | 'warning' | 'error' | ''
  text: string
}

const shape = /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d) (DEBUG|INFO|NOTICE|WARNING|ERROR) - ([\s\S]*)$/

/** A line of the panel's log. Lines from the journal have no known format and are shown as they are. */
export function logLine(line: string): LogLine {
  const [, time = '', level = '', text = line] = shape.exec(line) ?? []
  return { time, level: level.toLowerCase() as LogLine['level'], text } // one of the words of the pattern, or blank
}

/** IPv4, IPv6 with or without brackets, and names with an @. */
const follow =
  /(?<![\w.:@])(\d{1,3}(?:\.\d{1,3}){3}|(?=[\da-f:]*::|(?:[\da-f]+:){7})[\da-f]{1,4}(?::[\da-f]{0,4}){2,7}|[\w.+-]+@[\w-]+(?:\.[\w-]+)*)(?![\w.@])/gi

/** Splits a text into pieces and marks the clickable ones. */
export function piecesOf(text: string): { text: string; only: boolean }[] {
  return text
    .split(follow)
    .map((piece, i) => ({ text: piece, only: i % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}

/** Newest first, and a line may appear twice: counted from the oldest, so that a row keeps its key. */
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

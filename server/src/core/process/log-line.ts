/** `2026/11/15 08:44:32.339413 [Warning] core: Xray 26.7.28 started` and access lines `... from A accepted B`. */
const stamped = /^(\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d)(?:\.\d+)? (.*)$/s
const levelled = /^\[(Debug|Info|Warning|Error)\] (.*)$/s
const access = /^(?:from )?\S+ (?:accepted|rejected) /

export type LogKind = 'access' | 'debug' | 'info' | 'warning' | 'error' | 'plain'

export interface LogLine {
  kind: LogKind
  /** As the core writes it: local time without a zone; empty for a plain line. */
  time: string
  text: string
}

/** Parses a line of the core. Access lines contain clients' destinations: recognized so that they can be dropped. */
export function parseLogLine(line: string): LogLine {
  const [, time, rest] = stamped.exec(line) ?? []
  if (time === undefined || rest === undefined) return { kind: 'plain', time: '', text: line }
  const [, level, text] = levelled.exec(rest) ?? []
  // `level` is one of the four words in the expression above.
  if (level !== undefined) return { kind: level.toLowerCase() as LogKind, time, text: text ?? '' }
  return { kind: access.test(rest) ? 'access' : 'info', time, text: rest }
}

/** Printed once everything listens; hidden below level "warning". */
export const saysStarted = ({ kind, text }: LogLine): boolean =>
  kind === 'warning' && /^core: Xray \S+ started$/.test(text)

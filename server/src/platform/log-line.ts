import { redacted, withoutSecrets } from '#domain/secrets/redact.ts'

/** What pino writes: a number for the level, a time, a message, an error, and any other details. */
export interface LogRecord {
  level: number
  time: number
  msg?: string | undefined
  err?: { message?: string; stack?: string } | undefined
  [detail: string]: unknown
}

/** A line of pino as data, without secrets. */
export function recordOf(line: string): LogRecord {
  try {
    return redacted(JSON.parse(line)) as LogRecord // pino wrote it
  } catch {
    return { level: 30, time: Date.now(), msg: withoutSecrets(line.trim()) }
  }
}

/** Local time: `2026/11/15 08:44:03`. */
export function stampOf(at: number): string {
  const date = new Date(at)
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${date.getFullYear()}/${two(date.getMonth() + 1)}/${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

const nameOf = (level: number): string => {
  if (level >= 50) return 'ERROR'
  if (level >= 40) return 'WARNING'
  return level >= 30 ? 'INFO' : 'DEBUG'
}

/** As syslog counts: 3 error, 4 warning, 6 info, 7 debug. */
const priorityOf = (level: number): number => {
  if (level >= 50) return 3
  if (level >= 40) return 4
  return level >= 30 ? 6 : 7
}

// A caller's text must not begin a new line, or speak to the terminal that shows it.
const onOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')

/** The message with that of its error, on one line. */
function sentenceOf({ msg = '', err }: LogRecord): string {
  const failure = err?.message ?? ''
  return onOneLine(failure === '' || msg.includes(failure) ? msg : [msg, failure].filter(Boolean).join(': '))
}

function textOf(record: LogRecord): string {
  const { level, time: _, msg: __, err, ...details } = record
  const more = { ...details, ...(level >= 50 && err?.stack && { stack: err.stack }) }
  return sentenceOf(record) + (Object.keys(more).length > 0 ? ` ${JSON.stringify(more)}` : '')
}

/** A line of the log file, like those of `logs/:count`, with the details behind it. */
export const plainLine = (record: LogRecord): string =>
  `${stampOf(record.time)} ${nameOf(record.level)} - ${textOf(record)}\n`

/** A line for the journal of systemd, which adds the time itself and reads the priority in front. */
export const journalLine = (record: LogRecord): string => `<${priorityOf(record.level)}>${textOf(record)}\n`

const colours = { dim: '2', red: '31', yellow: '33' } as const

/** A line for a person: the time of day, what happened, and nothing of the details that the file has. */
export function terminalLine(record: LogRecord, coloured: boolean): string {
  const paint = (text: string, colour: keyof typeof colours) =>
    coloured ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text
  const time = paint(stampOf(record.time).slice(-8), 'dim')
  const { level } = record
  const said = sentenceOf(record)
  if (level >= 50) return `${time} ${paint('error:', 'red')} ${said}\n`
  if (level >= 40) return `${time} ${paint('warning:', 'yellow')} ${said}\n`
  return level >= 30 ? `${time} ${said}\n` : `${time} ${paint(said, 'dim')}\n`
}

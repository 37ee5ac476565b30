import { fstatSync } from 'node:fs'
import { isatty } from 'node:tty'
import { pino } from 'pino'
import { withoutSecrets } from '#domain/secrets/redact.ts'
import type { LogFile } from './log-file.ts'
import { journalLine, type LogRecord, plainLine, recordOf, terminalLine } from './log-line.ts'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

interface Outlets {
  /** Where lines are kept. */
  file?: LogFile
  env?: NodeJS.ProcessEnv
  /** Default: stderr, because stdout is for the person who started the panel. */
  screen?: { write(text: string): void }
  /** Default: whether stderr is one. */
  isTerminal?: boolean
}

/** systemd names its stream by device and inode: a child whose stderr goes elsewhere inherits the variable too. */
function isJournal(env: NodeJS.ProcessEnv): boolean {
  if (!env.JOURNAL_STREAM) return false
  try {
    const { dev, ino } = fstatSync(2)
    return env.JOURNAL_STREAM === `${dev}:${ino}`
  } catch {
    return false
  }
}

function standardError(): { write(text: string): void } {
  const stream = pino.destination({ fd: 2, sync: true })
  stream.on('error', () => {}) // a closed terminal or pipe must not end the panel; the file has every line
  return stream
}

/** For people on a terminal, with a priority for the journal of systemd, as JSON for files and pipes. */
function formatFor(env: NodeJS.ProcessEnv, isTerminal: boolean): (record: LogRecord) => string {
  if (isJournal(env)) return journalLine
  if (!isTerminal) return (record) => `${JSON.stringify(record)}\n`
  const coloured = !env.NO_COLOR && env.TERM !== 'dumb'
  return (record) => terminalLine(record, coloured)
}

/** One line per event on stderr, and one in the file; none has a secret. */
export function createLog(level: string, outlets: Outlets = {}): Log {
  const { file, env = process.env, screen = standardError(), isTerminal = isatty(2) } = outlets
  const format = formatFor(env, isTerminal)
  const write = (line: string) => {
    const record = recordOf(line)
    screen.write(format(record))
    file?.write(plainLine(record))
  }
  return pino({ level, base: null }, { write })
}

export const silentLog: Log = pino({ level: 'silent' })

const words = { debug: 'debug', info: 'info', warn: 'warning', error: 'error' } as const
type Level = keyof typeof words

/** The same log with a second listener, which gets the message and the error text, no other details. */
export function teeLog(log: Log, hear: (level: (typeof words)[Level], text: string) => void): Log {
  const at = (level: Level) => {
    // A pass-through: pino's overloads cannot be typed for a forwarded argument list.
    const write = log[level].bind(log) as (...args: unknown[]) => void
    return (...args: unknown[]) => {
      write(...args)
      hear(words[level], sentenceOf(args))
    }
  }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function sentenceOf([first, second]: unknown[]): string {
  if (typeof first !== 'object' || first === null) return withoutSecrets(String(first))
  const { err } = first as { err?: unknown } // pino's key for an error
  const failure = err instanceof Error ? err.message : ''
  const said = typeof second === 'string' ? second : ''
  const known = failure === '' || said.includes(failure)
  return withoutSecrets(known ? said : said === '' ? failure : `${said}: ${failure}`)
}

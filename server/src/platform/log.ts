import { pino } from 'pino'

export type Log = Pick<ReturnType<typeof pino>, 'debug' | 'info' | 'warn' | 'error'>

/** One JSON line per event on stderr: stdout is for the person who started the panel. */
export const createLog = (level: string): Log =>
  pino({ level, base: null }, pino.destination({ fd: 2, sync: true }))

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

const secretParts: readonly [RegExp, string][] = [
  [/(:\/\/[^\s:/@]*):[^\s/@]+@/g, '$1:***@'],
  [/\b(bearer\s+)[^\s"',;]+/gi, '$1***'],
  [/\b(password|passwd|token|secret|api_?key)(["']?\s*[=:]\s*["']?)[^\s"',;&]+/gi, '$1$2***'],
  [/\b\d{6,}:[\w-]{30,}\b/g, '***'],
]

/** An error may quote a URL with a password; the page must not show it. */
export const withoutSecrets = (text: string): string =>
  secretParts.reduce((said, [pattern, mask]) => said.replace(pattern, mask), text)

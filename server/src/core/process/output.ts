import { StringDecoder } from 'node:string_decoder'
import { coreWords } from '../binary/error-text.ts'
import { createListeners } from './listeners.ts'
import { type LogLine, parseLogLine } from './log-line.ts'
import { createRing } from './ring.ts'

const KEPT_LINES = 200
const KEPT_TRACE = 400

export type LineListener = (line: string, parsed: LogLine) => void

/** The output of the current run, with listeners. Bounded; access lines pass through and are not kept (R32). */
export function createOutput(onFault: (error: unknown) => void) {
  const listeners = createListeners<Parameters<LineListener>>(onFault)
  const recent = createRing<string>(KEPT_LINES)
  const plain = createRing<string>(KEPT_LINES)
  let trace: string[] = []

  function onText(line: string): void {
    const parsed = parseLogLine(line)
    if (parsed.kind === 'plain') plain.push(line)
    if (parsed.kind === 'plain' || parsed.kind === 'warning' || parsed.kind === 'error') recent.push(line)
    listeners.tell(line, parsed)
  }

  return {
    attach(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): void {
      const lines = createLineReader(onText)
      stdout.on('data', lines.write).on('end', lines.end).on('error', onFault)
      const errors = createLineReader((line) => void (trace.length < KEPT_TRACE && trace.push(line)))
      stderr.on('data', errors.write).on('end', errors.end).on('error', onFault)
    },
    onLine: listeners.add,
    /** Warnings, errors and lines without a level, oldest first. */
    recent: recent.last,
    /** The stderr output: the head of a panic shows its cause. */
    trace: () => trace,
    /** Why the core ended, in its own words; empty if it printed nothing. */
    words: () => coreWords([...plain.last(), ...trace].join('\n')),
    /** A new run begins. */
    clear(): void {
      recent.clear()
      plain.clear()
      trace = []
    },
  }
}

export type CoreOutput = ReturnType<typeof createOutput>

/** Splits chunks into lines. A line longer than `maxLength` is truncated. */
export function createLineReader(onLine: (line: string) => void, maxLength = 8192) {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let dropping = false

  function take(text: string): void {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      if (!dropping) onLine((rest + text.slice(from, end)).slice(0, maxLength))
      rest = ''
      dropping = false
      from = end + 1
    }
    if (dropping) return
    rest += text.slice(from)
    if (rest.length <= maxLength) return
    onLine(rest.slice(0, maxLength))
    rest = ''
    dropping = true
  }

  return {
    write: (chunk: Buffer) => take(decoder.write(chunk)),
    /** The stream has ended: text without a line feed is a line too. */
    end() {
      take(decoder.end())
      if (rest !== '') onLine(rest)
      rest = ''
    },
  }
}

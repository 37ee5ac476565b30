import { coreWords } from '../binary/error-text.ts'
import { createLineReader } from './line-reader.ts'
import { createListeners } from './listeners.ts'
import { type LogLine, parseLogLine } from './log-line.ts'
import { createRing } from './ring.ts'

const KEPT_LINES = 200
const KEPT_TRACE = 400

export type LineListener = (line: string, parsed: LogLine) => void

/** The output of the current run, with listeners. Bounded; access lines pass through and are not kept (R32). */
export interface CoreOutput {
  attach(stdout: NodeJS.ReadableStream, stderr: NodeJS.ReadableStream): void
  onLine(listener: LineListener): () => void
  /** Warnings, errors and lines without a level, oldest first. */
  recent(count?: number): string[]
  /** The stderr output: the head of a panic shows its cause. */
  trace(): string[]
  /** Why the core ended, in its own words; empty if it printed nothing. */
  words(): string
  /** A new run begins. */
  clear(): void
}

export function createOutput(onFault: (error: unknown) => void): CoreOutput {
  const listeners = createListeners<Parameters<LineListener>>(onFault)
  const recent = createRing<string>(KEPT_LINES)
  const plain = createRing<string>(KEPT_LINES)
  let trace: string[] = []

  function heard(line: string): void {
    const parsed = parseLogLine(line)
    if (parsed.kind === 'plain') plain.push(line)
    if (parsed.kind === 'plain' || parsed.kind === 'warning' || parsed.kind === 'error') recent.push(line)
    listeners.tell(line, parsed)
  }

  return {
    attach(stdout, stderr) {
      const lines = createLineReader(heard)
      stdout.on('data', lines.write).on('end', lines.end).on('error', onFault)
      const errors = createLineReader((line) => void (trace.length < KEPT_TRACE && trace.push(line)))
      stderr.on('data', errors.write).on('end', errors.end).on('error', onFault)
    },
    onLine: listeners.add,
    recent: recent.last,
    trace: () => trace,
    words: () => coreWords([...plain.last(), ...trace].join('\n')),
    clear() {
      recent.clear()
      plain.clear()
      trace = []
    },
  }
}

import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { receivedError } from '../thread/sent-error.ts'
import type { Answer, Question } from './answering.ts'

export interface Limits {
  /** Of the JavaScript heap, in megabytes. */
  heapMb: number
  /** For one answer. */
  answerMs: number
}

/** The process was ended: it needed too much, or took too long. */
export class LimitReached extends Error {
  readonly limit: 'memory' | 'time'
  constructor(limit: LimitReached['limit']) {
    super(`a process with limits needed more ${limit}`)
    this.limit = limit
  }
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  timer: NodeJS.Timeout
}

/** V8 aborts at the limit of its heap; the kernel kills what takes the machine's last memory. */
const isOutOfMemory = (code: number | null, signal: NodeJS.Signals | null): boolean =>
  code === 134 || signal === 'SIGABRT' || signal === 'SIGKILL' || signal === 'SIGTRAP'

function started(file: URL, heapMb: number): ChildProcess {
  const child = fork(fileURLToPath(file), [], {
    execArgv: [
      '--disable-warning=ExperimentalWarning',
      `--max-old-space-size=${heapMb}`,
      '--max-semi-space-size=8',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  child.unref()
  child.channel?.unref()
  return child
}

/**
 * A program for input that somebody else made, in a process of its own: a thread that reaches the limit of its heap may
 * end the whole panel, and a thread inside of SQLite cannot be ended.
 */
export function startLimited(file: URL, { heapMb, answerMs }: Limits) {
  const child = started(file, heapMb)
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  let failure: Error | undefined

  /** It may be inside of SQLite, where it does not notice that the panel has ended. */
  const endWithPanel = () => void child.kill('SIGKILL')
  process.once('exit', endWithPanel)

  function fail(error: Error): void {
    failure ??= error
    process.off('exit', endWithPanel)
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer)
      reject(failure)
    }
    waiting.clear()
    child.kill('SIGKILL')
  }
  child.on('message', ({ id, ...answer }: Answer) => {
    const call = waiting.get(id)
    waiting.delete(id)
    clearTimeout(call?.timer)
    if (waiting.size === 0) child.channel?.unref()
    if ('result' in answer) call?.resolve(answer.result)
    else if ('tooLarge' in answer) call?.reject(new LimitReached('memory'))
    else call?.reject(receivedError(answer.error))
  })
  child.on('error', fail)
  child.on('exit', (code, signal) =>
    fail(
      isOutOfMemory(code, signal) ? new LimitReached('memory') : new Error('a process with limits has ended'),
    ),
  )

  return {
    ask(op: string, given: unknown): Promise<unknown> {
      if (failure) return Promise.reject(failure)
      child.channel?.ref()
      return new Promise((resolve, reject) => {
        const id = nextId++
        const timer = setTimeout(() => fail(new LimitReached('time')), answerMs)
        waiting.set(id, { resolve, reject, timer })
        child.send({ id, op, given } satisfies Question)
      })
    },
    end: () => fail(new Error('a process with limits was ended')),
  }
}

export type LimitedProcess = ReturnType<typeof startLimited>

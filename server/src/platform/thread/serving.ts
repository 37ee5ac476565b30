import { parentPort } from 'node:worker_threads'
import { type FromThread, Moved, type Operations, type ToThread } from './messages.ts'
import { sentError } from './sent-error.ts'

interface Stream {
  source: Iterator<unknown> | AsyncIterator<unknown>
  /** Parts that may be made before the panel asks for more. */
  ahead: number
  isMaking: boolean
}

/** The other end of `createThread`: runs the operations that the panel asks for. */
export function serveThread(operations: Operations): void {
  const port = parentPort
  if (!port) throw new Error('this program runs as a thread')
  const streams = new Map<number, Stream>()
  const send = (message: FromThread, moved: readonly ArrayBuffer[] = []) => port.postMessage(message, moved)
  const fail = (id: number, error: unknown) => send({ id, error: sentError(error) })

  function sendPart(id: number, value: unknown): void {
    if (value instanceof Moved) send({ id, part: value.part }, value.buffers)
    else send({ id, part: value })
  }

  /** One part, then everybody else's turn: a question waits for a part, not for a whole stream. */
  async function make(id: number): Promise<void> {
    const stream = streams.get(id)
    if (!stream || stream.isMaking || stream.ahead === 0) return
    stream.isMaking = true
    stream.ahead--
    try {
      const { value, done } = await stream.source.next()
      if (!streams.has(id)) return
      if (!done) sendPart(id, value)
      else if (streams.delete(id)) send({ id, end: true })
    } catch (error) {
      if (streams.delete(id)) fail(id, error)
    }
    stream.isMaking = false
    setImmediate(make, id)
  }

  /** What answers at once is sent at once: the order of answers is the order of questions. */
  function answer(id: number, result: unknown): void {
    if (!(result instanceof Promise)) send({ id, result })
    else
      result.then(
        (later) => send({ id, result: later }),
        (error: unknown) => fail(id, error),
      )
  }

  function begin({ id, op, given, ahead }: Extract<ToThread, { op: string }>): void {
    const result = operations[op]?.(...(given as never[])) // `createThread` has typed them
    if (ahead === undefined) answer(id, result)
    else {
      streams.set(id, { source: result as Stream['source'], ahead, isMaking: false }) // a generator, by its type
      void make(id)
    }
  }

  function more(id: number): void {
    const stream = streams.get(id)
    if (stream) stream.ahead++
    void make(id)
  }

  async function stop(id: number): Promise<void> {
    const stream = streams.get(id)
    streams.delete(id)
    await stream?.source.return?.() // its `finally` runs
  }

  port.on('message', (message: ToThread) => {
    try {
      if ('op' in message) begin(message)
      else if ('more' in message) more(message.id)
      else void stop(message.id).catch(() => {}) // a failure there concerns nobody any more
    } catch (error) {
      fail(message.id, error)
    }
  })
}

import { closeSync, constants as fsConstants, openSync } from 'node:fs'
import { type ClientHttp2Session, connect, constants, type IncomingHttpHeaders } from 'node:http2'
import { connect as connectSocket } from 'node:net'
import { basename, dirname } from 'node:path'
import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { coreError } from './errors.ts'

export interface Method<I extends DescMessage, O extends DescMessage> {
  path: string
  input: I
  output: O
  deadlineMs: number
}

export const handlerService = '/xray.app.proxyman.command.HandlerService'

/** Most calls have ten seconds. */
export const method = <I extends DescMessage, O extends DescMessage>(
  path: string,
  input: I,
  output: O,
  deadlineMs = 10_000,
): Method<I, O> => ({ path, input, output, deadlineMs })

/** Before each message: whether it is compressed (1 byte) and its length (4 bytes). */
const headBytes = 5
/** gRPC status codes. */
const INTERNAL = 13
const DEADLINE_EXCEEDED = 4
const UNAVAILABLE = 14
/** A list of all users has megabytes: the core need not wait for our acknowledgement of every 64 KB. */
const windowBytes = 4 * 1024 * 1024
/**
 * No honest answer is larger: the counters of 100,000 clients have 12 MB, and 59 MB if every name has 255 letters. What
 * another program on the socket sends must not fill the memory.
 */
const mostBytes = 256 * 1024 * 1024

const headers = {
  [constants.HTTP2_HEADER_METHOD]: 'POST',
  [constants.HTTP2_HEADER_CONTENT_TYPE]: 'application/grpc',
  te: 'trailers',
}

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(headBytes + message.length)
  frame[0] = 0
  frame.writeUInt32BE(message.length, 1)
  frame.set(message, headBytes)
  return frame
}

/** The message of a unary answer; undefined if it is cut off or compressed, which nobody asked for. */
function unframed(chunks: readonly Buffer[]): Buffer | undefined {
  const frame = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
  if (frame.length < headBytes || frame[0] !== 0) return undefined
  return frame.readUInt32BE(1) === frame.length - headBytes ? frame.subarray(headBytes) : undefined
}

/** The core escapes what is not ASCII; a text that is not escaped properly stays as it is. */
function messageIn(headers: IncomingHttpHeaders): string {
  const text = String(headers['grpc-message'] ?? '')
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * One channel to the core's API, at a socket path or `127.0.0.1:<port>`; every call has a deadline (P55). gRPC is
 * spoken directly over HTTP/2: the panel makes unary calls only, and a general client takes twice as long per call and
 * more memory (figures in ADR 007).
 */
export function createChannel(address: string, most = mostBytes) {
  const { path, leave } = reach(address)
  let session: ClientHttp2Session | undefined

  function open(): ClientHttp2Session {
    if (session && !session.closed && !session.destroyed) return session
    const made = connect(`http://${path === undefined ? address : 'localhost'}`, {
      settings: { initialWindowSize: windowBytes, enablePush: false },
      ...(path !== undefined && { createConnection: () => connectSocket(path) }),
    })
    made.on('error', () => {}) // every call on it gets the error
    made.once('connect', () => made.setLocalWindowSize(windowBytes))
    session = made
    return made
  }

  function send(methodPath: string, deadlineMs: number, message: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const call = open().request({ ...headers, [constants.HTTP2_HEADER_PATH]: methodPath })
      const chunks: Buffer[] = []
      let size = 0
      let isSettled = false
      const settle = () => {
        isSettled = true
        clearTimeout(deadline)
      }
      const fail = (code: number, details: string) => {
        if (isSettled) return // every call ends with `close`
        settle()
        reject(coreError({ code, details }))
      }
      const abort = (code: number, details: string) => {
        fail(code, details)
        call.close(constants.NGHTTP2_CANCEL)
      }
      const deadline = setTimeout(abort, deadlineMs, DEADLINE_EXCEEDED, 'no answer in time')
      const read = (answered: IncomingHttpHeaders) => {
        const status = answered['grpc-status']
        if (status === undefined) return
        if (status !== '0') return fail(Number(status), messageIn(answered))
        const answer = unframed(chunks)
        if (!answer) return fail(INTERNAL, 'the answer is not one whole message')
        settle()
        resolve(answer)
      }
      call.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > most) abort(INTERNAL, 'the answer is too large')
        else chunks.push(chunk)
      })
      call.on('response', read) // an error may come without a body
      call.on('trailers', read)
      call.on('error', (error) => fail(UNAVAILABLE, error.message))
      call.on('close', () => fail(UNAVAILABLE, 'the call ended without an answer'))
      call.end(framed(message))
    })
  }

  /** The undecoded response, for one that is too large to decode in one go. */
  const raw = <I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: MessageInitShape<I>,
  ): Promise<Buffer> =>
    send(method.path, method.deadlineMs, toBinary(method.input, create(method.input, message)))

  const call = async <I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: MessageInitShape<I>,
  ): Promise<MessageShape<O>> => fromBinary(method.output, await raw(method, message))

  return {
    call,
    raw,
    close(): void {
      session?.destroy()
      leave()
    },
  }
}

export type Channel = ReturnType<typeof createChannel>

/** The kernel's limit for a socket path. */
const MOST_PATH_BYTES = 107

/** A path that is too long is reached through its folder, which stays open as long as the channel. */
export function reach(address: string): { path: string | undefined; leave(): void } {
  if (!address.startsWith('/')) return { path: undefined, leave: () => {} }
  if (Buffer.byteLength(address) <= MOST_PATH_BYTES) return { path: address, leave: () => {} }
  const folder = openSync(dirname(address), fsConstants.O_RDONLY | fsConstants.O_DIRECTORY)
  let isOpen = true // the fd number may be reused after closing
  return {
    path: `/proc/self/fd/${folder}/${basename(address)}`,
    leave() {
      if (isOpen) closeSync(folder)
      isOpen = false
    },
  }
}

import {
  create,
  type DescMessage,
  fromBinary,
  type MessageInitShape,
  type MessageShape,
  toBinary,
} from '@bufbuild/protobuf'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { coreError } from './errors.ts'
import { reach } from './reach.ts'

export interface Method<I extends DescMessage, O extends DescMessage> {
  path: string
  input: I
  output: O
  deadlineMs: number
}

const noLimit = -1

/** One channel to the core's API, at a socket path or `127.0.0.1:<port>`; every call has a deadline (P55). */
export function createChannel(address: string) {
  const { path, leave } = reach(address)
  const client = new Client(path === undefined ? address : `unix:${path}`, credentials.createInsecure(), {
    'grpc.max_receive_message_length': noLimit, // a list of all users or counters has no fixed bound
    'grpc.max_send_message_length': noLimit,
    'grpc.enable_http_proxy': 0,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
  })

  const call = <I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: MessageInitShape<I>,
  ): Promise<MessageShape<O>> => send(method, message, (bytes) => fromBinary(method.output, bytes))

  /** The raw response, for one that is too large to decode in one go. */
  const raw = <I extends DescMessage, O extends DescMessage>(
    method: Method<I, O>,
    message: MessageInitShape<I>,
  ): Promise<Buffer> => send(method, message, (bytes) => bytes)

  function send<I extends DescMessage, O extends DescMessage, T>(
    method: Method<I, O>,
    message: MessageInitShape<I>,
    read: (bytes: Buffer) => T,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      client.makeUnaryRequest(
        method.path,
        (value: MessageShape<I>) => Buffer.from(toBinary(method.input, value)),
        read,
        create(method.input, message),
        new Metadata(),
        { deadline: Date.now() + method.deadlineMs },
        (error, value) => {
          if (error) reject(coreError({ code: error.code, details: error.details }))
          else resolve(value as T) // no error: there is a value
        },
      )
    })
  }

  return {
    call,
    raw,
    close() {
      client.close()
      leave()
    },
  }
}

export type Channel = ReturnType<typeof createChannel>

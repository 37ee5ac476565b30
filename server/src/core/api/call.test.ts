import { once } from 'node:events'
import { createServer, type Http2Server, type ServerHttp2Stream } from 'node:http2'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { create, toBinary } from '@bufbuild/protobuf'
import { afterEach, expect, it } from 'vitest'
import { createChannel } from './call.ts'
import type { CoreError } from './errors.ts'
import { EmptySchema, HandlersResponseSchema } from './generated/core_pb.ts'

const method = {
  path: '/some.Service/Call',
  input: EmptySchema,
  output: HandlersResponseSchema,
  deadlineMs: 20_000,
}
const address = join(tmpdir(), `sluice-call-${process.pid}.sock`)
const answer = toBinary(
  HandlersResponseSchema,
  create(HandlersResponseSchema, { handlers: [{ tag: 'in-1' }, { tag: 'in-2' }] }),
)
const frame = (message: Uint8Array, flag = 0, length = message.length) => {
  const head = Buffer.from([flag, 0, 0, 0, 0])
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, message])
}

let server: Http2Server | undefined
const open: { close(): void }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
  server?.close()
})

/** A core that answers every call the same way. */
async function core(reply: (stream: ServerHttp2Stream) => void, most?: number) {
  server?.close()
  const sessions = new Set<{ destroy(): void }>()
  server = createServer().on('session', (session) => sessions.add(session))
  server.on('stream', (stream) => reply(stream.on('error', () => {})))
  await once(server.listen(address), 'listening')
  const end = async () => {
    for (const session of sessions) session.destroy()
    await new Promise((done) => server?.close(done))
  }
  const channel = createChannel(address, most)
  open.push(channel, { close: () => void end() })
  return { channel, end }
}

const whole = (body: readonly Uint8Array[], status = '0', message = '') =>
  function reply(stream: ServerHttp2Stream) {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true })
    stream.on('wantTrailers', () =>
      stream.sendTrailers({ 'grpc-status': status, ...(message && { 'grpc-message': message }) }),
    )
    for (const part of body) stream.write(part)
    stream.end()
  }
const failure = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    ({ kind, message }: CoreError) => `${kind}: ${message}`,
  )

it('an answer may come in pieces', async () => {
  const text = frame(answer)
  const { channel } = await core(whole([text.subarray(0, 3), text.subarray(3, 9), text.subarray(9)]))
  const { handlers } = await channel.call(method, {})
  expect(handlers.map(({ tag }) => tag)).toEqual(['in-1', 'in-2'])
  expect(await channel.raw(method, {})).toEqual(Buffer.from(answer))
})

it.each([
  ['is cut off', [frame(answer).subarray(0, 8)]],
  ['is longer than it says', [frame(answer, 0, 2)]],
  ['is compressed', [frame(answer, 1)]],
  ['is missing', []],
])('an answer that %s is refused', async (_, body) => {
  const { channel } = await core(whole(body))
  expect(await failure(channel.call(method, {}))).toBe('refused: the answer is not one whole message')
})

it('an answer without end is refused when it is larger than any honest one', async () => {
  let ended = false
  const { channel } = await core((stream) => {
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
    const more = () => {
      if (stream.write(Buffer.alloc(16_384))) setImmediate(more)
      else stream.once('drain', more)
    }
    stream.on('close', () => {
      ended = true
    })
    more()
  }, 1_000_000)
  expect(await failure(channel.call(method, {}))).toBe('refused: the answer is too large')
  await expect.poll(() => ended).toBe(true)
})

it('an error has the words of the core, with and without a body', async () => {
  const { channel } = await core(whole([], '2', 'handler not found: caf%C3%A9'))
  expect(await failure(channel.call(method, {}))).toBe('missing: handler not found: café')
  const { channel: other } = await core((stream) =>
    stream.respond({ ':status': 200, 'grpc-status': '2', 'grpc-message': '100% wrong' }, { endStream: true }),
  )
  expect(await failure(other.call(method, {}))).toBe('refused: 100% wrong')
})

it('a core that does not answer, or answers something else, is unavailable', async () => {
  const { channel } = await core(() => {})
  expect(await failure(channel.call({ ...method, deadlineMs: 50 }, {}))).toBe(
    'unavailable: the core does not answer (no answer in time)',
  )
  const { channel: other } = await core((stream) => stream.respond({ ':status': 404 }, { endStream: true }))
  expect(await failure(other.call(method, {}))).toMatch(/^unavailable: /)
})

it('a channel finds the next core at the same socket', async () => {
  const { channel, end } = await core(whole([frame(answer)]))
  await channel.call(method, {})
  await end()
  expect(await failure(channel.call(method, {}))).toMatch(/^unavailable: /)
  await core(whole([frame(answer)]))
  expect((await channel.call(method, {})).handlers).toHaveLength(2)
})

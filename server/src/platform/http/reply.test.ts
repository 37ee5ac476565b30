import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import ask from 'light-my-request'
import { expect, it } from 'vitest'
import { HttpReply } from './reply.ts'
import type { HttpRequest } from './request.ts'

function serve(act: (reply: HttpReply) => void, method: 'GET' | 'HEAD' = 'GET') {
  return ask(
    (raw, response) => {
      const request = { raw, method: raw.method } as unknown as HttpRequest // the part that a reply reads
      const explain = (error: unknown, reply: HttpReply) => void reply.code(500).send(`failed: ${error}`)
      act(new HttpReply(response, request, { 'x-usual': 'yes' }, explain))
    },
    { method, url: '/' },
  )
}

const failing = (first: string[]) =>
  Readable.from(
    (async function* () {
      yield* first
      throw new Error('broken')
    })(),
  )

it('a stream that fails before its first byte is explained', async () => {
  const { statusCode, headers, body } = await serve((reply) =>
    reply.header('content-encoding', 'br').stream(failing([])),
  )
  expect([statusCode, body]).toEqual([500, 'failed: Error: broken'])
  expect(headers).toMatchObject({ 'x-usual': 'yes', 'content-length': '21' })
})

it('a stream that fails later closes the connection', async () => {
  await expect(serve((reply) => reply.stream(failing(['some'])))).rejects.toThrow()
})

it('a HEAD gets the length and no body', async () => {
  const whole = await serve((reply) => reply.send('hello'), 'HEAD')
  expect([whole.statusCode, whole.headers['content-length'], whole.body]).toEqual([200, '5', ''])
  const body = Readable.from(['never sent'])
  const streamed = await serve((reply) => reply.stream(body), 'HEAD')
  expect([streamed.statusCode, streamed.body, body.destroyed]).toEqual([200, '', true])
})

it('only the first reply is sent, and an error after it changes nothing', async () => {
  const { statusCode, body } = await serve((reply) => {
    reply.send('first').code(404).send('second')
    reply.fail(new Error('too late'))
  })
  expect([statusCode, body]).toEqual([200, 'first'])
})

it('the body of a second reply is closed', async () => {
  const second = Readable.from(['too late'])
  await serve((reply) => reply.send('first').stream(second))
  expect(second.destroyed).toBe(true)
})

it('the body for a caller who has left is closed', async () => {
  const late = new Readable({ read: () => void late.push('a piece of a long file') })
  const server = createServer((raw, response) => {
    const asked = { raw, method: raw.method } as unknown as HttpRequest // the part that a reply reads
    response.once('close', () =>
      // After all other listeners: the connection is closed by now.
      setImmediate(() => new HttpReply(response, asked, {}, () => {}).stream(late)),
    )
    caller.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  const caller = request({ port }).on('error', () => {})
  caller.end()
  await expect.poll(() => late.destroyed).toBe(true)
  server.close()
})

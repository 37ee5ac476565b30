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

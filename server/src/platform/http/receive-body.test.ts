import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { BodyTooLarge, receiveBody } from './receive-body.ts'

const limit = 1_000
let server: Server
beforeAll(async () => {
  server = createServer(async (incoming, response) => {
    try {
      const body = await receiveBody(incoming, limit, incoming.url === '/zipped')
      response.end(body === undefined ? 'no body' : `${body.length} bytes`)
    } catch (error) {
      const kinds = [BodyTooLarge, Refusal].filter((kind) => error instanceof kind)
      response.end(kinds.map(({ name }) => name).join())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

/** In one piece with its length, or in pieces without. */
function post(body: Buffer | string, path = '/', pieces = 1): Promise<string> {
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port: (server.address() as AddressInfo).port, // it listens on TCP
        ...{ host: '127.0.0.1', path, method: 'POST', agent: false },
        headers: {
          ...(pieces === 1 && { 'content-length': bytes.length }),
          ...(path === '/zipped' && { 'content-encoding': 'gzip' }),
        },
      },
      async (response) => {
        let text = ''
        for await (const part of response) text += part
        resolve(text)
      },
    )
    call.on('error', reject)
    const size = Math.ceil(bytes.length / pieces)
    for (let at = 0; at < bytes.length; at += size) call.write(bytes.subarray(at, at + size))
    call.end()
  })
}

it('takes a body up to the limit, with its length or without', async () => {
  expect(await post('')).toBe('no body')
  for (const pieces of [1, 3]) {
    expect(await post('x'.repeat(limit), '/', pieces)).toBe(`${limit} bytes`)
    expect(await post('x'.repeat(limit + 1), '/', pieces)).toBe('BodyTooLarge')
  }
})

it('counts what a compressed body unpacks to, and stops there', async () => {
  expect(await post(gzipSync('x'.repeat(limit)), '/zipped')).toBe(`${limit} bytes`)
  expect(await post(gzipSync('x'.repeat(limit + 1)), '/zipped')).toBe('BodyTooLarge')
  expect(await post(gzipSync(Buffer.alloc(900_000)), '/zipped', 2)).toBe('BodyTooLarge')
  expect(await post('not gzip', '/zipped')).toBe('Refusal')
  expect(await post(gzipSync('x'.repeat(500)).subarray(0, -4), '/zipped')).toBe('Refusal')
})

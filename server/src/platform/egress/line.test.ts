import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createLine } from './hop.ts'
import { createEgress } from './safe-fetch.ts'

let server: Server
let url: string
let sockets: Socket[]
beforeEach(async () => {
  sockets = []
  server = createServer((request, response) => {
    if (request.url === '/away') return void response.writeHead(302, { location: '/there' }).end()
    response.end(request.url === '/long' ? 'x'.repeat(100_000) : 'ok')
  })
  server.on('connection', (socket: Socket) => sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  url = `http://127.0.0.1:${port}`
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

const egress = createEgress()
const open = { allowPrivateAddress: true }

it('calls on a line share one connection; other calls have their own', async () => {
  const line = createLine()
  for (const path of ['/a', '/b', '/c'])
    expect((await egress.safeFetch(url + path, { ...open, line })).text()).toBe('ok')
  expect(sockets).toHaveLength(1)
  await egress.safeFetch(url, open)
  expect(sockets).toHaveLength(2)
  line.close()
  await egress.safeFetch(url, { ...open, line })
  expect(sockets).toHaveLength(3)
  line.close()
})

it('a line that the other side closed is dialled anew', async () => {
  const line = createLine()
  await egress.safeFetch(url, { ...open, line })
  const ended = new Promise((resolve) => sockets[0]?.once('close', resolve))
  sockets[0]?.end()
  await ended
  await expect.poll(() => line.client).toBeUndefined()
  expect((await egress.safeFetch(url, { ...open, line })).text()).toBe('ok')
  expect(sockets).toHaveLength(2)
  line.close()
})

it('an answer that was not read to its end leaves no connection behind', async () => {
  const line = createLine()
  const tooLong = egress.safeFetch(`${url}/long`, { ...open, line, maxBytes: 10 })
  await expect(tooLong).rejects.toMatchObject({ code: 'egress.answer-too-large' })
  expect(line.client).toBeUndefined()
})

it('only the first target is called on the line, and without permission nothing is dialled', async () => {
  const line = createLine()
  await egress.safeFetch(`${url}/away`, { ...open, line })
  expect(sockets).toHaveLength(2)
  await egress.safeFetch(url, { ...open, line })
  const forbidden = egress.safeFetch(url, { line }) // although the line is open
  await expect(forbidden).rejects.toMatchObject({ code: 'egress.not-public-literal' })
  expect([sockets.length, line.client]).toEqual([3, undefined])
})

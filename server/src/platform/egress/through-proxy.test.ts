import { createServer } from 'node:http'
import { createServer as createTlsSite } from 'node:https'
import { connect } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { startServer, startSite } from '#test/fixtures/loopback-net.ts'
import { requestThrough } from './through-proxy.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const credentials = { user: 'u', password: 'p' }
const limitMs = 5_000

/** A proxy that forwards every CONNECT to `port`, or drops it if there is none. */
async function proxy(port: number | undefined) {
  const asked: string[] = []
  const server = createServer()
  server.on('connect', (request, client) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization']}`)
    client.on('error', () => {})
    client.write('HTTP/1.1 200 OK\r\n\r\n')
    if (port === undefined) return client.destroy()
    const site = connect(port, '127.0.0.1').on('error', () => client.destroy())
    client.pipe(site).pipe(client)
  })
  const started = await startServer(server)
  stops.push(started.stop)
  return { asked, port: started.port, connections: started.connections }
}

it('a warm request is the second one on the same connection', async () => {
  let requests = 0
  const site = await startSite((_, reply) => {
    requests++
    reply.writeHead(204).end()
  })
  stops.push(site.stop)
  const way = await proxy(site.port)
  const measured = await requestThrough({ ...credentials, port: way.port }, 'http://a.example/generate_204', {
    warm: true,
    limitMs,
  })
  expect(measured).toEqual({
    statusCode: 204,
    connectMs: expect.any(Number),
    ttfbMs: expect.any(Number),
    delay: expect.any(Number),
  })
  expect(requests).toBe(2)
  expect(way.asked).toEqual([`a.example:80 Basic ${btoa('u:p')}`])
})

it('a cold request is measured with its handshake, and the certificate is checked', async () => {
  const pair = selfSigned(['a.example'], [])
  const server = createTlsSite(pair, (_, reply) => reply.end('x'.repeat(1_000_000)))
  server.on('tlsClientError', () => {})
  const site = await startServer(server)
  stops.push(site.stop)
  const to = { ...credentials, port: (await proxy(site.port)).port }
  const measured = await requestThrough(to, 'https://a.example/', { warm: false, limitMs, ca: pair.cert })
  expect(measured).toMatchObject({ statusCode: 200, tlsMs: expect.any(Number) })
  expect(measured.delay).toBeGreaterThanOrEqual(measured.ttfbMs)
  await expect(requestThrough(to, 'https://a.example/', { warm: false, limitMs })).rejects.toThrow(
    'not trusted',
  )
})

it('a tunnel that closes, hangs or is refused reports which', async () => {
  const to = { ...credentials, port: (await proxy(undefined)).port }
  const options = { warm: true, limitMs }
  await expect(requestThrough(to, 'http://a.example/', options)).rejects.toThrow('outbound was closed')
  await expect(requestThrough(to, 'https://a.example/', options)).rejects.toThrow('outbound was closed')

  const mute = await startSite(() => {})
  stops.push(mute.stop)
  const hanging = { ...credentials, port: (await proxy(mute.port)).port }
  await expect(requestThrough(hanging, 'http://a.example/', { warm: true, limitMs: 100 })).rejects.toThrow(
    'No answer came through the outbound within 0.1 s',
  )
  const closed = createServer().on('connect', (_, client) => client.end('HTTP/1.1 407 No\r\n\r\n'))
  const { port, stop } = await startServer(closed)
  stops.push(stop)
  await expect(requestThrough({ ...credentials, port }, 'http://a.example/', options)).rejects.toThrow(
    'The proxy answered 407',
  )
})

it('an aborted test ends with the reason', async () => {
  const mute = await startSite(() => {})
  stops.push(mute.stop)
  const off = new AbortController()
  const asked = requestThrough({ ...credentials, port: (await proxy(mute.port)).port }, 'http://a.example/', {
    warm: false,
    limitMs,
    signal: off.signal,
  })
  off.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
})

import { createServer as createHttpServer } from 'node:http'
import { connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { createWorld, startServer, startSite } from '#test/fixtures/loopback-net.ts'
import { createEgress } from './safe-fetch.ts'
import { parseProxy } from './through-named-proxy.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function site() {
  const started = await startSite((request, reply) => {
    const pieces: Buffer[] = []
    request
      .on('data', (piece) => pieces.push(piece))
      .on('end', () => {
        reply.end(`${request.method} ${request.headers.host} ${Buffer.concat(pieces)}`)
      })
  })
  stops.push(started.stop)
  return started.port
}

const joined = (client: Socket, port: number) => {
  const far = connect(port, '127.0.0.1').on('error', () => client.destroy())
  client
    .on('error', () => far.destroy())
    .pipe(far)
    .pipe(client)
}

/** A SOCKS5 proxy that notes what it is asked for; it reads byte by byte, as a slow network brings them. */
async function socks(port: number, { login = '', reply = 0 } = {}) {
  const asked: string[] = []
  const server = createServer((client) => {
    client.on('error', () => {})
    let bytes = Buffer.alloc(0)
    let step: 'hello' | 'login' | 'target' | 'open' = 'hello'
    const onData = (piece: Buffer) => {
      bytes = Buffer.concat([bytes, piece])
      if (step === 'hello' && bytes.length >= 2 && bytes.length >= 2 + (bytes[1] ?? 0)) {
        bytes = bytes.subarray(2 + (bytes[1] ?? 0))
        client.write(Buffer.of(5))
        client.write(Buffer.of(login === '' ? 0 : 2))
        step = login === '' ? 'target' : 'login'
      } else if (step === 'login') {
        const user = bytes.subarray(2, 2 + (bytes[1] ?? 0)).toString()
        const password = bytes.subarray(3 + (bytes[1] ?? 0)).toString()
        bytes = Buffer.alloc(0)
        client.write(Buffer.of(1, `${user}:${password}` === login ? 0 : 1))
        step = 'target'
      } else if (step === 'target') {
        const length = bytes[4] ?? 0
        asked.push(`${bytes.subarray(5, 5 + length)}:${bytes.readUInt16BE(5 + length)}`)
        client.write(Buffer.of(5, reply, 0, 1, 0, 0, 0, 0, 0, 0))
        step = 'open'
        client.off('data', onData)
        if (reply === 0) joined(client, port)
      }
    }
    client.on('data', onData)
  })
  const started = await startServer(server)
  stops.push(started.stop)
  return { asked, url: (who = '') => `socks5://${who}127.0.0.1:${started.port}` }
}

/** The proxy is dialled for real; every other name is a mistake. */
const direct = () => createEgress({ lookup: async (name) => (name === '127.0.0.1' ? ['127.0.0.1'] : []) })

it('SOCKS5: the name goes to the proxy, with and without a login', async () => {
  const far = await site()
  const open = await socks(far)
  const { safeFetch } = direct()
  const options = { method: 'POST', body: 'hello' } as const
  expect((await safeFetch('http://bot.example/x', { ...options, proxy: open.url() })).text()).toBe(
    'POST bot.example hello',
  )
  expect(open.asked).toEqual(['bot.example:80'])
  const closed = await socks(far, { login: 'me:a b' })
  expect((await safeFetch('http://bot.example/', { proxy: closed.url('me:a%20b@') })).status).toBe(200)
  await expect(safeFetch('http://bot.example/', { proxy: closed.url('me:no@') })).rejects.toMatchObject({
    code: 'egress.proxy-login',
  })
  const dead = await socks(far, { reply: 5 })
  await expect(safeFetch('http://bot.example/', { proxy: dead.url() })).rejects.toMatchObject({
    code: 'egress.proxy-no-way',
  })
})

it('HTTP: a tunnel to the name, and a refusal that says why', async () => {
  const far = await site()
  const asked: string[] = []
  let status = '200 OK'
  const server = createHttpServer()
  server.on('connect', (request, client: Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`)
    client.on('error', () => {}).write(`HTTP/1.1 ${status}\r\n\r\n`)
    if (status === '200 OK') joined(client, far)
    else client.end()
  })
  const { port, stop } = await startServer(server)
  stops.push(stop)
  const { safeFetch } = direct()
  const call = (who = '') => safeFetch('http://bot.example:81/', { proxy: `http://${who}127.0.0.1:${port}` })
  expect((await call('u:p@')).text()).toBe('GET bot.example:81 ')
  expect(asked).toEqual([`bot.example:81 Basic ${btoa('u:p')}`])
  status = '407 Log in'
  await expect(call()).rejects.toMatchObject({ code: 'egress.proxy-login' })
  status = '502 Bad'
  await expect(call()).rejects.toMatchObject({ code: 'egress.proxy-status' })
})

it('a target on this machine or in a private network is refused behind a proxy too', async () => {
  const { url } = await socks(1)
  const { safeFetch } = createEgress(createWorld({}, () => 1))
  for (const target of [
    'http://127.0.0.1/',
    'http://10.1.2.3/',
    'http://[::1]/',
    'http://localhost/',
    'http://a.localhost/',
  ])
    await expect(safeFetch(target, { proxy: url() })).rejects.toMatchObject({
      code: expect.stringMatching(/^egress\.not-public/),
    })
})

it('a proxy may be in a private network, but not at an address of the cloud platform', async () => {
  const { safeFetch } = createEgress()
  for (const proxy of ['http://169.254.169.254', 'socks5://[fe80::1]:1', 'http://0.0.0.0'])
    await expect(safeFetch('http://bot.example/', { proxy })).rejects.toMatchObject({
      code: 'egress.not-public-literal',
    })
})

it('reads an address with a login, and refuses what is no proxy', () => {
  expect(parseProxy('socks5://u:p%40ss@[::1]')).toEqual({
    kind: 'socks5',
    hostname: '::1',
    port: 1080,
    user: 'u',
    password: 'p@ss',
  })
  for (const text of ['', 'ftp://a', 'socks5://', 'http://']) expect(() => parseProxy(text), text).toThrow()
})

import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { Refusal } from '#domain/refusal.ts'
import { createWorld, type Names, startServer, startSite } from '#test/fixtures/loopback-net.ts'
import { createEgress } from './safe-fetch.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

async function setUp(names: Names, listener: RequestListener) {
  const site = await startSite(listener)
  stops.push(site.stop)
  const world = createWorld(names, () => site.port)
  return { site, world, ...createEgress(world) }
}

const publicName: Names = { 'a.example': [['93.184.215.14']] }

test('DNS rebinding: the name is resolved once and the checked address is dialled', async () => {
  const names = { 'rebind.example': [['93.184.215.14'], ['127.0.0.1']] }
  const { safeFetch, world } = await setUp(names, (_, response) => response.end('ok'))
  expect((await safeFetch('http://rebind.example/')).text()).toBe('ok')
  expect(world.looked).toEqual(['rebind.example'])
  expect(world.dialled).toEqual(['93.184.215.14'])
  await expect(safeFetch('http://rebind.example/')).rejects.toThrow(
    'refused: rebind.example resolves to 127.0.0.1, a loopback address; only public addresses may be called',
  )
  expect(world.dialled).toEqual(['93.184.215.14'])
})

test('DNS rebinding between a reply and its redirect to the same name', async () => {
  const names = { 'rebind.example': [['93.184.215.14'], ['10.0.0.1']] }
  const { safeFetch, world } = await setUp(names, (_, response) =>
    response.writeHead(302, { location: '/again' }).end(),
  )
  await expect(safeFetch('http://rebind.example/')).rejects.toThrow(
    'after a redirect, rebind.example resolves to',
  )
  expect(world.dialled).toEqual(['93.184.215.14'])
})

test('a proxy of the environment is not used: it would look the name up again', async () => {
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'])
    vi.stubEnv(name, 'http://proxy.example:3128')
  const { safeFetch, world } = await setUp(publicName, (request, response) => response.end(request.url))
  const reply = await safeFetch('http://a.example/x').finally(() => vi.unstubAllEnvs())
  expect(reply.text()).toBe('/x') // not the whole address, as a proxy is asked
  expect(world).toMatchObject({ looked: ['a.example'], dialled: ['93.184.215.14'] })
})

test('a name with a public and a private address is refused in either order', async () => {
  const names = { 'x.example': [['93.184.215.14', '10.0.0.1']], 'y.example': [['10.0.0.1', '93.184.215.14']] }
  const { safeFetch, world } = await setUp(names, (_, response) => response.end())
  await expect(safeFetch('http://x.example/')).rejects.toThrow('10.0.0.1, a private address')
  await expect(safeFetch('http://y.example/')).rejects.toThrow('10.0.0.1, a private address')
  expect(world.dialled).toEqual([])
})

test('the real resolver and the real dial: loopback only if the call allows it', async () => {
  const { site } = await setUp({}, (request, response) => response.end(request.headers.host))
  const { safeFetch } = createEgress()
  const url = `http://127.0.0.1:${site.port}/`
  await expect(safeFetch(url)).rejects.toThrow('127.0.0.1 is a loopback address')
  expect((await safeFetch(url, { allowPrivateAddress: true })).text()).toBe(`127.0.0.1:${site.port}`)
  await expect(safeFetch(url)).rejects.toThrow('127.0.0.1 is a loopback address')
  await expect(safeFetch(`http://localhost:${site.port}/`)).rejects.toThrow('localhost resolves to')
  expect(site.connections()).toBe(1)
})

test('the real dial uses the given address, whatever the name resolves to', async () => {
  const { site } = await setUp({}, (request, response) => response.end(request.headers.host))
  const { safeFetch } = createEgress({ lookup: async () => ['127.0.0.1'] })
  const reply = await safeFetch(`http://nowhere.invalid:${site.port}/`, { allowPrivateAddress: true })
  expect(reply.text()).toBe(`nowhere.invalid:${site.port}`)
})

test('the real dial tries the next checked address when the first is dead', async () => {
  const { site } = await setUp({}, (_, response) => response.end('second'))
  const { safeFetch } = createEgress({ lookup: async () => ['127.0.0.2', '127.0.0.1'] }) // nothing listens on .2
  const reply = await safeFetch(`http://two.invalid:${site.port}/`, { allowPrivateAddress: true })
  expect(reply.text()).toBe('second')
})

test('R40: a connection of an allowed call is not reused by the next call', async () => {
  const { site } = await setUp({}, (_, response) => response.setHeader('keep-alive', 'timeout=60').end('ok'))
  const { safeFetch } = createEgress()
  const url = `http://127.0.0.1:${site.port}/`
  await safeFetch(url, { allowPrivateAddress: true })
  await expect(safeFetch(url)).rejects.toThrow('refused: ')
  await safeFetch(url, { allowPrivateAddress: true })
  expect(site.connections()).toBe(2)
  const [allowed, refused] = await Promise.allSettled([
    safeFetch(url, { allowPrivateAddress: true }),
    safeFetch(url),
  ])
  expect([allowed.status, refused.status]).toEqual(['fulfilled', 'rejected'])
})

test('method, headers and body arrive; json comes back', async () => {
  const { safeFetch } = await setUp(publicName, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { host, authorization, 'user-agent': agent } = request.headers
    const seen = { method: request.method, url: request.url, host, authorization, agent }
    response.end(JSON.stringify({ ...seen, body: Buffer.concat(chunks).toString() }))
  })
  const reply = await safeFetch('http://a.example/x?y=1#z', {
    method: 'POST',
    headers: { Authorization: 'Bearer t' },
    body: 'payload',
  })
  expect(await reply.json()).toEqual({
    method: 'POST',
    url: '/x?y=1',
    host: 'a.example',
    authorization: 'Bearer t',
    agent: 'Sluice',
    body: 'payload',
  })
})

test('a status outside the expected ones is refused, and only those', async () => {
  const { safeFetch } = await setUp(publicName, (request, response) =>
    response.writeHead(Number(request.url?.slice(1))).end(),
  )
  await expect(safeFetch('http://a.example/503')).rejects.toThrow('a.example answered HTTP 503')
  await expect(safeFetch('http://a.example/304')).rejects.toThrow('a.example answered HTTP 304')
  expect((await safeFetch('http://a.example/304', { expectStatus: [200, 304] })).status).toBe(304)
  await expect(safeFetch('http://a.example/201', { expectStatus: [200] })).rejects.toThrow('HTTP 201')
  expect((await safeFetch('http://a.example/418', { expectStatus: 'any' })).status).toBe(418)
})

test('a caller cannot name another host or frame the message itself', async () => {
  const { safeFetch, world } = await setUp(publicName, (_, response) => response.end())
  for (const name of ['Host', 'connection', 'Content-Length', 'transfer-encoding']) {
    await expect(safeFetch('http://a.example/', { headers: { [name]: '1' } })).rejects.toThrow(
      'cannot be set',
    )
  }
  expect(world.dialled).toEqual([])
  const smuggled = { authorization: 'Bearer a\r\nhost: b' }
  await expect(safeFetch('http://a.example/', { headers: smuggled })).rejects.toThrow(
    'that HTTP does not allow',
  )
})

test('failures are sentences that name the host and nothing of the path', async () => {
  const { safeFetch, site } = await setUp(publicName, (_, response) => response.end('<html>'))
  const failure = await safeFetch('http://missing.example/bot-token').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Refusal)
  expect(failure).toMatchObject({ message: expect.stringMatching(/^missing\.example could not be resolved/) })
  await expect((await safeFetch('http://a.example/')).json()).rejects.toThrow(
    'a.example did not answer with JSON',
  )
  await site.stop()
  await expect(safeFetch('http://a.example/bot-token')).rejects.toThrow(/^a\.example refused the connection/)
})

test('a non-HTTP answer is a readable error too', async () => {
  const talker = await startServer(createServer((socket) => void socket.end('SSH-2.0-x\r\n')))
  stops.push(talker.stop)
  const { safeFetch } = createEgress(createWorld(publicName, () => talker.port))
  await expect(safeFetch('http://a.example/')).rejects.toThrow('a.example did not answer with HTTP')
  await expect(safeFetch('https://a.example/')).rejects.toThrow('a.example does not speak TLS on this port')
})

test('a download is written to its file; a failed one destroys the sink', async () => {
  const { safeDownload } = await setUp(publicName, (request, response) => {
    if (request.url === '/missing') response.writeHead(404)
    response.end(Buffer.alloc(300_000, 7))
  })
  const folder = await mkdtemp(join(tmpdir(), 'outbound-'))
  stops.push(() => rm(folder, { recursive: true }))
  const file = join(folder, 'core.zip')
  expect(await safeDownload('http://a.example/', createWriteStream(file))).toMatchObject({
    status: 200,
    size: 300_000,
  })
  expect((await readFile(file)).equals(Buffer.alloc(300_000, 7))).toBe(true)

  const unused = createWriteStream(join(folder, 'unused'))
  await expect(safeDownload('http://a.example/missing', unused)).rejects.toThrow('HTTP 404')
  expect(unused.destroyed).toBe(true)

  const nowhere = createWriteStream(join(folder, 'no', 'such', 'folder'))
  await expect(safeDownload('http://a.example/', nowhere)).rejects.toThrow('the folder does not exist')
})

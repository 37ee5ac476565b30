import type { RequestListener, ServerResponse } from 'node:http'
import { createServer } from 'node:net'
import { Writable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { createWorld, startServer, startSite } from '#test/fixtures/loopback-net.ts'
import { createEgress, type EgressDeps } from './safe-fetch.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const names = { 'a.example': [['93.184.215.14']] }
const url = 'http://a.example/'
const megabyte = 1024 * 1024

async function setUp(listener: RequestListener, deps: EgressDeps = {}) {
  const site = await startSite(listener)
  stops.push(site.stop)
  return createEgress({ ...createWorld(names, () => site.port), ...deps })
}

/** Writes until the other side disconnects, and counts. */
function pour(response: ServerResponse, sent: { bytes: number }) {
  const chunk = Buffer.alloc(64 * 1024)
  const more = () => {
    while (!response.destroyed && response.write(chunk)) sent.bytes += chunk.length
    sent.bytes += chunk.length
  }
  response.on('drain', more).on('error', () => {})
  more()
}

test('a body of exactly the cap passes and one byte more does not', async () => {
  const { safeFetch } = await setUp((request, response) =>
    response.end(Buffer.alloc(Number(request.url?.slice(1)))),
  )
  expect((await safeFetch(`${url}1000`, { maxBytes: 1000 })).bytes).toHaveLength(1000)
  await expect(safeFetch(`${url}1001`, { maxBytes: 1000 })).rejects.toThrow(
    'larger than the 1000 bytes allowed here',
  )
})

test('the header alone is enough to refuse: the body is not awaited', async () => {
  const { safeFetch, safeDownload } = await setUp((_, response) => {
    response.writeHead(200, { 'content-length': String(200 * megabyte + 1) }).flushHeaders()
  })
  await expect(safeFetch(url)).rejects.toThrow('larger than the 10 MiB')
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  await expect(safeDownload(url, sink)).rejects.toThrow('larger than the 200 MiB')
  expect(sink.destroyed).toBe(true)
})

test('an endless chunked body is cut at the cap, for a download too', async () => {
  const sent = { bytes: 0 }
  const { safeFetch, safeDownload } = await setUp((_, response) => pour(response, sent))
  await expect(safeFetch(url, { maxBytes: megabyte })).rejects.toThrow('larger than the 1 MiB')
  let kept = 0
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      kept += chunk.length
      done()
    },
  })
  await expect(safeDownload(url, sink, { maxBytes: megabyte })).rejects.toThrow('larger than the 1 MiB')
  expect(kept).toBeLessThanOrEqual(megabyte)
  expect(sent.bytes).toBeLessThan(64 * megabyte)
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const)('%s is decoded, and a bomb of it is cut', async (encoding, compress) => {
  const small = compress(Buffer.from('hello'))
  const bomb = compress(Buffer.alloc(8 * megabyte))
  const { safeFetch } = await setUp((request, response) => {
    response.setHeader('content-encoding', encoding.toUpperCase())
    response.end(request.url === '/bomb' ? bomb : small)
  })
  expect((await safeFetch(url)).text()).toBe('hello')
  expect(bomb.length).toBeLessThan(megabyte)
  await expect(safeFetch(`${url}bomb`, { maxBytes: megabyte })).rejects.toThrow('larger than the 1 MiB')
})

test('a body that unpacks to more than a hundred times its size is refused below the cap', async () => {
  const body = gzipSync(Buffer.alloc(4 * megabyte, '{},'))
  const { safeFetch } = await setUp((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)
  })
  expect(body.length).toBeLessThan((4 * megabyte) / 100)
  await expect(safeFetch(url)).rejects.toThrow('more than a hundred times its size')
})

test('JSON is read within limits, a large answer on a thread while others have their turn', async () => {
  const list = JSON.stringify(Array.from({ length: 30_000 }, (_, id) => ({ id, name: `n${id}` })))
  const answers: Record<string, string> = {
    '/list': list,
    '/many': `[${'{},'.repeat(600_000)}{}]`,
    '/deep': '['.repeat(500_000),
    '/broken': `${list}x`,
    '/small': '{"a":1}',
  }
  const { safeFetch } = await setUp((request, response) => response.end(answers[request.url ?? '']))
  const read = async (path: string, maxElements?: number) =>
    (await safeFetch(`${url}${path}`)).json(maxElements === undefined ? {} : { maxElements })
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const [all, again] = await Promise.all([read('list'), read('list')])
  clearInterval(counting)
  expect(all).toEqual(JSON.parse(list))
  expect(again).toEqual(all)
  expect(turns).toBeGreaterThan(5)
  await expect(read('list', 10_000)).rejects.toThrow('more elements than are read here')
  await expect(read('many')).rejects.toThrow('more elements than are read here')
  await expect(read('deep')).rejects.toThrow('more elements than are read here')
  await expect(read('broken')).rejects.toThrow('did not answer with JSON')
  expect(await read('small')).toEqual({ a: 1 })
})

test('a compressed bomb in a download is cut although no encoding was requested', async () => {
  const bomb = gzipSync(Buffer.alloc(8 * megabyte))
  const { safeDownload } = await setUp((request, response) => {
    expect(request.headers['accept-encoding']).toBe('identity')
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  })
  const sink = new Writable({ write: (_chunk, _encoding, done) => done() })
  await expect(safeDownload(url, sink, { maxBytes: megabyte })).rejects.toThrow('larger than the 1 MiB')
})

test('encodings that were not requested and damaged ones are refused', async () => {
  const { safeFetch } = await setUp((request, response) => {
    const cut = gzipSync(Buffer.alloc(1000, 'abc')).subarray(0, 20)
    if (request.url === '/cut') response.writeHead(200, { 'content-encoding': 'gzip' }).end(cut)
    else if (request.url === '/junk') response.writeHead(200, { 'content-encoding': 'gzip' }).end('junk')
    else response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x')
  })
  await expect(safeFetch(url)).rejects.toThrow('encoding that was not asked for')
  await expect(safeFetch(`${url}cut`)).rejects.toThrow('ends too early')
  await expect(safeFetch(`${url}junk`)).rejects.toThrow('damaged compressed body')
})

test('HEAD and 304 carry no body, whatever their headers promise', async () => {
  const headers = { 'content-length': String(900 * megabyte), 'content-encoding': 'gzip' }
  const { safeFetch } = await setUp((request, response) =>
    response.writeHead(request.method === 'HEAD' ? 200 : 304, headers).end(),
  )
  expect((await safeFetch(url, { method: 'HEAD' })).bytes).toHaveLength(0)
  expect((await safeFetch(url, { expectStatus: [304] })).bytes).toHaveLength(0)
})

test('a body that ends before its length is an error', async () => {
  const liar = await startServer(
    createServer((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort')),
  )
  stops.push(liar.stop)
  const { safeFetch } = createEgress(createWorld(names, () => liar.port))
  await expect(safeFetch(url)).rejects.toThrow('closed the connection before the answer was complete')
})

test('endless headers are cut', async () => {
  const flood = await startServer(
    createServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(50_000)}`)
    }),
  )
  stops.push(flood.stop)
  const { safeFetch } = createEgress(createWorld(names, () => flood.port))
  await expect(safeFetch(url)).rejects.toThrow('headers that are too large')
})

test.each(['/silent', '/trickle', '/moved'])(
  'a slow server is abandoned at the deadline: %s',
  async (path) => {
    const timers: NodeJS.Timeout[] = []
    const { safeFetch } = await setUp((request, response) => {
      if (request.url === '/trickle') timers.push(setInterval(() => response.write('.'), 10))
      if (request.url === '/moved') response.writeHead(302, { location: '/silent' }).end()
    })
    await expect(safeFetch(`http://a.example${path}`, { timeoutMs: 150 })).rejects.toThrow(
      'a.example did not answer in full within 0.15 s',
    )
    for (const timer of timers) clearInterval(timer)
  },
)

test('a caller can abort at any point', async () => {
  const { safeFetch } = await setUp(() => {})
  const early = safeFetch(url, { signal: AbortSignal.abort() })
  await expect(early).rejects.toThrow('The request to a.example was cancelled')
  const control = new AbortController()
  const later = safeFetch(url, { signal: control.signal })
  setTimeout(() => control.abort(), 30)
  await expect(later).rejects.toThrow('The request to a.example was cancelled')
})

test('a name server that does not answer is abandoned after the DNS limit, or at the deadline', async () => {
  const never = () => new Promise<never>(() => {})
  const { safeFetch, checkUrl } = createEgress({ lookup: never, limits: { dnsMs: 50 } })
  await expect(safeFetch(url)).rejects.toThrow('a.example could not be resolved within 0.05 s')
  await expect(checkUrl(url)).rejects.toThrow('could not be resolved within 0.05 s')
  const patient = createEgress({ lookup: never })
  await expect(patient.safeFetch(url, { timeoutMs: 50 })).rejects.toThrow(
    'did not answer in full within 0.05 s',
  )
})

test('a host that does not finish the TLS handshake is abandoned after the dial limit', async () => {
  const mute = await startServer(createServer(() => {}))
  stops.push(mute.stop)
  const world = createWorld(names, () => mute.port)
  const { safeFetch } = createEgress({ ...world, limits: { dialMs: 50 } })
  await expect(safeFetch('https://a.example/')).rejects.toThrow(
    'a.example could not be reached within 0.05 s',
  )
})

test('the dial limit ends with the dial: a body may take longer', async () => {
  const site = await startSite((_, response) => {
    response.flushHeaders()
    setTimeout(() => response.end('late'), 2_500)
  })
  stops.push(site.stop)
  const { safeFetch } = createEgress({ limits: { dialMs: 2_000 } })
  const reply = await safeFetch(`http://127.0.0.1:${site.port}/`, { allowPrivateAddress: true })
  expect(reply.text()).toBe('late')
})

test('no connection outlives its call, however the call ends', async () => {
  const site = await startSite((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/big' }).end()
    else if (request.url === '/big') response.writeHead(200, { 'content-length': '999999999' }).flushHeaders()
    else if (request.url === '/fail') response.writeHead(500).write('never ends')
    else if (request.url === '/ok') response.end('ok')
  })
  const mute = await startServer(createServer((socket) => void socket.resume())) // reads, or it would not see the end
  stops.push(site.stop, mute.stop)
  const { safeFetch } = createEgress({ limits: { dialMs: 300 } })
  const permit = { allowPrivateAddress: true }
  for (const path of ['ok', 'moved', 'big', 'fail']) {
    await safeFetch(`http://127.0.0.1:${site.port}/${path}`, permit).catch(() => {})
  }
  await safeFetch(`http://127.0.0.1:${site.port}/silent`, { ...permit, timeoutMs: 200 }).catch(() => {})
  await safeFetch(`https://127.0.0.1:${mute.port}/`, permit).catch(() => {})
  await safeFetch(`https://127.0.0.1:${mute.port}/`, { ...permit, timeoutMs: 200 }).catch(() => {})
  expect([site.connections(), mute.connections()]).toEqual([6, 2])
  await expect.poll(() => [site.open(), mute.open()]).toEqual([0, 0])
})

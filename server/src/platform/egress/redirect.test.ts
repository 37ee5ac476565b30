import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { createWorld, type Site, startSite } from '#test/fixtures/loopback-net.ts'
import { afterRedirect, type HopRequest, type Method } from './redirect.ts'
import { createEgress } from './safe-fetch.ts'

interface Seen {
  host: string | undefined
  method: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

const names = {
  'a.example': [['93.184.215.14']],
  'b.example': [['93.184.215.15']],
  'inner.example': [['10.0.0.1']],
}
let site: Site
afterEach(() => site.stop())

/** `routes` maps paths to redirects; any other path answers "end". */
async function setUp(routes: Record<string, readonly [number, string]>) {
  const seen: Seen[] = []
  site = await startSite(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    seen.push({ host: request.headers.host, method: request.method, headers: request.headers, body })
    const [status, location] = routes[request.url ?? ''] ?? []
    if (status && location !== undefined) response.writeHead(status, { location }).end('moved')
    else response.end('end')
  })
  const world = createWorld(names, () => site.port)
  return { seen, world, ...createEgress(world) }
}

test.each([
  'http://127.0.0.1/',
  '//169.254.169.254/latest',
  'http://[::1]:2053/',
  'http://2130706433/',
  'http://inner.example/',
  'https://10.0.0.1/',
])('a redirect to %s is refused and not dialled', async (location) => {
  const { safeFetch, world, seen } = await setUp({ '/': [302, location] })
  await expect(safeFetch('http://a.example/')).rejects.toThrow(/^refused: after a redirect, /)
  expect(world.dialled).toEqual(['93.184.215.14'])
  expect(seen).toHaveLength(1)
})

test.each([
  'file:///etc/passwd',
  'ftp://b.example/',
  'http://u:p@b.example/',
  'http://[::1',
  'gopher://b.example',
])('a redirect to %s is refused', async (location) => {
  const { safeFetch, world } = await setUp({ '/': [302, location] })
  await expect(safeFetch('http://a.example/')).rejects.toThrow(/^The address /)
  expect(world.dialled).toEqual(['93.184.215.14'])
})

test('three redirects are followed, each to the address checked for it; four are not', async () => {
  const { safeFetch, world } = await setUp({
    '/0': [301, '/1'],
    '/1': [302, 'http://b.example/2'],
    '/2': [307, 'http://a.example/3'],
    '/3': [308, '/4'],
  })
  expect((await safeFetch('http://a.example/1')).text()).toBe('end')
  expect(world.dialled).toEqual(['93.184.215.14', '93.184.215.15', '93.184.215.14', '93.184.215.14'])
  await expect(safeFetch('http://a.example/0')).rejects.toThrow('a.example redirects more than 3 times')
})

test('a redirect loop ends', async () => {
  const { safeFetch, seen } = await setUp({ '/': [302, '/'] })
  await expect(safeFetch('http://a.example/')).rejects.toThrow('redirects more than 3 times')
  expect(seen).toHaveLength(4)
})

test('credentials stay with their host, and are not restored when a redirect returns to it', async () => {
  const { safeFetch, seen } = await setUp({
    '/': [302, 'http://b.example/b'],
    '/b': [302, 'http://a.example/end'],
  })
  const secrets = { authorization: 'Bearer t', cookie: 'c=1', 'x-api-key': 'k', 'proxy-authorization': 'p' }
  await safeFetch('http://a.example/', { headers: { ...secrets, Accept: 'text/plain' } })
  expect(seen.map((one) => one.host)).toEqual(['a.example', 'b.example', 'a.example'])
  expect(seen[0]?.headers).toMatchObject(secrets)
  for (const later of seen.slice(1)) {
    for (const name of Object.keys(secrets)) expect(later.headers).not.toHaveProperty(name)
    expect(later.headers.accept).toBe('text/plain')
  }
})

test('another port is another host', async () => {
  const { safeFetch, seen } = await setUp({ '/': [302, 'http://a.example:8080/end'] })
  await safeFetch('http://a.example/', { headers: { authorization: 'Bearer t' } })
  expect(seen[1]?.headers).not.toHaveProperty('authorization')
})

test('credentials follow within the same origin', async () => {
  const { safeFetch, seen } = await setUp({ '/': [302, 'http://A.example:80/end'] })
  await safeFetch('http://a.example/', { headers: { authorization: 'Bearer t' } })
  expect(seen[1]?.headers.authorization).toBe('Bearer t')
})

test('a request body is not sent to another host', async () => {
  const { safeFetch, seen } = await setUp({
    '/': [307, 'http://b.example/end'],
    '/see': [303, 'http://b.example/end'],
  })
  await expect(safeFetch('http://a.example/', { method: 'POST', body: 'secret' })).rejects.toThrow(
    'refused: ',
  )
  expect(seen).toHaveLength(1)
  await safeFetch('http://a.example/see', {
    method: 'POST',
    body: 'secret',
    headers: { 'content-type': 'text/plain' },
  })
  expect(seen[2]).toMatchObject({ host: 'b.example', method: 'GET', body: '' })
  expect(seen[2]?.headers).not.toHaveProperty('content-type')
})

test("a node's permission applies to its own host and port, not to its redirects", async () => {
  const { safeFetch, world } = await setUp({
    '/same': [302, '/end'],
    '/port': [302, 'http://10.0.0.1:6379/'],
    '/host': [302, 'http://10.0.0.2/'],
    '/name': [302, 'http://inner.example/'],
  })
  const permit = { allowPrivateAddress: true }
  expect((await safeFetch('http://10.0.0.1/same', permit)).text()).toBe('end')
  for (const path of ['port', 'host', 'name']) {
    await expect(safeFetch(`http://10.0.0.1/${path}`, permit)).rejects.toThrow('refused: after a redirect, ')
  }
  expect(world.dialled).toEqual(['10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1', '10.0.0.1'])
})

test('a redirect status without a location is an answer', async () => {
  site = await startSite((_, response) => response.writeHead(302).end('here'))
  const { safeFetch } = createEgress(createWorld(names, () => site.port))
  expect((await safeFetch('http://a.example/', { expectStatus: 'any' })).text()).toBe('here')
})

test.each<[number, Method, Method]>([
  [301, 'POST', 'GET'],
  [301, 'PUT', 'PUT'],
  [302, 'POST', 'GET'],
  [302, 'DELETE', 'DELETE'],
  [303, 'POST', 'GET'],
  [303, 'PUT', 'GET'],
  [303, 'HEAD', 'HEAD'],
  [307, 'POST', 'POST'],
  [308, 'PATCH', 'PATCH'],
])('%d turns %s into %s', async (status, method, after) => {
  const { safeFetch, seen } = await setUp({ '/': [status, '/end'] })
  const body = method === 'HEAD' ? {} : { body: 'data' }
  await safeFetch('http://a.example/', { method, ...body })
  expect(seen[1]).toMatchObject({ method: after, body: after === 'GET' || after === 'HEAD' ? '' : 'data' })
})

test('https never leads to plain http', () => {
  const request: HopRequest = { method: 'GET', headers: {} }
  const from = new URL('https://a.example/')
  expect(() => afterRedirect(request, 302, from, new URL('http://a.example/'))).toThrow(
    'from https to plain http',
  )
  const upgraded = { method: 'GET', headers: { authorization: 'x', accept: 'y' } } as const
  expect(afterRedirect(upgraded, 302, new URL('http://a.example/'), from).headers).toEqual({ accept: 'y' })
})

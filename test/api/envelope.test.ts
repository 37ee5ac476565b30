import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/wire.ts'
import { type TestPanel, testPanel, type Visitor } from '#test/panel.ts'

let t: TestPanel
let me: Visitor
beforeAll(async () => {
  t = await testPanel()
  me = await t.login()
})
afterAll(() => t.stop())

interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

/** Arguments that make every read route succeed. */
const urlOf = (path: string) => path.replace(':bucket', '60').replace(':metric', 'cpu').replace(':id', '1')
const reads = () =>
  t.panel
    .listeners()
    .http.table.flatMap(({ method, path, endpoint }) =>
      method === 'GET' && endpoint ? [{ path, endpoint }] : [],
    )

describe('every reply', () => {
  it('carries the security headers, whatever its status', async () => {
    const answers = [
      await me.call('GET', '/panel/setting/all'),
      await me.call('POST', '/panel/setting/update', { payload: { webPort: 0 } }),
      await t.inject({ method: 'GET', url: '/' }),
      await t.inject({ method: 'GET', url: '/nope' }),
      await t.inject({ method: 'GET', url: '/%zz' }),
      await t.inject({ method: 'GET', url: '/panel/' }),
      await t.inject({ method: 'GET', url: '/xui/inbounds' }),
      await t.inject({
        method: 'GET',
        url: '/panel/api/setting/all',
        headers: { 'x-requested-with': 'XMLHttpRequest' },
      }),
      await t.inject({ method: 'POST', url: '/login', headers: { origin: 'https://evil.example' } }),
      await t.inject({
        method: 'POST',
        url: '/login',
        headers: { 'content-length': '20000000' },
        payload: 'x',
      }),
    ]
    expect(answers.map((a) => a.statusCode)).toEqual([200, 200, 200, 404, 404, 307, 301, 401, 403, 413])
    for (const { headers, statusCode } of answers) {
      expect(headers, String(statusCode)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      expect(headers['content-security-policy'], String(statusCode)).toContain("frame-ancestors 'none'")
      // Only the app's own page sets a base; nothing else needs one.
      const isPage = String(headers['content-type']).startsWith('text/html')
      expect(headers['content-security-policy']).toContain(isPage ? "base-uri 'self'" : "base-uri 'none'")
      expect(headers).not.toHaveProperty('x-powered-by')
      expect(headers).not.toHaveProperty('server')
      expect(headers).not.toHaveProperty('strict-transport-security')
    }
  })

  it('of a page has its own nonce and no unsafe-inline for scripts', async () => {
    const policies = await Promise.all(
      [1, 2].map(
        async () => (await t.inject({ method: 'GET', url: '/' })).headers['content-security-policy'],
      ),
    )
    const nonces = policies.map((p) => /script-src 'self' 'nonce-([\w-]{22})';/.exec(String(p))?.[1])
    expect(new Set(nonces).size).toBe(2)
    expect(nonces).not.toContain(undefined)
  })

  it('of the API has three keys, no-store, and a null object on failure', async () => {
    for (const { path, endpoint } of reads()) {
      const res = await me.call('GET', urlOf(path))
      // A download by name has nothing to send here: the envelope says so.
      const download = path.includes(':') ? undefined : endpoint.download
      expect([res.statusCode, res.headers['cache-control'], res.headers['content-type']], path).toEqual([
        200,
        'no-store',
        download ?? 'application/json; charset=utf-8',
      ])
      if (!endpoint.bare && !download)
        expect(Object.keys(res.json()).slice(0, 3), path).toEqual(['success', 'msg', 'obj'])
    }
    const failed = (await me.call('GET', '/panel/api/server/cpuHistory/7')).json()
    expect(failed).toMatchObject({ success: false, msg: expect.any(String), obj: null })
  })

  it('is compressed if it is large and the caller accepts it', async () => {
    const plain = (await me.call('GET', '/panel/setting/all')).body
    const packed = async (encoding: string) => {
      const res = await me.call('GET', '/panel/setting/all', { headers: { 'accept-encoding': encoding } })
      return [res.headers['content-encoding'], res.rawPayload] as const
    }
    const [gzip, zipped] = await packed('gzip')
    const [br, brotli] = await packed('gzip, deflate, br')
    expect([gzip, gunzipSync(zipped).toString()]).toEqual(['gzip', plain])
    expect([br, brotliDecompressSync(brotli).toString()]).toEqual(['br', plain])
    const small = await me.call('GET', '/panel/csrf-token', { headers: { 'accept-encoding': 'gzip' } })
    expect(small.headers).not.toHaveProperty('content-encoding')
  })
})

/** Not available here: a core binary, access to the release list, nodes, two configurations that ran. */
const needsMore =
  /nodes\/(get|history|webCert)|getMigration|geodata\/(categories|entries)|getXrayVersion|getNewml|getNewVlessEnc|core\/diff/

describe('the OpenAPI document', () => {
  const load = async () => (await me.call('GET', '/panel/api/openapi.json')).json<Document>()

  it('lists every mounted endpoint and nothing else', async () => {
    const { paths } = await load()
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`),
    )
    const mounted = t.panel
      .listeners()
      .http.table.flatMap(({ method, path, endpoint }) =>
        endpoint ? [`${method} ${path.replace(/:(\w+)/g, '{$1}')}`] : [],
      )
    expect(listed.sort()).toEqual([...new Set(mounted)].sort())
  })

  it('is well formed', async () => {
    const doc = await load()
    expect([doc.openapi, doc.info.title, doc.servers]).toEqual(['3.0.3', 'Sluice', [{ url: '/' }]])
    const ids = new Set<string>()
    for (const [path, methods] of Object.entries(doc.paths)) {
      for (const [method, op] of Object.entries(methods)) {
        const where = `${method} ${path}`
        expect(ids.has(op.operationId), where).toBe(false)
        ids.add(op.operationId)
        const inPath = op.parameters.filter((p) => p.in === 'path')
        expect(
          inPath.map((p) => `{${p.name}}`),
          where,
        ).toEqual(path.match(/\{\w+\}/g) ?? [])
        for (const p of op.parameters)
          expect([typeof p.name, typeof p.schema, ['path', 'query', 'header'].includes(p.in)], where).toEqual(
            ['string', 'object', true],
          )
        for (const [status, r] of Object.entries(op.responses))
          expect([/^\d{3}$/.test(status), typeof r.description], where).toEqual([true, 'string'])
        if (method === 'get') expect(op.requestBody, where).toBeUndefined()
      }
    }
    expectSchemas(doc)
  })

  it('matches the replies of the read endpoints', async () => {
    for (const { path, endpoint } of reads()) {
      if (endpoint.download) continue // not JSON
      const body = (await me.call('GET', urlOf(path))).json()
      // Lookups by name find nothing here; then only the shape of the failure is checked.
      if (!endpoint.bare && !body.success && (path.includes('/:') || needsMore.test(path))) {
        expect(body, path).toMatchObject({ msg: expect.stringMatching(/.{10}/), obj: null })
        continue
      }
      if (!endpoint.bare) expect(body.success, path).toBe(true)
      const reply = (endpoint as EndpointSpec).reply.safeParse(endpoint.bare ? body : body.obj)
      expect(reply.error?.issues, path).toBeUndefined()
    }
  })
})

/** No keyword that OpenAPI 3.0 lacks, and no list of types, anywhere in a schema. */
function expectSchemas(node: unknown, path = '#'): void {
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node)) {
    expect(
      ['$schema', 'const', 'prefixItems', '$defs', 'propertyNames', 'unevaluatedProperties'].includes(key) &&
        !path.endsWith('/properties'),
      `${path}/${key}`,
    ).toBe(false)
    if (key === 'type' && !path.endsWith('/properties')) expect(typeof value, path).toBe('string')
    expectSchemas(value, `${path}/${key}`)
  }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import ask from 'light-my-request'
import { afterAll, expect, it } from 'vitest'
import { createHttp } from '../../platform/http/server.ts'
import { silentLog } from '../../platform/log.ts'
import { pageRoutes } from './routes.ts'

const webRoot = mkdtempSync(join(tmpdir(), 'sluice-assets-'))
afterAll(() => rmSync(webRoot, { recursive: true, force: true }))
mkdirSync(join(webRoot, 'assets', 'folder.js'), { recursive: true })
writeFileSync(join(webRoot, 'index.html'), 'secret')
writeFileSync(join(webRoot, 'assets', 'app-1.js'), 'plain')
writeFileSync(join(webRoot, 'assets', 'app-1.js.gz'), gzipSync('packed'))
writeFileSync(join(webRoot, 'assets', 'icon-2.svg'), '<svg/>')

const { handlers, raw } = createHttp({
  basePath: '/base/',
  identify: { bySession: () => null, byBearer: () => null },
  trusted: () => ({ contains: () => false }),
  domain: () => '',
  hsts: false,
  sockets: {},
  now: Date.now,
  log: silentLog,
})
pageRoutes(raw, { webRoot, basePath: '/base/', version: '1', isDemo: false })
const get = (name: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  ask(handlers.request, { method, url: `/base/assets/${name}`, headers })

it('sends the smallest copy that the browser accepts, for ever', async () => {
  const plain = await get('app-1.js')
  expect([plain.statusCode, plain.body]).toEqual([200, 'plain'])
  expect(plain.headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'content-length': '5',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const packed = await get('app-1.js', { 'accept-encoding': 'br, gzip' }) // there is no .br
  expect(packed.headers['content-encoding']).toBeUndefined()
  const zipped = await get('app-1.js', { 'accept-encoding': 'gzip' })
  expect([zipped.headers['content-encoding'], zipped.rawPayload]).toEqual(['gzip', gzipSync('packed')])
  expect((await get('icon-2.svg')).headers['content-type']).toBe('image/svg+xml')
})

it('answers HEAD without a body, and 304 to who has the file', async () => {
  const head = await get('app-1.js', {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '5', ''])
  const again = await get('app-1.js', { 'if-none-match': String(head.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

it('serves nothing else: other folders, other kinds of files, names that lead away', async () => {
  const names = ['../index.html', '%2e%2e/index.html', '..%2findex.html', 'app-1.js.gz', 'folder.js', '.js']
  for (const name of [...names, '', 'none.js', `${'a'.repeat(300)}.js`])
    expect((await get(name)).statusCode, name).toBe(404)
})

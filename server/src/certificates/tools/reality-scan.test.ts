import { X509Certificate } from 'node:crypto'
import { createServer as createPlain } from 'node:net'
import { createServer, type TlsOptions } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { createWorld, startServer } from '#test/fixtures/loopback-net.ts'
import { createProbe } from '../../platform/egress/probe.ts'
import { createRealityScan } from './reality-scan.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const pair = selfSigned(['good.example', 'other.example'], [])
const good: TlsOptions = { ...pair, minVersion: 'TLSv1.3', ALPNProtocols: ['h2', 'http/1.1'] }

async function site(options: TlsOptions): Promise<number> {
  const server = createServer(options)
  server.on('tlsClientError', () => {})
  server.on('secureConnection', (socket) => socket.on('error', () => {}))
  const started = await startServer(server)
  stops.push(started.stop)
  return started.port
}

/** Fake internet names, each with a real TLS server behind it. */
async function scanner(sites: Record<string, TlsOptions>, ca: string | undefined = pair.cert) {
  const ports: Record<string, number> = {}
  for (const [name, options] of Object.entries(sites)) ports[name] = await site(options)
  const names = Object.fromEntries(Object.keys(sites).map((name) => [name, [['93.184.215.14']]]))
  const world = createWorld({ ...names, 'inside.example': [['10.0.0.7']] }, (host) => ports[host] ?? 1)
  return { ...createRealityScan(createProbe({ ...world, ...(ca && { ca }) })), world }
}

it('a site with TLS 1.3, h2, X25519 and a trusted certificate is feasible', async () => {
  const scan = await scanner({ 'good.example': good })
  expect(await scan.one('good.example', '')).toEqual({
    target: 'good.example:443',
    host: 'good.example',
    port: 443,
    ip: '127.0.0.1', // where all fake names resolve to
    latencyMs: expect.any(Number),
    tlsVersion: '1.3',
    tls13: true,
    alpn: 'h2',
    h2: true,
    curveID: 'X25519',
    x25519: true,
    certSubject: 'good.example',
    certIssuer: 'good.example',
    notAfter: new X509Certificate(pair.cert).validToDate.toISOString(),
    certValid: true,
    certChainValid: true,
    serverNames: ['good.example', 'other.example'],
    privateTarget: false,
    feasible: true,
    reason: '',
  })
  expect(scan.world.dialled).toEqual(['93.184.215.14'])
})

it.each<[string, TlsOptions, string | undefined, object]>([
  [
    'TLS 1.2',
    { ...good, minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' },
    pair.cert,
    { tls13: false, tlsVersion: '1.2' },
  ],
  ['no h2', { ...good, ALPNProtocols: ['http/1.1'] }, pair.cert, { h2: false, alpn: 'http/1.1' }],
  ['no ALPN', { ...pair, minVersion: 'TLSv1.3' }, pair.cert, { h2: false, alpn: '' }],
  ['another curve', { ...good, ecdhCurve: 'P-256' }, pair.cert, { x25519: false }],
  ['nobody vouches', good, '', { certValid: false, certChainValid: false, tls13: true }],
])('does not fit: %s', async (_, options, ca, shown) => {
  const scan = await scanner({ 'good.example': options }, ca)
  const result = await scan.one('good.example:443', '')
  expect(result).toMatchObject({ ...shown, feasible: false, reason: expect.stringMatching(/^It lacks /) })
})

it('a certificate for another name is trusted but not feasible; asked for that name it is feasible', async () => {
  const scan = await scanner({ 'front.example': good })
  expect(await scan.one('front.example', '')).toMatchObject({
    certValid: false,
    certChainValid: true,
    feasible: false,
    serverNames: ['good.example', 'other.example'],
  })
  expect(await scan.one('front.example', 'other.example')).toMatchObject({
    feasible: true,
    serverNames: ['other.example', 'good.example'],
  })
})

it('an address is probed with the name in its certificate', async () => {
  const port = await site(good)
  const world = createWorld({}, () => port)
  const scan = createRealityScan(createProbe({ ...world, ca: pair.cert }))
  expect(await scan.one('93.184.215.14:8443', '')).toMatchObject({
    target: '93.184.215.14:8443',
    feasible: true,
    serverNames: ['good.example', 'other.example'],
  })
})

it('a private target is reported and not dialled; a dead or silent one gives the reason', async () => {
  const deaf = await startServer(createPlain((socket) => socket.end('hello')))
  stops.push(deaf.stop)
  const world = createWorld(
    { 'inside.example': [['10.0.0.7']], 'deaf.example': [['8.8.8.8']] },
    () => deaf.port,
  )
  const scan = createRealityScan(createProbe(world))
  for (const target of ['inside.example', '127.0.0.1:443', '[::1]', '::1', '0x7f.1'])
    expect(await scan.one(target, ''), target).toMatchObject({
      privateTarget: true,
      feasible: false,
      reason: expect.stringContaining('only public addresses'),
    })
  expect(world.dialled).toEqual([])
  expect(await scan.one('gone.example', '')).toMatchObject({ reason: expect.stringContaining('resolved') })
  expect(await scan.one('deaf.example', '')).toMatchObject({
    privateTarget: false,
    reason: expect.stringMatching(/TLS|closed/),
  })
})

it('sorts feasible sites by latency, then the others; refuses ranges and long lists', async () => {
  const scan = await scanner({
    'old.example': { ...good, maxVersion: 'TLSv1.2', minVersion: 'TLSv1.2' },
    'good.example': good,
  })
  const all = await scan.many('gone.example, old.example good.example')
  expect(all.map(({ host }) => host)).toEqual(['good.example', 'old.example', 'gone.example'])
  await expect(scan.many('104.16.0.0/24')).rejects.toThrow('not a range')
  await expect(scan.many(Array.from({ length: 33 }, (_, i) => `a${i}`).join())).rejects.toThrow('at most 32')
  await expect(scan.one(' ', '')).rejects.toThrow('host:port')
})

it('returns the hash of an untrusted certificate, for pinning', async () => {
  const scan = await scanner({ 'good.example': good }, '')
  const hash = new X509Certificate(pair.cert).fingerprint256.replaceAll(':', '').toLowerCase()
  expect(await scan.certHash('good.example')).toEqual([hash])
  await expect(scan.certHash('inside.example')).rejects.toThrow('only public addresses')
  await expect(scan.certHash('http://x/')).rejects.toThrow('not a host or host:port')
})

import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { createWorld, type Site, startServer, type World } from '#test/fixtures/loopback-net.ts'
import { createEgress } from './safe-fetch.ts'

let site: Site
let cert: string
let world: World

beforeAll(async () => {
  const pair = selfSigned(['node.example'], ['8.8.8.8'])
  cert = pair.cert
  const server = createServer(pair, (request, response) => {
    const { servername } = request.socket as TLSSocket // an https server has only TLS sockets
    response.end(
      JSON.stringify({ servername, host: request.headers.host, auth: request.headers.authorization }),
    )
  })
  server.on('tlsClientError', () => {})
  site = await startServer(server)
  const names = { 'node.example': [['93.184.215.14']], 'other.example': [['93.184.215.15']] }
  world = createWorld(names, () => site.port)
})
afterAll(() => site.stop())

test('an address is dialled and the name stays in TLS and in the Host header', async () => {
  const { safeFetch } = createEgress(world)
  const reply = await safeFetch('https://node.example./', { tls: { ca: cert } })
  expect(await reply.json()).toMatchObject({ servername: 'node.example' })
  expect(world.dialled.at(-1)).toBe('93.184.215.14')
})

test('a literal address is checked against the addresses in the certificate', async () => {
  const { safeFetch } = createEgress(world)
  expect(await (await safeFetch('https://8.8.8.8/', { tls: { ca: cert } })).json()).toMatchObject({
    host: '8.8.8.8',
  })
  await expect(safeFetch('https://8.8.4.4/', { tls: { ca: cert } })).rejects.toThrow(
    'certificate for another name',
  )
})

test('a certificate that is not trusted or not for the name is refused', async () => {
  const { safeFetch } = createEgress(world)
  await expect(safeFetch('https://node.example/')).rejects.toThrow(
    'self-signed certificate, which is not trusted',
  )
  await expect(safeFetch('https://other.example/', { tls: { ca: cert } })).rejects.toThrow('for another name')
})

test('a pinned certificate replaces the chain check, and only that certificate', async () => {
  const { safeFetch } = createEgress(world)
  const pin = new X509Certificate(cert).fingerprint256
  const headers = { authorization: 'Bearer t' }
  const pinned = (pinnedCertSha256: string) =>
    safeFetch('https://other.example/', { headers, tls: { pinnedCertSha256 } })
  expect(await (await pinned(pin)).json()).toMatchObject({ auth: 'Bearer t' })
  expect((await pinned(pin.replaceAll(':', '').toLowerCase())).status).toBe(200)
  await expect(pinned('00'.repeat(32))).rejects.toThrow(
    'The certificate of other.example is not the pinned one',
  )
  await expect(pinned('')).rejects.toThrow('is not the pinned one')
})

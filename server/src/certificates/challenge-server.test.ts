import { connect, type TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { createPort } from '../platform/http/ports.ts'
import { silentLog } from '../platform/log.ts'
import { createChallengeServer, serverNameOf } from './challenge-server.ts'
import type { Challenge } from './store.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const challenge = (method: Challenge['method']): Challenge => ({
  ...{ method, name: 'a.example', token: 'the-token', keyAuthorization: 'the-token.thumb' },
})

async function openServer(ownPorts: number[] = []) {
  const ports = { httpPort: await freePort(), tlsPort: await freePort() }
  const challenges = createChallengeServer({
    acme: { ...ports, listen: '127.0.0.1' },
    server: { ownPorts: () => ownPorts.map((port) => ({ what: 'panel', listen: '', port })) },
    log: silentLog,
  })
  stops.push(challenges.stop)
  return { challenges, ...ports }
}

const ask = async (port: number, path: string) => {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' }).catch(() => undefined)
  return reply && { status: reply.status, text: await reply.text() }
}
const wellKnown = '/.well-known/acme-challenge/'

const shake = (port: number, protocol: string, servername = 'a.example') =>
  new Promise<string>((resolve) => {
    const socket: TLSSocket = connect(
      { host: '127.0.0.1', port, servername, ALPNProtocols: [protocol], rejectUnauthorized: false },
      () => {
        resolve(`${socket.alpnProtocol} ${socket.getPeerCertificate().subject.CN}`)
        socket.destroy()
      },
    )
    socket.once('error', () => resolve('refused'))
  })

it('opens a port only while an authority is expected, and answers nothing else there', async () => {
  const { challenges, httpPort, tlsPort } = await openServer()
  expect(await ask(httpPort, '/')).toBeUndefined()
  await challenges.set([challenge('http-01'), challenge('tls-alpn-01')])
  expect(await ask(httpPort, `${wellKnown}the-token`)).toEqual({ status: 200, text: 'the-token.thumb' })
  for (const path of ['/', wellKnown, `${wellKnown}other`, `${wellKnown}the-token/x`])
    expect((await ask(httpPort, path))?.status).toBe(404)
  expect(await shake(tlsPort, 'acme-tls/1')).toBe('acme-tls/1 a.example')
  expect(await shake(tlsPort, 'acme-tls/1', 'b.example')).toBe('refused')
  expect(await shake(tlsPort, 'http/1.1')).toBe('refused')
  await challenges.set([])
  expect(await ask(httpPort, `${wellKnown}the-token`)).toBeUndefined()
  expect(await shake(tlsPort, 'acme-tls/1')).toBe('refused')
})

it("answers on the panel's own listener too, and everybody else gets the usual", async () => {
  const port = await freePort()
  const { challenges, httpPort } = await openServer([port])
  const listener = createPort(selfSigned(['the panel'], []), challenges.challenges)
  listener.attach({ request: (_request, response) => void response.end('the panel') })
  await listener.listen('127.0.0.1', port)
  stops.push(() => listener.close(0))
  expect(await shake(port, 'acme-tls/1')).toBe('refused')
  await challenges.set([challenge('http-01'), challenge('tls-alpn-01')])
  expect(await ask(port, `${wellKnown}the-token`)).toEqual({ status: 200, text: 'the-token.thumb' })
  expect((await ask(port, '/elsewhere'))?.status).toBe(307)
  expect(await shake(port, 'acme-tls/1')).toBe('acme-tls/1 a.example')
  expect(await shake(port, 'http/1.1')).toBe('http/1.1 the panel')
  expect((await ask(httpPort, `${wellKnown}the-token`))?.status).toBe(200)
})

it('says why a port cannot be opened', async () => {
  const { challenges, httpPort } = await openServer()
  const other = createPort(undefined)
  other.attach({ request: (_request, response) => void response.end() })
  await other.listen('127.0.0.1', httpPort)
  expect(await challenges.tryPort('http-01')).toEqual({ code: 'acme.port-taken', params: { port: httpPort } })
  await challenges.set([challenge('http-01')])
  expect(challenges.whyClosed('http-01')?.code).toBe('acme.port-taken')
  await other.close(0)
  expect(await challenges.tryPort('http-01')).toBeUndefined()
  expect(await challenges.tryPort('dns-01')).toBeUndefined()
})

it('an address has the server name of its reverse lookup', () => {
  expect(serverNameOf('192.0.2.7')).toBe('7.2.0.192.in-addr.arpa')
  expect(serverNameOf('2001:db8::1')).toBe(`1.${'0.'.repeat(23)}8.b.d.0.1.0.0.2.ip6.arpa`)
  expect(serverNameOf('A.example')).toBe('a.example')
})

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request as httpsRequest } from 'node:https'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isPublic } from '#domain/net/address-class.ts'
import { selfSigned } from '#server/platform/http/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { admin, cookieOf } from '#test/panel.ts'
import { patient } from '#test/patient.ts'
import { rawCall, type ServedPanel, servedPanel } from '#test/served.ts'

const get = 'GET /csrf-token HTTP/1.1\r\nhost: panel.example:2053\r\nconnection: close\r\n\r\n'

async function closesAfter(socket: Socket): Promise<number> {
  const began = Date.now()
  socket.on('error', () => {}) // a reset also ends in close
  socket.resume()
  await once(socket, 'close')
  return Date.now() - began
}

function secureGet(port: number, path = '/csrf-token') {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]> }>((resolve, reject) => {
    const call = httpsRequest(
      { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false },
      (res) => {
        res.resume()
        res.on('end', () => resolve({ status: res.statusCode ?? 0, headers: res.headers }))
      },
    )
    call.on('error', reject)
    call.end()
  })
}

describe('a public address without a certificate', () => {
  let t: ServedPanel
  beforeAll(async () => {
    t = await servedPanel({ SLUICE_LISTEN: '0.0.0.0' })
  })
  afterAll(() => t.stop())

  it('is served with a self-signed certificate, a Secure cookie and no HSTS', async () => {
    const socket = connectTls({ host: '127.0.0.1', port: t.port, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { subject, issuer, subjectaltname = '' } = socket.getPeerCertificate()
    expect([subject.CN, issuer.CN, socket.getProtocol()]).toEqual(['localhost', 'localhost', 'TLSv1.3'])
    const addresses = [...subjectaltname.matchAll(/IP Address:([^,]+)/g)].map(([, address = '']) => address)
    expect(addresses.filter((address) => !isPublic(address))).toEqual([])
    socket.destroy()
    const { status, headers } = await secureGet(t.port)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('strict-transport-security')
    expect(String(headers['set-cookie'])).toMatch(/; Secure$/)
  })

  it('redirects plain HTTP on the same port to https', async () => {
    const { text } = await rawCall(t.port, get)
    expect(text).toMatch(/^HTTP\/1\.1 307 /)
    expect(text.toLowerCase()).toContain('\r\nlocation: https://panel.example:2053/csrf-token\r\n')
    expect(text).not.toMatch(/set-cookie/i)
  })

  it('closes half-open connections: silence, a byte of a handshake, half a request', async () => {
    const silent = connect(t.port, '127.0.0.1')
    const halfHello = connect(t.port, '127.0.0.1', () => halfHello.write(Buffer.from([0x16, 3, 1])))
    const halfPlain = connect(t.port, '127.0.0.1', () => halfPlain.write('GET / HT'))
    const halfSecure = connectTls({ host: '127.0.0.1', port: t.port, rejectUnauthorized: false }, () =>
      halfSecure.write('GET / HT'),
    )
    const mute = connectTls({ host: '127.0.0.1', port: t.port, rejectUnauthorized: false })
    for (const ms of await Promise.all([silent, halfHello, halfPlain, halfSecure, mute].map(closesAfter))) {
      expect(ms).toBeGreaterThan(3_500)
      expect(ms).toBeLessThan(patient(8_000))
    }
  })

  it('restarts in time, and open connections go on', async () => {
    const idle = connectTls({ host: '127.0.0.1', port: t.port, rejectUnauthorized: false })
    await once(idle, 'secureConnect')
    const cookie = cookieOf(await t.inject({ method: 'POST', url: '/login', payload: admin }))
    const csrf = (await t.inject({ method: 'GET', url: '/csrf-token', headers: { cookie } })).json<{
      obj: string
    }>().obj
    const old = t.panel.listeners()
    const answer = await t.inject({
      method: 'POST',
      url: '/panel/setting/restartPanel',
      headers: { cookie, 'x-csrf-token': csrf },
    })
    expect(answer.json()).toEqual({ success: true, msg: 'The panel was successfully restarted.', obj: null })
    const began = Date.now()
    await expect.poll(() => t.panel.listeners() !== old, { interval: 20 }).toBe(true)
    await expect
      .poll(
        () =>
          secureGet(t.port).then(
            (r) => r.status,
            () => 0,
          ),
        { interval: 50 },
      )
      .toBe(200)
    expect(Date.now() - began).toBeLessThan(patient(5_000))
    idle.write(get)
    const [answered] = (await once(idle, 'data')) as [Buffer]
    expect(answered.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
    idle.destroy()
    const all = await t.inject({ method: 'GET', url: '/panel/api/setting/all', headers: { cookie } })
    expect(all.json().success).toBe(true)
  })
})

describe('a configured certificate', () => {
  it('is served on loopback too, with HSTS; a restart that could not serve is refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-tls-'))
    await selfSigned(folder, ['localhost'], Date.now())
    const pair = { webCertFile: join(folder, 'self-signed.crt'), webKeyFile: join(folder, 'self-signed.key') }
    const t = await servedPanel()
    try {
      const me = await t.login()
      expect((await me.post('/panel/setting/update', pair)).success).toBe(true)
      const old = t.panel.listeners()
      expect((await me.post('/panel/setting/restartPanel')).success).toBe(true)
      await expect.poll(() => t.panel.listeners() !== old, { interval: 20 }).toBe(true)
      await expect
        .poll(() =>
          secureGet(t.port).then(
            (r) => r.headers['strict-transport-security'],
            () => '',
          ),
        )
        .toBe('max-age=31536000; includeSubDomains')
      rmSync(folder, { recursive: true })
      const refused = await me.post('/panel/setting/restartPanel')
      expect(refused).toMatchObject({ success: false, msg: expect.stringContaining('there is no such file') })
      expect((await secureGet(t.port)).status).toBe(200)
    } finally {
      await t.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('a plain loopback listener', () => {
  let t: ServedPanel
  beforeAll(async () => {
    t = await servedPanel()
  })
  afterAll(() => t.stop())

  it('answers while 200 connections are half open, and closes those after 5 s', async () => {
    const me = await t.login()
    const idle = Array.from({ length: 200 }, () => connect(t.port, '127.0.0.1'))
    await Promise.all(idle.map((socket) => once(socket, 'connect')))
    idle.forEach((socket, i) => void (i % 2 === 0 && socket.write('POST /login HTTP/1.1\r\nhost: x\r\n')))
    const ends = Promise.all(idle.map(closesAfter))
    const began = Date.now()
    for (let i = 0; i < 20; i++) expect((await me.get('/panel/setting/all')).success).toBe(true)
    expect((await rawCall(t.port, get)).text).toMatch(/^HTTP\/1\.1 200/)
    expect(Date.now() - began).toBeLessThan(patient(4_000))
    const times = await ends
    expect(Math.max(...times)).toBeLessThan(patient(8_000))
    expect(Math.min(...times)).toBeGreaterThan(3_500)
  })

  it('says how long a connection may be idle: longer for a caller with a credential', async () => {
    const { cookie } = await t.login()
    const told = async (port: number, path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers })
      await answer.arrayBuffer()
      return answer.headers.get('keep-alive')
    }
    expect(await told(t.port, '/panel/api/server/status', { cookie })).toBe('timeout=120')
    expect(await told(t.subPort, '/sub/nobody')).toBe('timeout=5')
    const anonymous = await rawCall(t.port, 'GET /csrf-token HTTP/1.1\r\nhost: x\r\n\r\n', '\r\n\r\n')
    expect(anonymous.text).toMatch(/\r\nkeep-alive: timeout=5\r\n/i)
  })

  it('refuses a restart on a port in use, and stays where it is', async () => {
    const me = await t.login()
    const holder = createServer().listen(0, '127.0.0.1')
    await once(holder, 'listening')
    const { port } = holder.address() as { port: number } // a TCP server has one
    const there = await servedPanel()
    try {
      // SLUICE_PORT overrides the setting: unset it, as a container would on its next start.
      Object.assign(there.config, { port: undefined })
      const visitor = await there.login()
      await visitor.post('/panel/setting/update', { webPort: port })
      const answer = await visitor.post('/panel/setting/restartPanel')
      expect(answer).toMatchObject({ success: false, msg: expect.stringContaining(`Port ${port} is taken`) })
      expect((await rawCall(there.port, get)).text).toMatch(/^HTTP\/1\.1 200/)
      const moved = await freePort()
      await visitor.post('/panel/setting/update', { webPort: moved })
      expect((await visitor.post('/panel/setting/restartPanel')).success).toBe(true)
      await expect.poll(() => rawCall(moved, get).then((r) => r.text.slice(0, 12))).toBe('HTTP/1.1 200')
    } finally {
      await there.stop()
      holder.close()
    }
    expect((await me.get('/panel/setting/all')).success).toBe(true)
  })
})

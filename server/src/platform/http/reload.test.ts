import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '#test/fixtures/certificate.ts'
import { freePort } from '#test/free-port.ts'
import { createPort } from './ports.ts'
import { createReload } from './reload.ts'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const shake = (port: number) =>
  new Promise<{ socket: TLSSocket; print: string }>((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      stops.push(() => socket.destroy())
      resolve({ socket, print: socket.getPeerCertificate().fingerprint256 })
    })
  })

const answerOn = (socket: TLSSocket) =>
  new Promise<string>((resolve) => {
    socket.once('data', (data) => resolve(String(data)))
    socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  })

it('serves files that changed, keeps open connections, and survives a pair that cannot be used', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-reload-'))
  stops.push(() => rmSync(folder, { recursive: true, force: true }))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const write = (pair: { cert: string; key: string }) => {
    writeFileSync(files.cert, pair.cert)
    writeFileSync(files.key, pair.key)
  }
  const [old, next] = [selfSigned(['a.example'], []), selfSigned(['a.example'], [])]
  write(old)
  const listener = createPort(old)
  listener.attach({ request: (_request, response) => void response.end('hello') })
  const port = await listener.listen('127.0.0.1', await freePort())
  stops.push(() => listener.close(0))
  const broken: string[] = []
  const look = createReload(
    () => files,
    listener.renew,
    (file) => broken.push(file),
  )
  const first = await shake(port)
  look()
  expect((await shake(port)).print).toBe(first.print)
  write({ cert: next.cert, key: old.key }) // half of a renewal
  look()
  look()
  expect(broken).toEqual([files.cert])
  expect((await shake(port)).print).toBe(first.print)
  write(next)
  look()
  expect((await shake(port)).print).not.toBe(first.print)
  expect(await answerOn(first.socket)).toContain('hello')
  rmSync(files.key)
  look()
  expect(broken).toHaveLength(2)
  expect((await shake(port)).print).not.toBe(first.print)
})

import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '#test/free-port.ts'
import { subscriberOf } from '#test/subscriber.ts'
import { sharedTmp } from '../../../tools/shared-tmp.mjs'

const named = process.env.SLUICE_TEST_WIREGUARD ?? ''

/** WireGuard's own implementation as an app (tools/apps/wireguard); blank if this machine has none. */
export const wireguardApp = existsSync(named) ? named : ''

if (!wireguardApp) {
  // CI must not pass by skipping these tests.
  if (process.env.CI === 'true') throw new Error('SLUICE_TEST_WIREGUARD names no WireGuard client')
  console.log('Not tested with a WireGuard client: SLUICE_TEST_WIREGUARD is not set, run `npm test`.')
}

/** What the tunnel itself has carried, packets with their headers. */
interface Carried {
  sent: number
  received: number
}

export interface WireguardApp {
  /** A proxy for CONNECT through the tunnel. */
  port: number
  carried(): Promise<Carried>
  /** Sends a datagram through the tunnel, and answers with what comes back. */
  datagram(to: string, content: string): Promise<string>
  stop(): Promise<void>
}

/** The app with the content of a file or of a QR code. */
export async function openWireguard(conf: string): Promise<WireguardApp> {
  const folder = mkdtempSync(join(sharedTmp(), 'sluice-wireguard-'))
  const file = join(folder, 'tunnel.conf')
  writeFileSync(file, conf, { mode: 0o600 })
  const port = await freePort()
  const child = spawn(wireguardApp, [file, String(port)], { env: {}, stdio: 'pipe' })
  let words = ''
  child.stderr.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString()).slice(-10_000)
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      words = String(error)
      resolve()
    })
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const line = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error(`the WireGuard app has ended: ${words}`)
    return value
  }
  if ((await line()) !== 'ready') throw new Error('the WireGuard app says something else')
  rmSync(folder, { recursive: true })
  return {
    port,
    async carried() {
      child.stdin.write('\n')
      return JSON.parse(await line()) as Carried // as the app prints it
    },
    datagram: (to, content) => posted(port, to, content),
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

const posted = (port: number, to: string, content: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path: `/${to}`, method: 'POST' }, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      answer.once('end', () => (answer.statusCode === 200 ? resolve(text) : reject(new Error(text))))
    })
    asked.setTimeout(5_000, () => asked.destroy(new Error('nothing came back')))
    asked.once('error', reject)
    asked.end(content)
  })

/** The file that a person's page hands out: its QR code has the same content. */
export async function handedOut(subPort: number, subId: string, place = 0): Promise<string> {
  const { status, body } = await subscriberOf(subPort)(`/sub/${subId}?conf=${place}`, { host: '127.0.0.1' })
  if (status !== 200) throw new Error(`the page answered ${status}`)
  return body
}

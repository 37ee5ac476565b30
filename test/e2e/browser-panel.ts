import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import type { Envelope } from '#contract/wire.ts'

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const admin = { username: 'root', password: 'a long pass phrase' }

/** The built program on ports of its own, with an empty database. */
export interface BuiltPanel {
  /** With the base path, and a slash at its end. */
  url: string
  origin: string
  /** Where subscriptions are served, without a slash at its end. */
  subscriptions: string
  stop(): Promise<void>
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer())
  const ports = servers.map(
    (server) =>
      new Promise<number>((resolve, reject) => {
        server.once('error', reject)
        server.listen(0, '127.0.0.1', () => {
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : 0)
        })
      }),
  )
  const found = await Promise.all(ports)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return found
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const listen = (chunk: unknown) => {
      text += chunk
      if (text.includes('Sluice is ready')) resolve()
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the panel ended with ${code}:\n${text}`)))
  })
}

export async function startBuiltPanel(basePath = '/'): Promise<BuiltPanel> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-browser-'))
  const [port = 0, subPort = 0] = await freePorts(2)
  const child = spawn(process.execPath, [join(repository, 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      SLUICE_CORE_BIN: 'none', // what a person meets before there is a core
      SLUICE_DB_FOLDER: folder,
      SLUICE_LISTEN: '127.0.0.1',
      SLUICE_PORT: String(port),
      SLUICE_SUB_PORT: String(subPort),
      SLUICE_BASE_PATH: basePath,
      SLUICE_ADMIN_USERNAME: admin.username,
      SLUICE_ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await ready(child).catch((error) => stop().then(() => Promise.reject(error)))
  const origin = `http://127.0.0.1:${port}`
  return { url: origin + basePath, origin, subscriptions: `http://127.0.0.1:${subPort}`, stop }
}

/** Another administrator's script: logged in beside the browser, with a session of its own. */
export async function scriptSession(panel: BuiltPanel, credentials: Record<string, string> = admin) {
  const json = { 'content-type': 'application/json' }
  const login = await fetch(`${panel.url}login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(credentials),
  })
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const token = await fetch(`${panel.url}csrf-token`, { headers: { cookie } })
  // Bare replies of the contract: `obj` is the token.
  const { obj: csrf } = (await token.json()) as Envelope<string>
  return async (path: string, body: unknown): Promise<Envelope> => {
    const headers = { ...json, cookie, 'x-csrf-token': csrf }
    const reply = await fetch(panel.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await reply.json()) as Envelope // the panel's own envelope
  }
}

export const browserProgram = process.env.SLUICE_TEST_CHROMIUM ?? '/usr/bin/chromium'

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserProgram,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })

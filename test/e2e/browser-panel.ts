import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import type { Envelope } from '#contract/wire.ts'
import { freePorts } from '#test/free-port.ts'

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const admin = { username: 'root', password: 'a long pass phrase' }

/** The built program on its own ports, with an empty database. */
export interface BuiltPanel {
  /** With the base path and a trailing slash. */
  url: string
  origin: string
  /** Its output until it was ready. */
  said: string
  /** Its data folder. */
  folder: string
  /** The URL of subscriptions, without a trailing slash. */
  subscriptions: string
  stop(): Promise<void>
}

/** Its output so far. */
function ready(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const listen = (chunk: unknown) => {
      text += chunk
      if (text.includes('Sluice is ready')) resolve(text)
    }
    child.stdout?.on('data', listen)
    child.stderr?.on('data', listen)
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the panel ended with ${code}:\n${text}`)))
  })
}

export interface PanelOptions {
  /** The real core; without it the panel has none. */
  core?: string | undefined
  /** As on first use: the setup was neither finished nor skipped. */
  fresh?: boolean
  env?: Record<string, string>
}

export async function startBuiltPanel(
  basePath = '/',
  { core = 'none', fresh = false, env = {} }: PanelOptions = {},
): Promise<BuiltPanel> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-browser-'))
  const [port = 0, subPort = 0] = await freePorts(2)
  const child = spawn(process.execPath, [join(repository, 'dist/server/main.js')], {
    env: {
      PATH: process.env.PATH,
      SLUICE_CORE_BIN: core,
      SLUICE_DB_FOLDER: folder,
      SLUICE_LISTEN: '127.0.0.1',
      SLUICE_PORT: String(port),
      SLUICE_SUB_PORT: String(subPort),
      SLUICE_BASE_PATH: basePath,
      SLUICE_ADMIN_USERNAME: admin.username,
      SLUICE_ADMIN_PASSWORD: admin.password,
      SLUICE_ACME_DIRECTORY: 'https://127.0.0.1:9/', // nobody is there: no test asks a real authority
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const said = await ready(child).catch((error) => stop().then(() => Promise.reject(error)))
  const origin = `http://127.0.0.1:${port}`
  const subscriptions = `http://127.0.0.1:${subPort}`
  const panel = { url: origin + basePath, origin, folder, subscriptions, said, stop }
  if (!fresh) await (await scriptSession(panel))('panel/api/setup/done', {})
  return panel
}

/** Another administrator's script, with its own session beside the browser's. */
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
  const send = async (path: string, body?: unknown, method: 'GET' | 'POST' = 'POST'): Promise<Envelope> => {
    const headers = { ...json, cookie, 'x-csrf-token': csrf }
    const sent = method === 'GET' ? {} : { body: JSON.stringify(body) }
    const reply = await fetch(panel.url + path, { method, headers, ...sent })
    return (await reply.json()) as Envelope // the panel's own envelope
  }
  return Object.assign(send, { cookie })
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

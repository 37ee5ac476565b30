import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import type { Envelope } from '#contract/wire.ts'
import { freePorts } from '#test/free-port.ts'
import { admin, startProgram } from '#test/program.ts'
import { copyTemplate } from '#test/template-database.ts'
import { deadlineMs } from '#test/until.ts'

export { admin }

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

export interface PanelOptions {
  /** The real core; without it the panel has none. */
  core?: string | undefined
  /** As on first use: the setup was neither finished nor skipped. */
  fresh?: boolean
  /** The demo, with the administrator of the tests. */
  demo?: boolean
  env?: Record<string, string>
}

export async function startBuiltPanel(
  basePath = '/',
  { core = 'none', fresh = false, demo = false, env = {} }: PanelOptions = {},
): Promise<BuiltPanel> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-browser-'))
  copyTemplate(folder)
  const [port = 0, subPort = 0] = await freePorts(2)
  const program = await startProgram({
    folder,
    port,
    subPort,
    args: demo ? ['--demo'] : [],
    env: { SLUICE_CORE_BIN: core, SLUICE_LISTEN: '127.0.0.1', SLUICE_BASE_PATH: basePath, ...env },
  })
  const stop = async () => {
    await program.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  await program.ready.catch((error) => stop().then(() => Promise.reject(error)))
  const said = program.lines.join('\n')
  const origin = `http://127.0.0.1:${port}`
  const subscriptions = `http://127.0.0.1:${subPort}`
  const panel = { url: origin + basePath, origin, folder, subscriptions, said, stop }
  if (!fresh && !demo) await (await adminSession(panel))('panel/api/setup/done', {})
  return panel
}

type Session = Awaited<ReturnType<typeof scriptSession>>
const sessions = new WeakMap<BuiltPanel, Promise<Session>>()

/** One for everybody who only needs to be logged in: hashing a password takes a moment of a processor. */
export function adminSession(panel: BuiltPanel): Promise<Session> {
  const session = sessions.get(panel) ?? scriptSession(panel)
  sessions.set(panel, session)
  return session
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
    timeout: deadlineMs,
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

/** A token for a panel that manages this one as a node. */
export async function tokenOf(panel: BuiltPanel): Promise<string> {
  const send = await scriptSession(panel)
  const { obj } = await send('panel/setting/apiTokens/create', { name: 'centre' })
  return (obj as { token: string }).token // the contract's reply
}

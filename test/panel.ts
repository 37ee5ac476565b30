import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import ask, { type InjectOptions, type Response } from 'light-my-request'
import type { Envelope } from '#contract/wire.ts'
import { Refusal } from '#domain/refusal.ts'
import { createPanel, type Panel, type PanelDeps } from '#server/app/panel.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import type { Egress } from '#server/platform/egress/safe-fetch.ts'
import { silentLog } from '#server/platform/log.ts'
import { pooledDatabase } from './pooled-database.ts'
import { createTestDatabase, type TestDatabase } from './postgres.ts'
import { copyTemplate, templates } from './template-database.ts'

// A panel under test has no core unless the test names one: nothing is built, fetched or started.
process.env.SLUICE_CORE_BIN ??= 'none'

export const admin = { username: 'root', password: 'a long pass phrase' }

export interface Visitor {
  cookie: string
  csrf: string
  call(method: 'GET' | 'POST' | 'DELETE', url: string, options?: Partial<InjectOptions>): Promise<Response>
  get<T = unknown>(url: string): Promise<Envelope<T>>
  post<T = unknown>(url: string, body?: unknown): Promise<Envelope<T>>
}

export interface TestPanel {
  panel: Panel
  config: Config
  /** Ends the panel and starts another on the same data. */
  reopen(between?: () => Promise<void>): Promise<void>
  /** Moves the panel's clock; it starts at the real time. */
  advance(ms: number): void
  now(): number
  inject(options: InjectOptions): Promise<Response>
  /** A logged-in browser session. */
  login(credentials?: { username: string; password: string; twoFactorCode?: string }): Promise<Visitor>
  stop(): Promise<void>
}

const closed = () => Promise.reject(new Refusal('other.said', { reason: 'Tests have no way out.' }))
const closedDoor: Egress = { safeFetch: closed, safeDownload: closed, checkUrl: closed }

/** A database with today's schema: a copy if the tier made a template, else the panel makes its own. */
async function newDatabase(folder: string): Promise<TestDatabase | undefined> {
  if (process.env.SLUICE_TEST_DB === 'postgres') {
    const { postgres: template } = templates()
    return template ? pooledDatabase(template) : createTestDatabase()
  }
  copyTemplate(folder)
  return undefined
}

/** A whole panel behind `inject`, on the engine that SLUICE_TEST_DB names; nothing listens. */
export async function testPanel(
  env: Record<string, string> = {},
  deps: Partial<PanelDeps> = {},
): Promise<TestPanel> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-test-'))
  const database = await newDatabase(folder)
  const config = readConfig(
    {
      SLUICE_DB_FOLDER: folder,
      SLUICE_ADMIN_USERNAME: admin.username,
      SLUICE_ADMIN_PASSWORD: admin.password,
      ...(database && { SLUICE_DB_TYPE: 'postgres', SLUICE_DB_DSN: database.dsn }),
      ...env,
    },
    {},
  )
  let offset = 0
  const open = () =>
    createPanel(config, {
      log: silentLog,
      now: () => Date.now() + offset,
      print: () => {},
      egress: closedDoor,
      probe: { tcp: closed, udp: closed, tls: closed },
      ...deps,
    })
  let panel = await open()
  /** As from a socket, where each request begins a turn of its own: what was read once in the last turn is read again. */
  const inject = async (options: InjectOptions): Promise<Response> => {
    await turn()
    return ask(panel.listeners().http.handlers.request, options)
  }

  return {
    get panel() {
      return panel
    },
    config,
    async reopen(between = async () => {}) {
      await panel.stop({ keepCore: true })
      await between()
      panel = await open()
    },
    advance: (ms) => {
      offset += ms
    },
    now: () => Date.now() + offset,
    inject,
    async login(credentials = admin) {
      const res = await inject({ method: 'POST', url: '/login', payload: credentials })
      if (!res.json<Envelope>().success) throw new Error(`login failed: ${res.body}`)
      const cookie = cookieOf(res)
      const token = await inject({ method: 'GET', url: '/csrf-token', headers: { cookie } })
      return visitor(inject, cookie, token.json<{ obj: string }>().obj)
    },
    async stop() {
      await panel.stop()
      await database?.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** `name=value` of the first Set-Cookie. */
export function cookieOf(res: Response): string {
  const header = res.headers['set-cookie']
  return String(Array.isArray(header) ? header[0] : header).split(';')[0] ?? ''
}

function visitor(inject: TestPanel['inject'], cookie: string, csrf: string): Visitor {
  const call: Visitor['call'] = (method, url, options = {}) =>
    inject({ method, url, ...options, headers: { cookie, 'x-csrf-token': csrf, ...options.headers } })
  return {
    cookie,
    csrf,
    call,
    get: async <T>(url: string) => (await call('GET', url)).json<Envelope<T>>(),
    post: async <T>(url: string, body?: unknown) =>
      (await call('POST', url, body === undefined ? {} : { payload: body as object })).json<Envelope<T>>(),
  }
}

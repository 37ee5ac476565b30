import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import {
  adminSession,
  type BuiltPanel,
  openBrowser,
  type PanelOptions,
  startBuiltPanel,
} from './browser-panel.ts'
import { seed } from './browser-seed.ts'
import { createVisitors, describeFailure, type Visit } from './browser-visit.ts'

interface Options {
  basePath?: string
  /** How the panel is started. */
  start?: PanelOptions | (() => Promise<PanelOptions>)
  /** Number of clients, of every status; none if absent. */
  people?: number
  /** What else the panel contains at the start. */
  furnish?(done: Stage['done'], panel: BuiltPanel): Promise<unknown>
}

/**
 * One browser and one panel for the tests of a file, with its hooks. Visitors are logged in by a cookie: the
 * login form has its own tests, and hashing a password costs a second.
 */
export function browserStage({ basePath = '/', start = {}, people = 0, furnish }: Options = {}) {
  let browser: Browser
  let panel: BuiltPanel
  let visit: ReturnType<typeof createVisitors>
  const open: { close(): Promise<void> }[] = []
  const visits: Visit[] = []
  const present = (visitor: Visit): Visit => {
    open.push(visitor)
    visits.push(visitor)
    return visitor
  }

  beforeAll(async () => {
    ;[browser, panel] = await Promise.all([
      openBrowser(),
      startBuiltPanel(basePath, typeof start === 'function' ? await start() : start),
    ])
    visit = createVisitors(browser)
    if (people > 0) await seed(panel, people)
    await furnish?.(stage.done, panel)
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') for (const visitor of visits) await describeFailure(visitor)
    visits.length = 0
    for (const { close } of open.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await browser?.close()
    await panel?.stop()
  })

  const stage = {
    get panel() {
      return panel
    },
    get browser() {
      return browser
    },
    /** The reply to the administrator's script, or why it was refused. */
    async done(path: string, body: unknown = {}, method: 'GET' | 'POST' = 'POST'): Promise<unknown> {
      const reply = await (await adminSession(panel))(path, body, method)
      if (!reply.success) throw new Error(`${path}: ${reply.msg}`)
      return reply.obj
    },
    /** A visitor at the login page. */
    async stranger(options: BrowserContextOptions = {}, at = panel): Promise<Visit> {
      return present(await visit(at, options))
    },
    /** The administrator, at a page of the panel. */
    async come(path = 'panel/', options: BrowserContextOptions = {}, at = panel): Promise<Visit> {
      const { cookie } = await adminSession(at)
      return present(await visit(at, options, { path, cookie }))
    },
    /** For a test that changes the administrator, or needs a core. */
    async ownPanel(options: PanelOptions = {}): Promise<BuiltPanel> {
      const own = await startBuiltPanel('/', options)
      open.push({ close: own.stop })
      return own
    },
    later: (close: () => Promise<void>) => void open.push({ close }),
  }
  return stage
}

export type Stage = ReturnType<typeof browserStage>

import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { deadlineMs } from '#test/until.ts'
import { admin, type BuiltPanel } from './browser-panel.ts'

/** One visitor's browser: a page, and all errors and foreign requests while it was open. */
export interface Visit {
  page: Page
  /** Console errors, uncaught errors, CSP reports and requests to other hosts. */
  faults: string[]
  /** Requested paths, without the base path. */
  asked: string[]
  close(): Promise<void>
}

/** Pages in which something was installed that stays there for good. */
const spoilt = new WeakSet<Page>()

/** A page that opens nothing yet. */
async function blankPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(deadlineMs)
  const page = await context.newPage()
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`CSP: ${violatedDirective} ${blockedURI}`),
    )
    // A toast says something for seven seconds, or twenty: on a busy machine a test would look too late.
    const { setTimeout: start } = window
    const short = new Set<unknown>([1_600, 7_000, 20_000])
    window.setTimeout = ((run: TimerHandler, ms?: number, ...given: unknown[]) =>
      start(run, short.has(ms) ? Number(ms) * 4 : ms, ...given)) as typeof window.setTimeout
  })
  for (const method of ['addInitScript', 'routeWebSocket'] as const) {
    const install = page[method].bind(page) as (...given: unknown[]) => unknown // two signatures, passed on
    Object.assign(page, {
      [method]: (...given: unknown[]) => {
        spoilt.add(page)
        return install(...given)
      },
    })
  }
  return page
}

/** Everything that happens in the page from now on. */
function watch(page: Page, panel: BuiltPanel) {
  const faults: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(panel.url)) asked.push(url.slice(panel.url.length))
    else if (!/^(data|blob):/.test(url)) faults.push(`elsewhere: ${url}`)
  })
  return { faults, asked }
}

/** What the visitor saw when the test failed: without it nobody can tell why a button never came. */
export async function describeFailure({ page, faults }: Pick<Visit, 'page' | 'faults'>): Promise<void> {
  if (page.isClosed()) return
  const shown = await page.evaluate(() => document.body.innerText).catch(String)
  console.error(['The page at the failure:', page.url(), shown.slice(0, 3_000), ...faults].join('\n'))
}

const listened = ['console', 'pageerror', 'request', 'response', 'dialog', 'download']

/** Takes away everything that a visitor left behind, so that the next one finds the page as new. */
async function cleanUp(page: Page, panel: BuiltPanel): Promise<void> {
  for (const event of listened) page.removeAllListeners(event)
  const context = page.context()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await context.clearPermissions()
  // An empty page of the same origin: nothing runs there that would write again what is cleared.
  await page.route(panel.url, (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto(panel.url)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await page.unrouteAll()
  await context.clearCookies()
}

/**
 * The visitors of one browser. A page is used by one after another: in a new one Chromium starts a process and compiles
 * the whole app again, which is most of the work of a short test.
 */
export function createVisitors(browser: Browser) {
  const idle = new Map<string, Page[]>()

  return async function visit(
    panel: BuiltPanel,
    { viewport, colorScheme = 'light', ...options }: BrowserContextOptions = {},
    /** Starts with a session, at a page below the base path. */
    session?: { path: string; cookie: string },
  ): Promise<Visit> {
    const kind = JSON.stringify(options)
    const page = idle.get(kind)?.pop() ?? (await blankPage(browser, options))
    await page.setViewportSize(viewport ?? { width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme, media: null })
    if (session) {
      const [name = '', value = ''] = session.cookie.split(/=(.*)/s)
      await page.context().addCookies([{ name, value, url: panel.url, httpOnly: true }])
    }
    const seen = watch(page, panel)
    try {
      await page.goto(panel.url + (session?.path ?? ''))
      await page
        .locator(session ? '[data-state=live]' : 'form')
        .first()
        .waitFor()
    } catch (error) {
      await describeFailure({ page, ...seen })
      throw error
    }
    const close = async () => {
      if (spoilt.has(page) || page.isClosed()) return page.context().close()
      await cleanUp(page, panel)
      idle.set(kind, [...(idle.get(kind) ?? []), page])
    }
    return { page, ...seen, close }
  }
}

/** A visitor with a page of its own, which ends with the visit. */
export async function visit(
  browser: Browser,
  ...given: Parameters<ReturnType<typeof createVisitors>>
): Promise<Visit> {
  const visitor = await createVisitors(browser)(...given)
  return { ...visitor, close: () => visitor.page.context().close() }
}

/** To another page of the panel by navigation inside the app: a load would cost more than most checks. */
export const go = (page: Page, url: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)

export async function fillLogin(page: Page, given: { username: string; password: string; code?: string }) {
  // Over a page that has its own form, the one that asks for the username.
  const form = page.locator('form', { has: page.locator('[name=username]') })
  await form.locator('[name=username]').fill(given.username)
  await form.locator('[name=password]').fill(given.password)
  if (given.code !== undefined) await form.locator('[name=twoFactorCode]').fill(given.code)
  await form.locator('button[type=submit]').click()
}

export async function logIn(
  page: Page,
  given: { username: string; password: string; code?: string } = admin,
) {
  await fillLogin(page, given)
  await page.locator('[data-state=live]').waitFor()
  await page.locator('[data-figure=down]').waitFor()
}

// axe takes joined Persian and Arabic letters for icon ligatures and skips their contrast silently.
const detector = 'function _isIconLigature(textVNode) {'
const source = axe.source.replace(detector, `${detector} return false;`)
if (source === axe.source) throw new Error('axe-core has changed: its icon ligature rule was not found')

/** The rules broken by serious and critical findings, each with the elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate(() => {
    // Defined by the source above.
    const { axe: injected } = window as unknown as { axe: typeof axe }
    // An overlay is checked by itself: the page behind it is unreachable, and was checked before. A frame is a page of its own.
    const over = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1)
    // A rule whose findings are never serious is not tried.
    const { rules } = (injected as unknown as { _audit: { rules: { id: string; impact?: string }[] } })._audit
    const light = rules.filter(({ impact }) => impact === 'minor' || impact === 'moderate')
    return injected.run(over ?? document, {
      rules: Object.fromEntries(light.map(({ id }) => [id, { enabled: false }])),
      resultTypes: ['violations'],
      preload: false,
      iframes: false,
    })
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** How much wider than the window the page is. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Controls without an accessible name, and targets under 24 px (WCAG 2.5.8). */
export const nameless = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...(
        [...document.querySelectorAll('[role=dialog][aria-modal=true]')].at(-1) ?? document
      ).querySelectorAll<HTMLElement>('button, a[href], input, select, textarea, summary'),
    ]
      .filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true }) &&
          control.getAttribute('aria-hidden') !== 'true',
      )
      .flatMap((control) => {
        const labels =
          'labels' in control ? [...((control.labels as NodeListOf<HTMLElement> | null) ?? [])] : [] // of inputs only
        const named = [
          control.getAttribute('aria-label'),
          control.textContent,
          ...labels.map((label) => label.textContent),
        ]
        const by = control.getAttribute('aria-labelledby')
        const boxes = [control, ...labels].map((element) => element.getBoundingClientRect())
        const [width, height] = [
          Math.max(...boxes.map((box) => box.width)),
          Math.max(...boxes.map((box) => box.height)),
        ]
        const what = `${control.tagName} ${control.outerHTML.slice(0, 90)}`
        if (!by && !named.some((text) => text?.trim())) return [what]
        const small = width > 1 && (width < 24 || height < 24)
        return small ? [`${Math.round(width)} x ${Math.round(height)} px: ${what}`] : []
      }),
  )

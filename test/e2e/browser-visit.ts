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

export async function visit(
  browser: Browser,
  panel: BuiltPanel,
  options: BrowserContextOptions = {},
  /** Starts with a session, at a page below the base path. */
  session?: { path: string; cookie: string },
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(deadlineMs)
  if (session) {
    const [name = '', value = ''] = session.cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: panel.url, httpOnly: true }])
  }
  const page = await context.newPage()
  const faults: string[] = []
  const asked: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => faults.push(`CSP: ${what}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // Defined by exposeFunction above.
      const { reportViolation } = window as unknown as { reportViolation(what: string): void }
      reportViolation(`${violatedDirective} ${blockedURI}`)
    })
  })
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('request', (request) => {
    const url = request.url()
    if (url.startsWith(panel.url)) asked.push(url.slice(panel.url.length))
    else if (!/^(data|blob):/.test(url)) faults.push(`elsewhere: ${url}`)
  })
  await page.goto(panel.url + (session?.path ?? ''))
  if (!session) await page.locator('form').waitFor()
  return { page, faults, asked, close: () => context.close() }
}

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
    return injected.run(over ?? document, { resultTypes: ['violations'], preload: false, iframes: false })
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

import axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { admin, type BuiltPanel } from './browser-panel.ts'

/** One person's browser: a page, and everything that went wrong or went elsewhere while it was open. */
export interface Visit {
  page: Page
  /** Console errors, uncaught errors, CSP reports and requests to other hosts. */
  faults: string[]
  /** Paths that were asked for, without the base path. */
  asked: string[]
  close(): Promise<void>
}

export async function visit(
  browser: Browser,
  panel: BuiltPanel,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({ locale: 'en-US', ...options })
  const page = await context.newPage()
  const faults: string[] = []
  const asked: string[] = []
  await page.exposeFunction('reportViolation', (what: string) => faults.push(`CSP: ${what}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      // Put there by exposeFunction above.
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
  await page.goto(panel.url)
  await page.locator('form').waitFor()
  return { page, faults, asked, close: () => context.close() }
}

export async function fillLogin(page: Page, given: { username: string; password: string; code?: string }) {
  await page.locator('[name=username]').fill(given.username)
  await page.locator('[name=password]').fill(given.password)
  if (given.code !== undefined) await page.locator('[name=twoFactorCode]').fill(given.code)
  await page.locator('form button[type=submit]').click()
}

export async function logIn(
  page: Page,
  given: { username: string; password: string; code?: string } = admin,
) {
  await fillLogin(page, given)
  await page.locator('[data-state=live]').waitFor()
  await page.locator('[data-figure=down]').waitFor()
}

// axe takes joined Persian and Arabic letters for icon ligatures and skips their contrast without a word.
const detector = 'function _isIconLigature(textVNode) {'
const source = axe.source.replace(detector, `${detector} return false;`)
if (source === axe.source) throw new Error('axe-core has changed: its icon ligature rule was not found')

/** The rules that serious and critical findings break, each with the elements. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source)
  const { violations } = await page.evaluate(() => {
    // The source above put it there.
    const { axe: injected } = window as unknown as { axe: typeof axe }
    return injected.run(document, { resultTypes: ['violations'] })
  })
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** How much wider than the window the page is. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

import { existsSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltPanel, browserProgram, openBrowser, startBuiltPanel } from './browser-panel.ts'
import { seed } from './browser-seed.ts'
import { axeFindings, logIn, nameless, overflow, visit } from './browser-visit.ts'

/** Every page and every open form of the clients, by its address and what is pressed there. */
const places: { name: string; path: string; there: string; press?: string[] }[] = [
  { name: 'list', path: 'panel/clients', there: '[data-row]' },
  { name: 'nobody matches', path: 'panel/clients?q=zzz', there: 'h2' },
  {
    name: 'row menu',
    path: 'panel/clients',
    there: '[role=menuitem]',
    press: ['[data-row] [aria-haspopup=menu]'],
  },
  {
    name: 'selection',
    path: 'panel/clients?q=group:gold',
    there: '[data-row] input:checked',
    press: ['[data-row] input'],
  },
  {
    name: 'question',
    path: 'panel/clients',
    there: '[role=dialog] form',
    press: ['[data-row] [aria-haspopup=menu]', '[role=menuitem]:last-child'],
  },
  {
    name: 'many',
    path: 'panel/clients?q=group:silver',
    there: '[role=dialog] form',
    press: ['[data-row] input', 'section form + button'],
  },
  { name: 'new client', path: 'panel/clients?new=client', there: '[role=dialog] [name=email]' },
  { name: 'import', path: 'panel/clients?new=import', there: '[role=dialog] textarea' },
  { name: 'plans', path: 'panel/clients?new=plans', there: '[role=dialog] form' },
  { name: 'overview', path: 'panel/clients?c=client-0002', there: '[role=tabpanel] dl' },
  { name: 'access', path: 'panel/clients?c=client-0002&tab=access', there: '[role=tabpanel] svg[role=img]' },
  { name: 'devices', path: 'panel/clients?c=client-0002&tab=devices', there: '[role=tabpanel] h3' },
  { name: 'settings', path: 'panel/clients?c=client-0002&tab=settings', there: '[role=tabpanel] form' },
  {
    name: 'secrets',
    path: 'panel/clients?c=client-0002&tab=settings',
    there: 'details[open]',
    press: ['summary'],
  },
  { name: 'diagnose', path: 'panel/clients?c=client-0003&tab=diagnose', there: '[data-answer=bad]' },
  { name: 'history', path: 'panel/clients?c=client-0002&tab=history', there: '[role=tabpanel] li' },
  {
    name: 'palette',
    path: 'panel/clients',
    there: '[role=option]',
    press: ['header [aria-haspopup=dialog]'],
  },
]

async function look(
  page: Page,
  url: string,
  { path, there, press }: (typeof places)[number],
): Promise<string[]> {
  // By the app's own way: a load for each would cost more than all the looking.
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url + path)
  for (const target of press ?? []) await page.locator(target).first().click()
  await page.locator(there).first().waitFor()
  await page.locator('[data-stale]').waitFor({ state: 'detached' })
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const wide = await overflow(page)
  return [
    ...(await axeFindings(page)),
    ...(await nameless(page)).map((what) => `no name: ${what}`),
    ...(wide > 0 ? [`${wide} px wider than the window`] : []),
  ]
}

describe.skipIf(!existsSync(browserProgram))('how the clients look', () => {
  let browser: Browser
  let panel: BuiltPanel
  beforeAll(async () => {
    ;[browser, panel] = await Promise.all([openBrowser(), startBuiltPanel()])
    await seed(panel, 120)
  })
  afterAll(async () => {
    await browser?.close()
    await panel?.stop()
  })

  const all = [
    { width: 1440, colorScheme: 'light', locale: 'en-US' },
    { width: 360, colorScheme: 'dark', locale: 'fa-IR' },
    { width: 360, colorScheme: 'light', locale: 'en-US' },
    { width: 1440, colorScheme: 'dark', locale: 'en-US' },
    { width: 1440, colorScheme: 'light', locale: 'fa-IR' },
    { width: 360, colorScheme: 'light', locale: 'fa-IR' },
  ] as const
  it.each(process.env.SLUICE_LONG ? all : all.slice(0, 2))(
    'at $width px, $colorScheme, $locale',
    async ({ width, colorScheme, locale }) => {
      const options = {
        viewport: { width, height: 800 },
        colorScheme,
        locale,
        reducedMotion: 'reduce',
      } as const
      const { page, faults, close } = await visit(browser, panel, options)
      await logIn(page)
      const found: string[] = []
      for (const place of places) {
        for (const finding of await look(page, panel.url, place)) found.push(`${place.name}: ${finding}`)
        await page.keyboard.press('Escape')
        await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'hidden' })
      }
      await close()
      expect(found).toEqual([])
      expect(faults).toEqual([])
    },
  )
})

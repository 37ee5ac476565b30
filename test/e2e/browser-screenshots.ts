// The screenshots of the README, from the built program: `node tools/screenshots.mjs` runs this on Node 24.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { admin, openBrowser, startBuiltPanel } from './browser-panel.ts'
import { phone, subscribe } from './subscription-page.ts'

/** The pictures show the panel as an operator sees it, who has no line that says "demo". */
const withoutMark = '[data-demo] { display: none }'

const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
const panel = await startBuiltPanel('/', { demo: true })
const browser = await openBrowser()
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  await page.addInitScript((css) => {
    document.addEventListener('DOMContentLoaded', () => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: css }))
    })
  }, withoutMark)
  await page.goto(panel.url)
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await page.screenshot({ path: join(folder, 'login.png') })
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.mouse.move(4, 800) // over nothing that lights up
  await page.waitForTimeout(Number(process.argv[3] ?? 60) * 1000) // so that the charts have something to show
  await page.screenshot({ path: join(folder, 'home.png') })

  await page.goto(`${panel.url}panel/clients`)
  await page.locator('[data-row]').first().waitFor()
  await page.screenshot({ path: join(folder, 'clients.png') })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${panel.url}panel/clients?c=anna&tab=access`)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await page.screenshot({ path: join(folder, 'client-dark.png') })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto(`${panel.url}panel/network`)
  await page.getByText('openai.com').first().waitFor()
  await page.screenshot({ path: join(folder, 'network.png') })
  await page.goto(`${panel.url}panel/inbounds?view=topology`)
  await page.locator('[data-node=default]').waitFor()
  await page.screenshot({ path: join(folder, 'topology.png') })
  await page.goto(`${panel.url}panel/health`)
  await page.locator('[data-cell]').first().waitFor()
  await page.locator('[data-check]').first().waitFor()
  await page.screenshot({ path: join(folder, 'health.png') })
  await page.goto(`${panel.url}panel/inbounds?new=inbound`)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Reality/ })
    .first()
    .click()
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await page.screenshot({ path: join(folder, 'inbound.png') })
  const visitor = await browser.newContext({
    ...phone,
    deviceScaleFactor: 2,
    colorScheme: 'light',
    locale: 'en-US',
  })
  const subscription = await visitor.newPage()
  await subscription.goto(await subscribe(panel, { subURI: 'https://sub.example.com/sub/' }))
  await subscription.screenshot({ path: join(folder, 'subscription.png') })
} finally {
  await browser.close()
  await panel.stop()
}

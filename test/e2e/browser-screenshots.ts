// The screenshots of the README, from the built program: `node tools/screenshots.mjs` runs this on Node 24.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { coreBinary } from '#test/core-binary.ts'
import { admin, type BuiltPanel, openBrowser, scriptSession, startBuiltPanel } from './browser-panel.ts'
import { startPeople } from './browser-screenshots-people.ts'
import { seed } from './browser-seed.ts'
import { phone, subscribe } from './subscription-page.ts'

/** Realistic rules and an outbound. */
async function seedRouting(to: BuiltPanel) {
  const send = await scriptSession(to)
  const { xraySetting } = JSON.parse(String((await send('panel/xray/')).obj))
  const server = {
    address: 'exit.example.com',
    port: 443,
    users: [{ id: crypto.randomUUID(), encryption: 'none' }],
  }
  xraySetting.outbounds.push({ tag: 'exit', protocol: 'vless', settings: { vnext: [server] } })
  xraySetting.routing.rules.push(
    { type: 'field', domain: ['domain:openai.com', 'domain:chatgpt.com'], outboundTag: 'exit' },
    { type: 'field', port: '25', network: 'tcp', outboundTag: 'blocked' },
    { type: 'field', domain: ['regexp:\\.test$'], outboundTag: 'direct' },
  )
  await send('panel/xray/update', { xraySetting })
}

const folder = process.argv[2] ?? '.'
mkdirSync(folder, { recursive: true })
if (!coreBinary) throw new Error('name a core in SLUICE_TEST_CORE')
const panel = await startBuiltPanel('/', { core: coreBinary })
let people: Awaited<ReturnType<typeof startPeople>> | undefined
const browser = await openBrowser()
try {
  await seed(panel, 2000)
  const online = [1, 6, 11, 16, 21, 31, 36, 41, 51].map((n) => `client-${String(n).padStart(4, '0')}`)
  people = await startPeople(panel, coreBinary, online)
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    reducedMotion: 'reduce',
  })
  await page.goto(panel.url)
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await page.screenshot({ path: join(folder, 'login.png') })
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.mouse.move(4, 800) // over nothing that lights up
  await page.waitForTimeout(Number(process.argv[3] ?? 100) * 1000) // so that the charts have something to show
  await page.screenshot({ path: join(folder, 'home.png') })

  await page.goto(`${panel.url}panel/clients`)
  await page.locator('[data-row]').first().waitFor()
  await page.screenshot({ path: join(folder, 'clients.png') })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${panel.url}panel/clients?c=client-0004&tab=access`)
  await page.getByRole('img', { name: /QR/ }).waitFor()
  await page.screenshot({ path: join(folder, 'client-dark.png') })
  await page.emulateMedia({ colorScheme: 'light' })
  await seedRouting(panel)
  await page.goto(`${panel.url}panel/network`)
  await page.getByText('openai.com').first().waitFor()
  await page.screenshot({ path: join(folder, 'network.png') })
  await page.goto(`${panel.url}panel/inbounds?view=topology`)
  await page.locator('[data-node=default]').waitFor()
  await page.screenshot({ path: join(folder, 'topology.png') })
  await page.goto(`${panel.url}panel/inbounds?new=inbound`)
  await page
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
  await people?.stop()
  await panel.stop()
}

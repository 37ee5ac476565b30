import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { freePorts } from '#test/free-port.ts'
import { browserProgram } from './browser-panel.ts'
import { type LookPlace, looks, places, zoomed } from './browser-places.ts'
import { cutOff } from './browser-reflow.ts'
import { settingsPlaces } from './browser-settings-places.ts'
import { browserStage, type Stage } from './browser-stage.ts'
import { axeFindings, go, nameless, overflow } from './browser-visit.ts'

/** Optional: a folder for the screenshots. */
const pictures = process.env.SLUICE_SHOTS

/** What does not fit. */
async function misfits(page: Page): Promise<string[]> {
  const wide = await overflow(page)
  return [...(await cutOff(page)), ...(wide > 0 ? [`${wide} px wider than the window`] : [])]
}

async function findings(page: Page, picture: string): Promise<string[]> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  if (pictures) await page.screenshot({ path: `${pictures}/${picture}.png` })
  return [
    ...(await axeFindings(page)),
    ...(await nameless(page)).map((what) => `no name: ${what}`),
    ...(await misfits(page)),
  ]
}

/** A node that nobody answers for, with an inbound that it does not have yet. */
async function addSilentNode(done: Stage['done']): Promise<void> {
  const [port = 0] = await freePorts(1)
  const address = { address: '127.0.0.1', port, scheme: 'http', allowPrivateAddress: true }
  await done('panel/api/nodes/add', { name: 'Helsinki', apiToken: 'secret', ...address })
  const inbound = { remark: 'Far away', protocol: 'vless', port: 40_443, settings: { decryption: 'none' } }
  await done('panel/api/inbounds/add', { ...inbound, nodeId: 1 })
}

async function goTo(page: Page, url: string, { path, there, press = [], file, unfold }: LookPlace) {
  await go(page, url + path)
  if (file)
    await page.locator('main input[type=file]').setInputFiles({
      name: 'x-ui.db',
      mimeType: 'application/octet-stream',
      buffer: gunzipSync(readFileSync(new URL(`../fixtures/${file}`, import.meta.url))),
    })
  for (const target of press) await page.locator(target).first().click()
  if (unfold) {
    await page.locator(unfold).first().waitFor()
    while ((await page.locator(unfold).count()) > 0) await page.locator(unfold).first().click()
  }
  await page.locator(there).first().waitFor()
  await page.locator('[data-stale]').waitFor({ state: 'detached' })
}

const isLong = process.env.SLUICE_LONG === '1'
const shownLooks = isLong ? looks : looks.slice(0, 2)
/** In the short run each place has one of the looks, in turn. */
const visited = (all: readonly LookPlace[], width: number) =>
  all.filter((_, i) => isLong || shownLooks[i % shownLooks.length]?.width === width)
if (!isLong)
  console.log(`Left out: each place in all of ${looks.length} looks and at 200 %: it is part of the long run`)

describe.skipIf(!existsSync(browserProgram))('how it looks', () => {
  const stage = browserStage({
    people: 24,
    async furnish(done) {
      await done('panel/api/backups/create')
      await addSilentNode(done)
      const address = { hosts: ['cdn.example.com', '2001:db8::7'], remark: 'In front', port: 8443 }
      await done('panel/api/hosts/add', { ...address, inboundIds: [1], security: 'tls' })
      await done('panel/api/hosts/add', { hosts: ['old.example'], inboundIds: [1], isDisabled: true })
    },
  })

  it.each(shownLooks)('at $width px, $colorScheme, $locale', async ({ width, colorScheme, locale }) => {
    const options = {
      viewport: { width, height: 800 },
      colorScheme,
      locale,
    } as const
    const look = `${width}-${colorScheme}-${locale.slice(0, 2)}`
    const found: string[] = []
    const note = async (page: Page, name: string) => {
      const said = await findings(page, `${name.replaceAll(' ', '-')}-${look}`)
      found.push(...said.map((finding) => `${name}: ${finding}`))
    }
    const { page: door, faults: doorFaults } = await stage.stranger(options)
    await expect
      .poll(() => door.locator('html').getAttribute('dir'))
      .toBe(/^(fa|ar)/.test(locale) ? 'rtl' : 'ltr')
    await note(door, 'login')

    const { page, faults } = await stage.come('panel/', options)
    for (const place of visited(places, width)) {
      await goTo(page, stage.panel.url, place)
      await note(page, place.name)
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'hidden' })
      if (place.name === 'fallbacks') break // last, because unsaved input there is guarded
    }
    expect(found).toEqual([])
    expect([...doorFaults, ...faults]).toEqual([])
  })

  it.each(shownLooks)(
    'settings, activity and the API at $width px, $colorScheme, $locale',
    async ({ width, colorScheme, locale }) => {
      const options = { viewport: { width, height: 800 }, colorScheme, locale } as const
      const { page, faults } = await stage.come('panel/settings', options)
      const found: string[] = []
      for (const place of visited(settingsPlaces, width)) {
        await goTo(page, stage.panel.url, place)
        const said = await findings(page, `${place.name}-${width}-${colorScheme}-${locale}`)
        found.push(...said.map((finding) => `${place.name}: ${finding}`))
        await page.keyboard.press('Escape')
        await page.locator('[role=dialog]').first().waitFor({ state: 'hidden' })
      }
      expect(found).toEqual([])
      expect(faults).toEqual([])
    },
  )

  it('cuts nothing off at 200 %', async () => {
    const { width, colorScheme, locale } = zoomed
    const options = { viewport: { width, height: 400 }, colorScheme, locale } as const
    const { page, faults } = await stage.come('panel/', options)
    const found: string[] = []
    const some = [...settingsPlaces, ...places].filter((_, i) => isLong || i % 8 === 1)
    for (const place of some) {
      await goTo(page, stage.panel.url, place)
      found.push(...(await misfits(page)).map((finding) => `${place.name}: ${finding}`))
      await page.keyboard.press('Escape')
      await page.locator('[role=dialog], [role=menu]').first().waitFor({ state: 'hidden' })
    }
    expect(found).toEqual([])
    await page.evaluate(() => {
      const box = document.createElement('div')
      box.style.cssText =
        'position: fixed; inset: 0 auto auto 0; width: 60px; overflow: hidden; white-space: nowrap'
      box.innerHTML = 'a sentence that is too long for its box <button>and a button</button>'
      document.body.append(box)
    })
    expect(await cutOff(page)).toHaveLength(3) // the sentence, the words of the button, the button
    expect(faults).toEqual([])
  })

  it('does the same on the way to the first client', async () => {
    const fresh = await stage.ownPanel({ fresh: true })
    for (const { width, colorScheme, locale } of isLong ? looks : looks.slice(1, 2)) {
      const options = { viewport: { width, height: 800 }, colorScheme, locale }
      const { page, faults } = await stage.come('panel/setup', options, fresh)
      const look = `${width}-${colorScheme}-${locale.slice(0, 2)}`
      const primary = page.locator('main form button[type=submit], main [data-autofocus]').first()
      await primary.waitFor()
      expect(await findings(page, `welcome-${look}`)).toEqual([])
      await primary.click()
      await page.locator('[name=host]').waitFor()
      expect(await findings(page, `confirm-${look}`)).toEqual([])
      expect(faults).toEqual([])
    }
  })
})

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Health } from '#contract/health-api.ts'
import { coreBinary } from '#test/core-binary.ts'
import { patient } from '#test/patient.ts'
import { until } from '#test/until.ts'
import { browserProgram, openBrowser } from './browser-panel.ts'
import { createVisitors, go, type Visit } from './browser-visit.ts'
import { day, limited, type WhyWorld, whyCases } from './browser-why-stage.ts'
import { type EntriesStage, names, stageEntries, told } from './entries-stage.ts'

// "Why can't anna connect?", with the real core: each client has another reason, and its page says it two clicks from Home.

/** A panel that runs from source does not know where the built app is. */
const webFolder = join(import.meta.dirname, '../../dist/web')

describe.skipIf(!coreBinary || !existsSync(browserProgram))("why a client can't connect", () => {
  let stage: EntriesStage
  let browser: Browser
  let visitor: Visit
  let page: Page
  let world: WhyWorld
  const ends: (() => void)[] = []

  beforeAll(async () => {
    vi.stubEnv('SLUICE_CORE_BIN', coreBinary ?? '')
    ;[stage, browser] = await Promise.all([stageEntries({ SLUICE_WEB_FOLDER: webFolder }), openBrowser()])
    await told(stage.me.post('/panel/api/setup/done', {}))
    await told(stage.me.post('/panel/setting/update', { ipLimitEnable: true }))
    const well = await stage.add('well', { protocol: 'vless', network: 'tcp', security: 'none' })
    await stage.t.panel.entries.checkAll()
    world = { stage, well, later: (end) => void ends.push(end) }
    for (const [email, { make }] of Object.entries(whyCases)) {
      await make(world, email).catch((error: unknown) => {
        throw new Error(`${email}: ${error instanceof Error ? error.message : error}`)
      })
    }
    await limited(world, 'waiting', { expiryTime: -3 * day })
    await limited(world, 'fine')
    for (const _ of [1, 2]) await stage.t.panel.entries.checkAll()
    await told(stage.me.post('/panel/api/health/check'))
    const url = `http://127.0.0.1:${stage.t.port}/`
    const panel = { url, origin: url, folder: '', subscriptions: '', said: '', stop: async () => {} }
    visitor = await createVisitors(browser)(
      panel,
      { viewport: { width: 1280, height: 1400 } },
      { path: 'panel/', cookie: stage.me.cookie },
    )
    page = visitor.page
  })
  afterAll(async () => {
    for (const end of ends) end()
    await visitor?.close()
    await browser?.close()
    await stage?.t.panel.core.stop()
    await stage?.close()
    vi.unstubAllEnvs()
  })

  const home = async () => {
    await go(page, '/panel/')
    await page.locator('[data-figure=down]').waitFor()
  }
  /** Two clicks from Home. */
  async function open(email: string): Promise<void> {
    await home()
    await page.getByRole('link', { name: 'Clients', exact: true }).first().click()
    await page.locator(`[data-open="${email}"]`).first().click()
  }
  const reason = () => page.locator('[data-reason]').first()
  const soon = (what: Promise<void>): Promise<boolean> =>
    what.then(
      () => true,
      () => false,
    )
  const saidSoon = (says: RegExp): Promise<boolean> =>
    soon(
      reason()
        .filter({ hasText: says })
        .waitFor({ timeout: patient(5_000) }),
    )

  it.each(Object.keys(whyCases))('%s', async (email) => {
    const { again, redo, says = /^$/ } = whyCases[email] ?? {}
    await again?.(world, email)
    await open(email)
    if (redo)
      await until(`the reason of ${email}`, async () => {
        if (await saidSoon(says)) return true
        await redo(stage)
        await open(email)
        return false
      })
    await expect.poll(() => reason().innerText()).toMatch(says)
  })

  it('one whose time has not begun is told so, and one that works is said to, with the time', async () => {
    await open('waiting')
    await page.getByRole('tab', { name: 'Diagnose' }).click()
    await page.getByText(/^Never connected – its .?3 days.? begin with the first connection$/).waitFor()
    await open('fine')
    await page.getByRole('tab', { name: 'Diagnose' }).click()
    await page.getByText(/^No problem found at .?\d/).waitFor()
    expect(await reason().count()).toBe(0)
  })

  it('whether it is blocked, and where, is one click from Home', async () => {
    const card = page.getByRole('region', { name: 'As a client sees it' })
    const shown = (name: string) =>
      card.getByRole('link', { name: new RegExp(`^${name}, .+No client connects`) }).first()
    await until('the entries that fail are shown', async () => {
      await home()
      await page
        .getByRole('link', { name: /^Health\b/ })
        .first()
        .click()
      const failing = names.filter((one) => one !== 'hysteria')
      const all = Promise.all(failing.map((name) => shown(name).waitFor({ timeout: patient(5_000) })))
      if (await soon(all.then(() => {}))) return true
      for (const { redo } of Object.values(whyCases)) await redo?.(stage)
      return false
    })
    const { findings } = await told(stage.me.get<Health>('/panel/api/health'))
    expect(findings.filter(({ id }) => id.startsWith('entries.inbound-')).length).toBeGreaterThan(4)
  })

  it('subscriptions that are off, and a core that is stopped, stop everybody', async () => {
    await told(stage.me.post('/panel/setting/update', { subEnable: false }))
    await told(stage.me.post('/panel/api/health/check'))
    await open('fine')
    await expect.poll(() => reason().innerText()).toMatch(/^Subscriptions are turned off/)
    await told(stage.me.post('/panel/api/server/stopXrayService'))
    await open('fine')
    await expect.poll(() => reason().innerText()).toMatch(/^Core not running/)
  })
})

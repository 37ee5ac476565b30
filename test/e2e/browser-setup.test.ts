import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { coreBinary } from '#test/core-binary.ts'
import { freePorts } from '#test/free-port.ts'
import { patient } from '#test/patient.ts'
import { admin, browserProgram, scriptSession } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { fillLogin } from './browser-visit.ts'
import { runClientCore } from './core/client-core.ts'
import { templateTo } from './core/core-panel.ts'
import { fetchThrough } from './core/dial.ts'
import { createOrigin, megabyte } from './core/origin.ts'

describe.skipIf(!existsSync(browserProgram))('the first run in a browser', () => {
  const stage = browserStage({ start: { fresh: true } })
  const freshPanel = (options = {}) => stage.ownPanel({ fresh: true, ...options })

  it.runIf(coreBinary)(
    'leads to a QR code whose link works in a real client: 2 clicks to the code',
    async () => {
      const origin = await createOrigin()
      stage.later(origin.close)
      const panel = await freshPanel({ core: coreBinary })
      const post = await scriptSession(panel)
      // The default blocks clients from this machine's own network, and there is no other one here.
      await post('panel/api/xray/update', { xraySetting: JSON.stringify(templateTo(origin.port)) })
      await post('panel/api/server/restartXrayService', {})

      const { page, faults } = await stage.stranger({}, panel)
      await fillLogin(page, admin)
      const began = performance.now()
      const steps = createSteps()
      const press = (name: string) => steps.click(page.getByRole('button', { name, exact: true }))
      await press('Start')
      await press('Create')
      await page.getByRole('heading', { name: 'Scan this QR code' }).waitFor()
      await page.locator('svg[role=img]').waitFor()
      const seconds = (performance.now() - began) / 1000
      const link = (await scanned(page)) ?? ''
      expect(link).toBe(await page.locator('[data-link]').textContent())
      expect(link).toMatch(
        /^vless:\/\/.*security=reality.*flow=xtls-rprx-vision|^vless:\/\/.*flow=xtls-rprx-vision.*security=reality/,
      )
      console.log(`first link: ${seconds.toFixed(1)} s`)
      expect(steps.done('from an empty panel to a link on a phone (job 1)', 3, 18)).toBe(2)
      expect(seconds).toBeLessThan(patient(60))
      await page.getByText('Waiting for the first connection').waitFor()
      await page.getByText('the panel is used as a placeholder').waitFor() // no website can be reached from a test

      const parsed = parseShareLink(link)
      if (!parsed.ok) throw new Error(`the link cannot be read: ${link}`)
      const [port = 0] = await freePorts(1)
      const core = await runClientCore(coreBinary ?? '', {
        log: { loglevel: 'warning' },
        inbounds: [{ listen: '127.0.0.1', port, protocol: 'socks', settings: { udp: false } }],
        outbounds: [parsed.outbound],
      })
      stage.later(core.stop)
      expect(await fetchThrough(port)).toBe(megabyte)
      await page.getByText('Connected!').waitFor()
      await press('Finish')
      await page.getByRole('heading', { name: 'Clients' }).first().waitFor()
      expect(faults).toEqual([])
    },
  )

  it('asks to replace a generated password, and continues with the new one', async () => {
    const panel = await freshPanel({ env: { SLUICE_ADMIN_USERNAME: '', SLUICE_ADMIN_PASSWORD: '' } })
    const said = (word: string) => new RegExp(`^${word}: (.+)$`, 'm').exec(panel.said)?.[1] ?? ''
    const { page, faults } = await stage.stranger({}, panel)
    await fillLogin(page, { username: said('Username'), password: said('Password') })
    await page.getByText('Step 1 of 4').waitFor()
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await page.locator('[name=username]').fill('me')
    const password = await page.locator('[name=password]').inputValue()
    expect(password).toHaveLength(20)
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.locator('[name=host]').waitFor()
    await page.locator('[data-state=live]').waitFor()
    expect(faults).toEqual([])
    const other = await stage.stranger({}, panel)
    await fillLogin(other.page, { username: 'me', password })
    await other.page.getByText('Step 1 of 3').waitFor()
  })

  it('is skipped for good', async () => {
    const { page, faults } = await stage.stranger()
    await fillLogin(page, admin)
    await page.getByRole('button', { name: 'Skip setup' }).click()
    await page.getByRole('heading', { name: 'No core installed' }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'No core installed' }).waitFor()
    expect(faults).toEqual([])
  })
})

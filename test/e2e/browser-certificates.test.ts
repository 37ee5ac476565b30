import { existsSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { type Pebble, pebbleIsHere, startPebble, whyNoPebble } from '#test/fixtures/pebble.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'

if (!pebbleIsHere) console.log(`Left out: the page Certificates with an authority: ${whyNoPebble}`)

describe.skipIf(!existsSync(browserProgram) || !pebbleIsHere)('certificates in a browser', () => {
  let pebble: Pebble
  const stage = browserStage({
    async start() {
      pebble = await startPebble()
      return { env: pebble.env }
    },
    furnish: (done) => done('panel/setting/update', { publicHost: 'shop.example.org' }),
  })
  afterAll(() => pebble?.stop())

  it('gets one in two clicks, says why another one failed, revokes and deletes', async () => {
    const { page, faults } = await stage.come('panel/settings')
    await page.getByRole('link', { name: 'Certificates' }).click()
    await page.getByRole('button', { name: 'Get certificate' }).click()
    const row = page.locator('[data-certificate=valid]')
    await row.getByText('shop.example.org').waitFor()
    await row.getByText('Not used').waitFor()

    await pebble.pointTo('gone.example.org', '127.0.0.2')
    await page.getByLabel('Domains or IP addresses').fill('gone.example.org')
    await page.getByRole('button', { name: 'Get certificate' }).click()
    const form = page.locator('section[aria-labelledby=card-newCertificate]')
    await form.getByText('Open port 80, or choose TLS-ALPN.').waitFor()
    await page.locator('[data-certificate=none]').getByText('Not issued').waitFor()
    expect(await axeFindings(page)).toEqual([])
    if (process.env.SLUICE_SHOTS)
      await page.screenshot({ path: `${process.env.SLUICE_SHOTS}/certificates.png`, fullPage: true })

    await row.getByRole('button', { name: 'Use for panel' }).click()
    await page.getByText('Restart the panel to apply').waitFor()
    await row.getByText('Panel', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Revoke: shop.example.org' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
    await page.locator('[data-certificate=revoked]').waitFor()
    await page.getByRole('button', { name: 'Delete gone.example.org' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => page.locator('[data-certificate]').count()).toBe(1)
    expect(faults).toEqual([])
  })
})

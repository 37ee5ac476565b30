import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { coreBinary, otherCores } from '#test/core-binary.ts'
import { testKeys } from '#test/fixtures/keys.ts'
import { freePort } from '#test/free-port.ts'
import { sharedTmp } from '../../tools/shared-tmp.mjs'
import { field, inboundsStage } from './browser-inbounds-stage.ts'
import { browserProgram } from './browser-panel.ts'

const newest = otherCores['26.10.10']
const protocols = (page: Parameters<typeof field>[0]) =>
  field(page, 'protocol').locator('option').allTextContents()

describe.skipIf(!existsSync(browserProgram) || !coreBinary || !newest)('MASQUE in a browser', () => {
  const stage = inboundsStage()

  it('is not offered for a core without it, and its template says so', async () => {
    const own = await stage.ownPanel({ core: coreBinary })
    const { page, faults } = await stage.come('panel/inbounds?new=inbound', {}, own)
    await page.locator('[data-template=empty]').click()
    await expect.poll(() => protocols(page)).not.toContain('masque')
    expect(await protocols(page)).toContain('wireguard')
    const again = await stage.come('panel/inbounds?new=inbound', {}, own)
    await again.page.locator('[data-template=masque]').click()
    await again.page.getByText('An Xray before 26.9.30 runs there, which has no MASQUE').waitFor()
    expect(faults).toEqual([])
  })

  it('is made from the template, and its client is told how apps get it', async () => {
    const folder = mkdtempSync(join(sharedTmp(), 'sluice-masque-'))
    try {
      const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      writeFileSync(cert, testKeys.certificate)
      writeFileSync(key, testKeys.key, { mode: 0o600 })
      const own = await stage.ownPanel({ core: newest })
      const { page, faults } = await stage.come('panel/inbounds?new=inbound', {}, own)
      await page.locator('[data-template=masque]').click()
      await field(page, 'port').fill(String(await freePort()))
      const certificate = 'streamSettings.tlsSettings.certificates[0]'
      await field(page, `${certificate}.certificateFile`).fill(cert)
      await field(page, `${certificate}.keyFile`).fill(key)
      expect(await protocols(page)).toContain('masque')
      expect(await field(page, 'streamSettings.security').locator('option').allTextContents()).toEqual([
        'tls',
      ])
      await page.getByText('There is no share link for MASQUE.').waitFor()
      await page.getByRole('button', { name: 'Create', exact: true }).click()
      await page.getByText('MASQUE saved.').first().waitFor()
      await page.getByRole('button', { name: 'Later' }).click()
      const { page: clients } = await stage.come('panel/clients?new=client', {}, own)
      await clients.locator('[role=dialog] [name=email]').fill('ann')
      await clients.getByRole('button', { name: 'Create', exact: true }).click()
      await clients.getByText('MASQUE has no link: apps with Xray 26.9.30 or newer').waitFor()
      expect(faults).toEqual([])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'

describe.skipIf(!existsSync(browserProgram))('a core that an operator brings, in a browser', () => {
  const stage = browserStage({ people: 1 })

  it('takes a core from a file or a mirror, and installs it only with the confirmed hash', async () => {
    const { page, faults } = await stage.come()
    const file = { name: 'Xray-linux-64.zip', bytes: 5, sha256: 'cd'.repeat(32) }
    const sent: unknown[] = []
    for (const path of ['coreFile', 'coreMirror'])
      await page.route(`**/server/${path}`, (route) =>
        route.fulfill({ json: { success: true, msg: '', obj: file } }),
      )
    const found = { version: '26.8.1', from: '26.7.28', ok: true, blocks: [], blocksCoded: [], notes: [] }
    await page.route('**/server/preflight/file', (route) => {
      sent.push(route.request().postDataJSON())
      const obj = { ...found, notesCoded: [], parts: [], apps: [], readMs: 1 }
      return route.fulfill({ json: { success: true, msg: '', obj } })
    })
    await page.route('**/server/installXray/file', (route) => {
      sent.push(route.request().postDataJSON())
      return route.fulfill({ json: { success: true, msg: '', obj: null } })
    })
    await page.getByRole('button', { name: 'Core version' }).click()
    const drawer = page.getByRole('dialog', { name: 'Core version' })
    await drawer.getByText('File', { exact: true }).click()
    await drawer.locator('input[type=file]').setInputFiles({
      name: file.name,
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\u0003\u0004x'),
    })
    await drawer.getByText(file.sha256).waitFor()
    await drawer.getByText('Mirror', { exact: true }).click()
    await drawer.getByText(file.sha256).waitFor({ state: 'detached' })
    await drawer.getByLabel('Address of the file').fill('https://mirror.example.com/x.zip')
    await drawer.getByRole('button', { name: 'Fetch' }).click()
    await drawer.getByText(file.sha256).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await drawer.getByRole('button', { name: 'I compared it – run pre-flight check' }).click()
    await drawer.getByRole('button', { name: 'Install', exact: true }).click()
    const question = page.getByRole('dialog', { name: `Install ${file.name}?` })
    await question.getByText(file.sha256).waitFor()
    await question.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText(`${file.name} installed.`).waitFor()
    expect(sent).toEqual([{ sha256: file.sha256 }, { sha256: file.sha256 }])
    expect(faults).toEqual([])
  })
})

import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stubCoreJobs } from './browser-core-jobs.ts'
import { finding, stubFindings } from './browser-findings.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'

describe.skipIf(!existsSync(browserProgram))('what Home shows on rare days, in a browser', () => {
  const stage = browserStage({ people: 1 })

  it('takes a core from a file or a mirror, and installs it only with the confirmed hash', async () => {
    const { page, faults } = await stage.come()
    const file = { name: 'Xray-linux-64.zip', bytes: 5, sha256: 'cd'.repeat(32), at: Date.now() }
    const found = {
      ...{ version: '26.8.1', from: 'Unknown', ok: true, readMs: 1, parts: [], apps: [] },
      ...{ blocks: [], blocksCoded: [], notes: [], notesCoded: [] },
    }
    const files: object[] = []
    await page.route('**/server/coreFile', (route) => {
      if (route.request().method() === 'POST') files.push(file)
      const obj = route.request().method() === 'POST' ? file : files
      return route.fulfill({ json: { success: true, msg: '', obj } })
    })
    const sent = await stubCoreJobs(page, found, file)
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
    const url = 'https://mirror.example.com/x.zip'
    await drawer.getByLabel('Address of the file').fill(url)
    await drawer.getByRole('button', { name: 'Fetch' }).click()
    await drawer.getByText(file.sha256).waitFor()
    expect(await axeFindings(page)).toEqual([])
    await drawer.getByRole('button', { name: 'I compared it – run pre-flight check' }).click()
    await drawer.getByRole('button', { name: 'Install', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Install Xray 26.8.1?' })
    await question.getByText(file.sha256).waitFor()
    await question.getByRole('button', { name: 'Install', exact: true }).click()
    await page.getByText('Xray 26.8.1 installed.').waitFor()
    const trial = { target: 'file', what: 'preflight', sha256: file.sha256 }
    expect(sent).toEqual([{ url }, trial, { ...trial, what: 'install' }])
    expect(faults).toEqual([])
  })

  it('asks whether the new time is right after the clock jumped, and accepts it with a button', async () => {
    const { page, faults } = await stage.come('panel/clients')
    let held = true
    const sentenceCoded = { code: 'health.clock-jumped', params: { hours: 30 } }
    await stubFindings(page, () => (held ? [finding('clock', 'The clock jumped.', { sentenceCoded })] : []))
    page.on('request', (request) => {
      if (request.url().endsWith('/traffic/acceptClock')) held = false
    })
    await page.goto(`${stage.panel.url}panel/`)
    const need = page.locator('[data-need=clock]')
    await need.getByText('The clock jumped').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await need.getByRole('button', { name: 'Accept the new time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Accept the new time' }).click()
    await need.waitFor({ state: 'detached' })
    expect(held).toBe(false)
    expect(faults).toEqual([])
  })
})

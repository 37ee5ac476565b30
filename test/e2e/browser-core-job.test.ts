import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Status } from '#contract/status.ts'
import { PINNED_VERSION } from '#server/core/binary/binary-version.ts'
import { managedPath } from '#server/core/binary/locate.ts'
import { coreBinary } from '#test/core-binary.ts'
import { sha256 } from '#test/fixtures/release-site.ts'
import { zipOf } from '#test/fixtures/zip.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { axeFindings } from './browser-visit.ts'
import { installVersion, scriptOf } from './core/versions.ts'

const isReady = existsSync(browserProgram) && coreBinary !== undefined

/** A mirror that sends half of a file, and the rest when it is told to. */
async function slowMirror(file: Buffer) {
  const rest = Promise.withResolvers<void>()
  const server = createServer(async (_, response) => {
    response.writeHead(200, { 'content-length': file.length })
    response.write(file.subarray(0, file.length / 2))
    await rest.promise
    response.end(file.subarray(file.length / 2))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on a port
  return {
    url: `http://127.0.0.1:${port}/Xray-linux-64.zip`,
    sendRest: rest.resolve,
    close: () => server.close(),
  }
}

const jobIn = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: 'Core version' }).click()
  return page.getByRole('dialog', { name: 'Core version' })
}

describe.skipIf(!isReady)('another core, followed from two browsers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-core-job-'))
  const real = coreBinary ?? ''
  const gate = join(folder, 'may-read')
  /** It reads a configuration only when the test lets it. */
  const next = scriptOf(real, '26.8.1').replace(
    'given=$(/bin/cat)',
    `given=$(/bin/cat)\nwhile [ ! -e ${gate} ]; do /bin/sleep 0.05; done`,
  )
  const archive = zipOf([{ name: 'xray', data: Buffer.from(next) }])
  const stage = browserStage({
    async start() {
      const bin = join(folder, 'bin')
      installVersion(managedPath(bin), PINNED_VERSION, readFileSync(real))
      return { core: '', env: { SLUICE_BIN_FOLDER: bin, XDG_CACHE_HOME: join(folder, 'cache') } }
    },
    furnish: (done) => done('panel/setting/update', { updateAllowPrivate: true }),
  })

  it('an upload whose connection is lost is sent again, and waits for every browser', async () => {
    const [ann, bob] = [await stage.come('panel/'), await stage.come('panel/')]
    let lost = 0
    await ann.page.route('**/server/coreFile', (route) => {
      if (route.request().method() === 'POST' && lost++ === 0) return route.abort('connectionreset')
      return route.fallback()
    })
    const hers = await openDrawer(ann.page)
    await hers.getByText('File', { exact: true }).click()
    const file = { name: 'mine.zip', mimeType: 'application/zip', buffer: archive }
    await hers.locator('input[type=file]').setInputFiles(file)
    await hers.getByText(sha256(archive)).waitFor()
    expect(lost).toBe(2)
    const his = await openDrawer(bob.page)
    await his.getByText('File', { exact: true }).click()
    const [waiting = ''] = await his.getByRole('option', { name: /^mine\.zip/ }).allTextContents()
    await his.getByLabel('Files on the server').selectOption({ label: waiting })
    await his.getByText(sha256(archive)).waitFor()
    await ann.page.setViewportSize({ width: 390, height: 844 })
    expect(await axeFindings(ann.page)).toEqual([])
    expect(ann.faults.filter((fault) => !fault.includes('ERR_CONNECTION_RESET'))).toEqual([])
  })

  it('goes on while a page is reloaded or loses its connection, and every browser sees it and its result', async () => {
    const mirror = await slowMirror(archive)
    const [ann, bob] = [await stage.come('panel/'), await stage.come('panel/')]
    const hers = await openDrawer(ann.page)
    await hers.getByText('Mirror', { exact: true }).click()
    await hers.getByLabel('Address of the file').fill(`${mirror.url}?token=secret`)
    await hers.getByRole('button', { name: 'Fetch' }).click()
    const fetching = `Download of ${mirror.url}`
    const his = await openDrawer(bob.page)
    for (const { page } of [ann, bob])
      await expect
        .poll(() => page.getByRole('progressbar', { name: fetching }).getAttribute('aria-valuenow'))
        .toMatch(/^(49|50)$/)
    await ann.page.reload()
    await jobIn(ann.page, fetching).waitFor()
    await ann.page.context().setOffline(true)
    await jobIn(ann.page, fetching).getByText('The panel does not answer at the moment').waitFor()
    mirror.sendRest()
    await his.getByText(sha256(archive)).waitFor()
    await ann.page.context().setOffline(false)
    await hers.getByText(sha256(archive)).waitFor()

    await hers.getByRole('button', { name: 'I compared it – run pre-flight check' }).click()
    const trying = 'Pre-flight check of Xray from a file'
    for (const { page } of [ann, bob])
      await jobIn(page, trying).getByText('Reading the configuration').waitFor()
    await ann.page.reload()
    await jobIn(ann.page, trying).getByText('Reading the configuration').waitFor()
    expect(await axeFindings(ann.page)).toEqual([])
    writeFileSync(gate, '')
    const fine = 'The pre-flight found nothing that would stop working.'
    for (const { page } of [ann, bob]) await page.getByText(fine).waitFor()
    await ann.page.reload()
    await ann.page.getByText(fine).waitFor()
    await jobIn(ann.page, 'Last job').getByText('Pre-flight check of Xray 26.8.1 is done').waitFor()
    expect(await axeFindings(ann.page)).toEqual([])

    await his.getByRole('button', { name: 'Install', exact: true }).click()
    const question = bob.page.getByRole('dialog', { name: 'Install Xray 26.8.1?' })
    await question.getByRole('button', { name: 'Install', exact: true }).click()
    await bob.page.getByText('Xray 26.8.1 installed.').waitFor()
    await ann.page.goto(`${stage.panel.url}panel/?core=version`)
    await jobIn(ann.page, 'Last job').getByText('Xray 26.8.1 was installed').waitFor()
    const { xray } = (await stage.done('panel/api/server/status', {}, 'GET')) as Status // of the contract
    expect(xray).toMatchObject({ state: 'running', version: '26.8.1' })
    const offline = /ERR_INTERNET_DISCONNECTED|WebSocket|net::/
    expect([...ann.faults.filter((fault) => !offline.test(fault)), ...bob.faults]).toEqual([])
    mirror.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

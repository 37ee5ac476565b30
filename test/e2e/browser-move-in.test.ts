import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { parseShareLink } from '#domain/outbounds/share-link.ts'
import { freePorts } from '#test/free-port.ts'
import { builtProgram } from '#test/program.ts'
import { admin, type BuiltPanel, browserProgram, scriptSession } from './browser-panel.ts'
import { scanned } from './browser-scan.ts'
import { browserStage } from './browser-stage.ts'
import { createSteps } from './browser-steps.ts'
import { axeFindings, fillLogin } from './browser-visit.ts'

const fixtures = fileURLToPath(new URL('../fixtures/3x-ui/', import.meta.url))
/** The link that the old panel had handed out. */
const handedOut = (): string => {
  const { links } = JSON.parse(readFileSync(`${fixtures}3.6.0.links.json`, 'utf8'))
  return links['0578489ff3ac27ec'][0]
}

/** The database of a 3x-ui 3.6.0, with other ports for the panel and its subscriptions. */
async function oldDatabase(folder: string): Promise<{ file: string; webPort: number }> {
  const file = join(folder, 'x-ui.db')
  writeFileSync(file, gunzipSync(readFileSync(`${fixtures}3.6.0.db.gz`)))
  const [webPort = 0, subPort = 0] = await freePorts(2)
  const database = new DatabaseSync(file)
  const set = database.prepare('UPDATE settings SET value = ? WHERE key = ?')
  set.run(String(webPort), 'webPort')
  set.run(String(subPort), 'subPort')
  database.close()
  return { file, webPort }
}

/** What matters of a link: where it leads, as whom, and how. The name, the host, and which of several
 * names Reality shows are free to differ. */
function essence(link: string) {
  const parsed = parseShareLink(link)
  if (!parsed.ok) throw new Error(`the link cannot be read: ${link}`)
  const url = new URL(link)
  const { flow, pbk, security, type } = Object.fromEntries(url.searchParams)
  return { user: url.username, port: url.port, flow, pbk, security, type }
}

describe.skipIf(!existsSync(browserProgram))('moving in, in a browser', () => {
  const stage = browserStage({ people: 5 })
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  const aFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-move-in-'))
    stage.later(async () => rmSync(folder, { recursive: true, force: true }))
    return folder
  }

  /** An empty panel whose address is in its database, as after an installation. */
  async function installed(folder: string): Promise<BuiltPanel> {
    const [port = 0] = await freePorts(1)
    const env = { SLUICE_DB_FOLDER: folder, SLUICE_PORT: '', SLUICE_SUB_PORT: '', SLUICE_LISTEN: '127.0.0.1' }
    const [subPort = 0] = await freePorts(1)
    const program = builtProgram()
    execFileSync(program.node, [...program.args, 'setting', '-port', String(port)], {
      env: {
        ...program.env,
        ...env,
        SLUICE_ADMIN_USERNAME: admin.username,
        SLUICE_ADMIN_PASSWORD: admin.password,
      },
    })
    const sub = new DatabaseSync(join(folder, 'sluice.db'))
    sub.prepare('INSERT INTO settings (key, value) VALUES (?, ?)').run('subPort', String(subPort))
    sub.close()
    const own = await stage.ownPanel({ fresh: true, env: { ...env, SLUICE_BASE_PATH: '' } })
    const origin = `http://127.0.0.1:${port}`
    return { ...own, origin, url: `${origin}/` }
  }

  it('leads from the first start to the QR code of an old client in 4 steps and the file', async () => {
    const folder = aFolder()
    const { file, webPort } = await oldDatabase(folder)
    const panel = await installed(join(folder))
    // The old core still holds the port of an inbound.
    const held = createServer().listen(26_422, '127.0.0.1')
    stage.later(async () => void held.close())
    const { page, faults } = await stage.stranger({}, panel)
    await fillLogin(page, admin)

    const steps = createSteps()
    await steps.click(button(page, 'Import from another panel'))
    const choose = page.locator('input[type=file]')
    await choose.setInputFiles({
      name: 'photo.db',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('\xff\xd8\xff\xe0 a photo of somebody', 'latin1'),
    })
    await page.getByRole('alert').getByText('This file cannot be imported').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await choose.setInputFiles(file)

    const plan = page.locator('[data-plan]')
    await plan.locator('[data-kind=clients]').getByText('25 to import').waitFor()
    await plan.locator('[data-kind=inbounds]').getByText('11 to import').waitFor()
    expect(await plan.getByText('Cannot be imported').count()).toBe(0)
    await plan.getByText(`http://127.0.0.1:${webPort}/12c2a924/`).waitFor()
    await plan.getByText('in-26422-tcp').waitFor()
    await plan.getByText('systemctl disable x-ui').waitFor()
    await page.reload() // the plan has an address of its own
    await plan.locator('[data-kind=clients]').getByText('25 to import').waitFor()

    await steps.click(button(page, 'Import 25 clients'))
    await page.waitForURL(`http://127.0.0.1:${webPort}/12c2a924/panel/move-in?done=1&**`)
    await page.getByRole('heading', { name: 'Import complete' }).waitFor()
    await page.getByText('Old links and subscriptions keep working.').waitFor()
    await steps.type(page.getByPlaceholder('Find a client'), 'van-e71e')
    await steps.click(button(page, 'van-e71e'))
    const link = (await scanned(page)) ?? ''
    expect(essence(link)).toEqual(essence(handedOut()))
    expect(steps.done('from 3x-ui to the QR code of an old client', 4, 'cannot')).toBeLessThanOrEqual(4)
    // What the browser itself says while the old address closes, and what was asked at the new one.
    const expected = new RegExp(`WebSocket|ERR_CONNECTION|401|404|elsewhere: http://127.0.0.1:${webPort}/`)
    expect(faults.filter((fault) => !expected.test(fault))).toEqual([])
  })

  it('says on a panel in use what is already here, and does it once', async () => {
    const { file } = await oldDatabase(aFolder())
    const { page, faults } = await stage.come('panel/settings?section=backup')
    await button(page, 'Choose a database').click()
    await page.locator('input[type=file]').setInputFiles(file)
    const plan = page.locator('[data-plan]')
    await plan.locator('[data-kind=clients]').getByText('25 to import').waitFor()
    await plan.locator('[data-kind=settings]').getByText('skipped').waitFor()
    await button(page, 'Import 25 clients').click()
    await page.getByRole('heading', { name: 'Import complete' }).waitFor()
    // Without the settings of the other panel its subscription addresses do not come along.
    await page
      .getByText('This panel kept its own settings: old subscription addresses do not answer')
      .waitFor()
    await page.getByText(`Subscriptions are at ${stage.panel.subscriptions}/`).waitFor()
    expect(await page.getByText('subscriptions keep working').count()).toBe(0)
    await page.goto(`${stage.panel.url}panel/move-in`)
    await page.locator('input[type=file]').setInputFiles(file)
    await plan.getByText('Everything in this database is already here').waitFor()
    await button(page, 'Choose another file').click()
    await page.locator('input[type=file]').waitFor({ state: 'attached' })
    expect(faults).toEqual([])
  })

  it('backs up, restores what was there, and brings the replaced state back with one click', async () => {
    const panel = await stage.ownPanel()
    const send = await scriptSession(panel)
    const clients = async () => {
      const { obj } = await (await scriptSession(panel))('panel/api/clients/list', undefined, 'GET')
      return (obj as { email: string }[]).map(({ email }) => email).sort() // the contract's reply
    }
    const { obj } = await send('panel/api/inbounds/add', {
      ...{ remark: 'only', enable: true, listen: '127.77.9.8', port: 20_443 },
      ...{ protocol: 'vless', settings: { decryption: 'none' } },
    })
    const { id } = obj as { id: number } // the contract's reply
    const add = (email: string) => send('panel/api/clients/add', { client: { email }, inboundIds: [id] })
    await add('before')
    const { page, faults } = await stage.come('panel/settings?section=backup', {}, panel)
    await button(page, 'Back up now').click()
    const row = page.locator('[data-backup=manual]')
    await row.waitFor()
    await add('after')

    await row.getByRole('button', { name: /^Restore/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Restore a backup' })
    await drawer.getByRole('row', { name: 'Clients 2 1' }).waitFor()
    await drawer.getByRole('button', { name: 'Replace 2 clients and restore' }).click()
    await drawer.getByText('Now 1 client and 1 inbound; before 2 clients').waitFor()
    expect(await clients()).toEqual(['before'])

    await drawer.getByRole('button', { name: 'Undo' }).click()
    await drawer.getByText('Restore undone').waitFor()
    expect(await clients()).toEqual(['after', 'before'])
    await drawer.getByRole('button', { name: 'Done' }).click()
    await page.locator('[data-state=live]').waitFor()
    expect(faults.filter((fault) => !/WebSocket|ERR_CONNECTION/.test(fault))).toEqual([])
  })
})

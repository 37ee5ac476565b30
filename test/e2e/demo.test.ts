import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Program, startProgram } from '#test/program.ts'
import { deadlineMs } from '#test/until.ts'
import { openBrowser } from './browser-panel.ts'

// The built program with `--demo`, as a newcomer meets it: only with what it prints.
const mark = 'Demo: the core, clients, nodes and traffic are simulated.'
let folder: string
let program: Program
let browser: Browser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-demo-'))
  const env = { SLUICE_ADMIN_USERNAME: undefined, SLUICE_ADMIN_PASSWORD: undefined }
  program = await startProgram({ folder, args: ['--demo'], env })
  await program.ready
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await program?.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

it('is marked on every page, and shows clients that move', async () => {
  const [, username = '', password = ''] =
    /^Username: (\S+) +Password: (\S+)$/m.exec(program.lines.join('\n')) ?? []
  const page = await browser.newPage({ locale: 'en-US' })
  page.setDefaultTimeout(deadlineMs)
  await page.goto(program.url)
  await page.getByText(mark).waitFor()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.getByText(mark).waitFor()
  await page.getByText(/^\d+ clients online$/).waitFor()
  await page
    .getByText(/[1-9][\d.]*\s[KM]B\/s/)
    .filter({ visible: true })
    .first()
    .waitFor()
  expect(readdirSync(folder)).toEqual(['demo'])
})

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deadlineMs, until } from '#test/until.ts'
import { openBrowser } from './browser-panel.ts'

// `npm run dev` in a copy of the source, in which files are changed while a browser looks.
const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const parts = [
  'locales',
  'tools',
  'server',
  'domain',
  'contract',
  'web',
  'vite.config.ts',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]
let folder: string
let child: ChildProcess
let browser: Browser
let said = ''
const hasEnded = () => child.exitCode !== null || child.signalCode !== null

function change(file: string, from: string, to: string): void {
  const text = readFileSync(join(folder, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`)
  writeFileSync(join(folder, file), text.replace(from, to))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-dev-'))
  for (const path of parts)
    cpSync(join(repository, path), join(folder, path), { recursive: true, force: true, errorOnExist: false })
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'))
  child = spawn(process.execPath, ['tools/dev.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH ?? '', SLUICE_CORE_BIN: 'none' },
  })
  child.once('error', (error) => {
    said += error.message
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      said += chunk
    })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  child?.kill('SIGKILL') // the others end with it
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 })
})

it('prints one address, shows a change of the web app and of the panel, and ends everything', async () => {
  await until('the address is printed', () => {
    if (hasEnded()) throw new Error(said)
    return /^Open http/m.test(said)
  })
  const [, url = ''] = /^Open (\S+)$/m.exec(said) ?? []
  const page = await browser.newPage({ locale: 'en-US' })
  page.setDefaultTimeout(deadlineMs)
  await page.goto(url)
  await page.getByRole('button', { name: 'Log in' }).waitFor()

  await page.getByLabel('Username').fill('kept while modules are replaced')
  change('web/src/pages/login/login-page.tsx', '<span>Sluice</span>', '<span>Changed</span>')
  await page.getByText('Changed', { exact: true }).waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe('kept while modules are replaced')

  change('locales/en/app.json', '"Log in"', '"Come in"')
  await page.getByText('Come in', { exact: true }).first().waitFor()
  // Only the web app reads this file.
  expect(said).not.toContain('The panel runs again')

  change('server/src/app/web-app/routes.ts', 'name="base-path"', 'name="changed-path"')
  await until('the panel has the change', async () =>
    (await (await fetch(url)).text()).includes('changed-path'),
  )

  child.kill('SIGINT')
  await until('it has ended', hasEnded)
  await expect(fetch(url)).rejects.toThrow()
})

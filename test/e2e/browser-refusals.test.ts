import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { admin, browserProgram } from './browser-panel.ts'
import { comments } from './browser-seed.ts'
import { browserStage } from './browser-stage.ts'
import { fillLogin } from './browser-visit.ts'

const persian = { locale: 'fa-IR' }
/** Three words of small Latin letters in a row: no name, figure or code looks like that. */
const english = /[A-Za-z][a-z’']+(?:,? [a-z’']{2,}){2,}/

const englishIn = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText()
  return text.split('\n').filter((line) => english.test(line) && !comments.includes(line))
}

/** The complaints that are shown: beside inputs, in alerts, in toasts. */
const complaints = (page: Page) =>
  page.locator('[role=alert], [class*=Input-error], [class*=InputWrapper-error]')

describe.skipIf(!existsSync(browserProgram))('refusals in Persian', () => {
  const stage = browserStage({ people: 3 })

  /** What is complained about in Persian, and that nothing on the screen is English. */
  async function expectSaid(page: Page, words: RegExp): Promise<void> {
    await complaints(page).filter({ hasText: words }).first().waitFor()
    expect(await englishIn(page)).toEqual([])
  }
  const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click()

  it('finds an English sentence where there is one', () => {
    expect(english.test('email already in use: ann. Choose another one.')).toBe(true)
    expect(english.test('نام client-0001 گرفته شده است: vless, tcp')).toBe(false)
  })

  it('a wrong password', async () => {
    const { page } = await stage.stranger(persian)
    await fillLogin(page, { ...admin, password: 'not this one' })
    await expectSaid(page, /گذرواژه نادرست است/)
  })

  it('the name of another client', async () => {
    const { page, faults, asked } = await stage.come('panel/clients?new=client', persian)
    const isTable = (path: string) => path.includes('refusals')
    expect(asked.filter(isTable)).toEqual([]) // fetched with the first refusal
    await page.getByRole('dialog').locator('[name=email]').fill('client-0001')
    await submit(page)
    await expectSaid(page, /نام client-0001 گرفته شده است/)
    expect(asked.filter(isTable)).toHaveLength(1)
    expect(faults).toEqual([])
  })

  it('what the doctor finds, with a link to the place where it is changed', async () => {
    const { page, faults } = await stage.come('panel/health', persian)
    await page.getByRole('button', { name: 'بررسی دوباره' }).click()
    const found = page.locator('[data-check="addresses.subscriptions"]')
    await found.filter({ hasText: 'اشتراک‌ها' }).waitFor()
    expect(await englishIn(page)).toEqual([])
    await found.getByRole('link', { name: /باز کردن/ }).click()
    await page.locator('main form [name=subListen]').waitFor()
    expect(faults).toEqual([])
  })

  it('a port that another program has', async () => {
    const { page } = await stage.come('panel/inbounds?i=1', persian)
    const port = page.getByRole('dialog').locator('[data-field=port]')
    const old = Number(await port.inputValue())
    const program = createServer()
    await new Promise<void>((resolve) => program.listen({ host: '127.77.9.8', port: 0 }, resolve))
    stage.later(() => new Promise((resolve) => program.close(() => resolve())))
    const { port: taken } = program.address() as { port: number } // it listens on TCP
    expect(taken).not.toBe(old)
    await port.fill(String(taken))
    await submit(page)
    await expectSaid(page, new RegExp(`پورت ${taken}`))
  })

  it('a value that the inbound editor refuses by itself', async () => {
    const { page } = await stage.come('panel/inbounds?i=1', persian)
    await page.getByRole('dialog').locator('[data-field=port]').fill('0')
    await expectSaid(page, /عدد صحیح از 1 تا 65535/)
  })

  it('a setting that cannot be', async () => {
    const { page } = await stage.come('panel/settings?section=panel', persian)
    await page.locator('[name=webCertFile]').fill('/tmp/none.pem')
    await page.locator('button[type=submit]').last().click()
    await expectSaid(page, /خالی است/)
  })

  it('a link that is none', async () => {
    const { page } = await stage.come('panel/network?tab=outbounds&new=outbound', persian)
    await page.getByRole('dialog').locator('textarea').fill('nonsense\ntuic://a@b:1')
    await page.getByText('این یک لینک اشتراک نیست').waitFor()
    await page.getByText('لینک‌های tuic پشتیبانی نمی‌شوند').waitFor()
    expect(await englishIn(page)).toEqual([])
  })

  it('a list of outbounds inside this network', async () => {
    const { page } = await stage.come('panel/network?tab=outbounds&sub=new', persian)
    await page.getByRole('dialog').locator('[name=url]').fill('ftp://lists.example/all')
    await submit(page)
    await expectSaid(page, /http:\/\/ یا https:\/\//)
  })
})

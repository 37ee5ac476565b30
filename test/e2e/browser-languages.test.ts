import { existsSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { languageCodes, languages } from '#domain/words/languages.ts'
import { browserProgram } from './browser-panel.ts'
import { browserStage } from './browser-stage.ts'
import { overflow } from './browser-visit.ts'

const isLong = process.env.SLUICE_LONG === '1'
/** The short run has one of the other direction, and the one with the longest words. */
const spoken = languageCodes
  .filter((code) => isLong || ['en', 'fa', 'ru'].includes(code))
  .map((code) => ({ code, ...languages[code] }))
if (!isLong) console.log('Left out: every page in the other languages: it is part of the long run')

/** Everything that a person reads or hears: texts, names, hints. */
const texts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (
        node.parentElement?.checkVisibility() &&
        !node.parentElement.closest('code, pre, script, [lang]:not(html)')
      )
        found.add(node.nodeValue?.trim() ?? '')
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
      for (const name of ['aria-label', 'placeholder', 'title'])
        found.add(element.getAttribute(name)?.trim() ?? '')
    found.delete('')
    return [...found]
  })

/** Side-by-side choices that do not fit: the last of them would be hidden. */
const cut = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role=radiogroup]')]
      .filter((group) => group.scrollWidth > group.clientWidth + 1)
      .map((group) => group.textContent ?? ''),
  )

/** Words of a language, not names, figures and codes: at least two in a row, in lower case or capitalised. */
/** The comments that browser-seed.ts wrote. */
const written = new Set(['phone and laptop', 'paid in cash'])
const isSentence = (text: string) => !written.has(text) && /^[A-Z]?[a-z’]+(?:,? [a-z’]+)+[.…?]?$/.test(text)
const isKey = (text: string) => /^[a-z]+[A-Za-z]*\.[a-z][A-Za-z0-9]+$/.test(text)

describe.skipIf(!existsSync(browserProgram))('every language in a browser', () => {
  const stage = browserStage({ people: 6 })

  /** Every page of the navigation, by shortcut, without a reload. */
  async function walk(page: Page, each: (path: string) => Promise<void>): Promise<void> {
    for (const [keys, path] of [
      ['g c', 'panel/clients'],
      ['g i', 'panel/inbounds'],
      ['g w', 'panel/network'],
      ['g a', 'panel/activity'],
      ['g s', 'panel/settings'],
      ['g h', 'panel/'],
    ] as const) {
      for (const key of keys.split(' ')) await page.keyboard.press(key)
      await page.waitForURL(`${stage.panel.url}${path}*`)
      await page.locator('main h1').waitFor()
      await page.locator('main [role=status][aria-label]').waitFor({ state: 'detached' })
      await each(path)
    }
  }

  async function choose(page: Page, name: string): Promise<void> {
    await page.locator('header button[aria-haspopup=menu]').last().click()
    await page.getByRole('menuitemradio', { name }).click()
    await page.keyboard.press('Escape')
    await page.locator('[role=menu]').waitFor({ state: 'detached' })
  }

  it('shows every page in each of them, switched without a reload, on a phone', async () => {
    const { page, faults } = await stage.come('panel/', { viewport: { width: 360, height: 740 } })
    await page.evaluate(() => Object.assign(window, { same: true }))
    const english = new Set<string>()
    for (const { code, dir, name } of spoken) {
      await choose(page, name)
      await page.locator(`html[lang=${code}][dir=${dir}]`).waitFor()
      await walk(page, async (path) => {
        const found = await texts(page)
        expect([code, path, found.filter(isKey)]).toEqual([code, path, []])
        expect([code, path, await overflow(page), await cut(page)]).toEqual([code, path, 0, []])
        if (code === 'en') for (const text of found.filter(isSentence)) english.add(text)
        else expect([code, path, found.filter((text) => english.has(text))]).toEqual([code, path, []])
      })
    }
    expect(english.size).toBeGreaterThan(50)
    expect(await page.evaluate(() => 'same' in window)).toBe(true)
    expect(faults).toEqual([])
  })

  it("takes the browser's first preferred language that the panel has", async () => {
    const { page } = await stage.stranger({ locale: 'ru-RU' })
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('ru')
    await page.getByRole('button', { name: 'Войти' }).waitFor()
  })

  it('accepts and keeps a Jalali date, and shows the same day in the other calendar', async () => {
    const { page, faults } = await stage.come('panel/clients?c=client-0002&tab=settings', {
      locale: 'fa-IR',
      timezoneId: 'Asia/Tehran',
    })
    const part = (name: string) => page.getByRole('dialog').getByRole('combobox', { name, exact: true })
    await part('سال').selectOption('1408')
    await part('ماه').selectOption('1')
    await part('روز').selectOption('31')
    await part('ماه').selectOption('12') // a leap year: its last month has 30 days
    await page.getByRole('dialog').getByRole('button', { name: 'ذخیره' }).click()
    await page.getByText('ذخیره شد').waitFor()
    await page.reload()
    await part('سال').waitFor()
    await expect
      .poll(() => Promise.all(['روز', 'ماه', 'سال'].map((name) => part(name).inputValue())))
      .toEqual(['30', '12', '1408'])
    await page.evaluate(() => localStorage.setItem('sluice-calendar', 'gregory'))
    await page.reload()
    const field = page.locator('[role=dialog] input[type=datetime-local]')
    await expect.poll(() => field.inputValue()).toMatch(/^2030-03-20/)
    expect(faults).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { filesOf, isCodedFile, type Key, loadWords } from './files.ts'
import { argumentsOf, parseMessage, pluralsOf } from './icu.ts'
import { type LanguageCode, languageCodes, languages } from './languages.ts'
import type { Translate } from './translate.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !/^i18n\/\w+\//.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, ''))
  .join('\n')

/** Words that are the same as in English: abbreviations and loan words. */
const same: Record<LanguageCode, readonly string[]> = {
  en: [],
  fa: [],
  ru: ['Telegram ID', 'Telegram'],
  zh: ['Telegram', 'Webhook {name}', '{now} Mbit/s'],
  ar: [],
  tr: [
    'Telegram',
    'Webhook {name}',
    'Panel',
    'panel',
    'Port',
    'port',
    'Disk',
    '{tcp} TCP, {udp} UDP',
    '{ms} ms',
    '{now} Mbit/s',
  ],
  es: [
    'Telegram',
    'Webhook {name}',
    'Panel',
    'Plan',
    'Host',
    '24 h',
    '{ms} ms',
    '{count} ms',
    '{now} Mbit/s',
  ],
}

/** Languages in which a noun does not change after a number: one plural case is enough. */
const uncounted: readonly LanguageCode[] = ['fa', 'zh', 'tr']

/** Only figures and names next to each other. */
const isWordless = (message: string) => !/\p{L}/u.test(message.replace(/\{\w+\}/g, ''))

async function messagesOf(code: LanguageCode): Promise<Record<Key, string>> {
  const files = (await filesOf(code)).filter((file) => !isCodedFile(file)) // those have a test of their own
  return Object.assign({}, ...(await Promise.all(files.map((file) => loadWords(code, file)))))
}

const en = await messagesOf('en')
const keys = Object.keys(en) as Key[] // exactly the keys of the object
const argsOf = (message: string) => [...new Set(argumentsOf(parseMessage(message)))].sort()

it('an unknown key, or a call without its arguments, does not compile', () => {
  const t: Translate = (key, ..._args) => en[key]
  expect(t('nav.home')).toBe(en['nav.home'])
  expect(t('shell.opened', { page: 'x' })).toBe(en['shell.opened'])
  // @ts-expect-error no such key
  expect(t('nav.nowhere')).toBeUndefined()
  // @ts-expect-error it asks for a page
  expect(t('shell.opened')).toBe(en['shell.opened'])
  // @ts-expect-error it asks for another one
  expect(t('shell.opened', { name: 'x' })).toBe(en['shell.opened'])
})

it('finds the sources', () => {
  expect(sources).toContain("t('login.title')")
})

it('every message is used', () => {
  expect(keys.filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))).toEqual([])
})

it('no key is in two files', async () => {
  const files = await Promise.all((await filesOf('en')).map((file) => loadWords('en', file)))
  expect(keys.filter((key) => files.filter((file) => key in file).length > 1)).toEqual([])
})

it('every exception for untranslated words is used', async () => {
  for (const code of languageCodes) {
    const messages = await messagesOf(code)
    const borrowed = new Set(keys.filter((key) => messages[key] === en[key]).map((key) => en[key]))
    expect(same[code].filter((word) => !borrowed.has(word))).toEqual([])
  }
})

describe.each(languageCodes)('%s', async (code) => {
  const messages = await messagesOf(code)
  const { pluralCategories } = new Intl.PluralRules(languages[code].locale).resolvedOptions()
  const there = keys.filter((key) => messages[key])

  it('has exactly the keys of English', () => {
    expect(Object.keys(messages).sort()).toEqual([...keys].sort())
  })

  it('uses the same arguments as English', () => {
    expect(there.filter((key) => `${argsOf(messages[key])}` !== `${argsOf(en[key])}`)).toEqual([])
  })

  it('has the plural cases of the language', () => {
    const wrong = (cases: readonly string[]) => {
      const named = cases.filter((name) => !name.startsWith('='))
      if (uncounted.includes(code) && `${named}` === 'other') return false
      return `${[...named].sort()}` !== `${[...pluralCategories].sort()}`
    }
    expect(there.filter((key) => pluralsOf(parseMessage(messages[key])).some(wrong))).toEqual([])
  })

  it('has no number that means something else: a field without a value is a choice', () => {
    expect(there.filter((key) => /(?<![\d.])[0۰٠] = /.test(messages[key]))).toEqual([])
  })

  it('has no leading, trailing or double spaces', () => {
    expect(there.filter((key) => /^\s|\s$| {2}/.test(messages[key]))).toEqual([])
  })
})

describe.each(languageCodes.filter((code) => code !== 'en'))('%s', async (code) => {
  const messages = await messagesOf(code)

  it('has no untranslated English', () => {
    const untranslated = keys.filter((key) => !messages[key]?.trim() || messages[key] === en[key])
    expect(untranslated.filter((key) => !same[code].includes(en[key]) && !isWordless(en[key]))).toEqual([])
  })
})

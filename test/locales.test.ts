import { describe, expect, it } from 'vitest'
import { alertParams } from '#contract/alerts.ts'
import { noticeLevel } from '#domain/notices.ts'
import { parseMessage, pluralsOf } from '#domain/words/format.ts'
import { type LanguageCode, languageCodes, languages } from '#domain/words/languages.ts'
import { typesOf } from '../tools/words.ts'
import { parts } from '../web/src/i18n/parts.ts'
import { argsOf, localeFiles, localeFolders, localeText, messagesOf } from './catalogue.ts'

/** English has one more: what only programs and the terminal read. */
const files = ['alerts', 'app', 'bot', 'notices', 'person', 'refusals']

/** Words that are the same as in English: abbreviations and loan words. */
const same: Partial<Record<LanguageCode, readonly string[]>> = {
  ru: ['Telegram ID', 'Telegram'],
  zh: ['Telegram', 'Webhook {name}', '{now} Mbit/s', '{speed} Mbit/s'],
  tr: [
    'Telegram',
    'Webhook {name}',
    'Panel',
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
    '{speed} Mbit/s',
  ],
}

/** Languages in which a noun does not change after a number: one plural case is enough. */
const uncounted: readonly LanguageCode[] = ['fa', 'zh', 'tr']

/** Only figures and names next to each other. */
const isWordless = (message: string) => !/\p{L}/u.test(message.replace(/\{\w+\}/g, ''))

const untranslated = (code: LanguageCode, file: string) => {
  const english = messagesOf('en', file)
  return Object.entries(messagesOf(code, file)).filter(
    ([key, text]) => text.trim() === '' || text === english[key],
  )
}

describe('the catalogue', () => {
  it('has a folder for each language, and the same files in each', () => {
    expect(localeFolders().toSorted()).toEqual(languageCodes.toSorted())
    for (const code of languageCodes)
      expect([
        code,
        ...localeFiles(code)
          .filter((file) => file !== 'api')
          .toSorted(),
      ]).toEqual([code, ...files])
    expect(localeFiles('en')).toContain('api')
  })

  it.each(languageCodes)(
    'is written as translators’ programs write it: one text to a key, once, in %s',
    (code) => {
      for (const file of localeFiles(code)) {
        const messages = messagesOf(code, file)
        expect(Object.values(messages).filter((text) => typeof text !== 'string')).toEqual([])
        // A key that is there twice would be lost here.
        expect(`${JSON.stringify(messages, null, 2)}\n`).toBe(localeText(code, file))
      }
    },
  )

  it('every exception for untranslated words is used', () => {
    for (const code of languageCodes.filter((one) => one !== 'en')) {
      const borrowed = new Set(files.flatMap((file) => untranslated(code, file).map(([, text]) => text)))
      expect([code, ...(same[code] ?? []).filter((word) => !borrowed.has(word))]).toEqual([code])
    }
  })

  it('says to programs what it says to people, with the same parameters', () => {
    const [shown, api] = [messagesOf('en', 'refusals'), messagesOf('en', 'api')]
    const both = Object.keys(api).filter((code) => code in shown)
    expect(both.filter((code) => `${argsOf(api[code] ?? '')}` !== `${argsOf(shown[code] ?? '')}`)).toEqual([])
    expect(both.filter((code) => api[code] === shown[code])).toEqual([])
    // What is said on the terminal alone is not translated.
    expect(Object.keys(api).filter((code) => !both.includes(code) && !/^(cli|start)\./.test(code))).toEqual(
      [],
    )
    expect(Object.keys(shown).filter((code) => /^(cli|start)\./.test(code))).toEqual([])
  })

  it('calls a client by its name, as the forms do', () => {
    const texts = Object.entries(messagesOf('en', 'refusals'))
    const ofNames = texts.filter(([code]) => /^client\.(?:missing|email-)/.test(code))
    expect(ofNames.length).toBeGreaterThan(7)
    expect(ofNames.filter(([, text]) => /email/i.test(text.replace('{email}', '')))).toEqual([])
  })

  it('has a title and a message for each notice and each alert, and for no other', () => {
    const keysOf = (codes: object) =>
      Object.keys(codes).flatMap((code) => [`${code}.title`, `${code}.message`])
    expect(Object.keys(messagesOf('en', 'notices')).toSorted()).toEqual(keysOf(noticeLevel).toSorted())
    expect(Object.keys(messagesOf('en', 'alerts')).toSorted()).toEqual(keysOf(alertParams).toSorted())
  })

  it('names the parameters of an alert as the contract does', () => {
    const texts = messagesOf('en', 'alerts')
    for (const [kind, { shape }] of Object.entries(alertParams))
      expect(Object.keys(shape), kind).toEqual(
        expect.arrayContaining(argsOf(`${texts[`${kind}.title`]} ${texts[`${kind}.message`]}`)),
      )
  })

  it.each(languageCodes)('describes commands of the bot as Telegram accepts them, in %s', (code) => {
    const commands = Object.entries(messagesOf(code, 'bot')).filter(([key]) => key.startsWith('cmd'))
    expect(commands.length).toBeGreaterThan(0)
    expect(commands.filter(([, text]) => text.length < 1 || text.length > 256)).toEqual([])
  })

  it('has each first segment of an app key in one part', () => {
    const listed = Object.values(parts).flat()
    const used = new Set(Object.keys(messagesOf('en', 'app')).map((key) => key.split('.')[0] ?? ''))
    expect(listed.toSorted()).toEqual([...used].toSorted())
  })

  it('gives keys and arguments as types', () => {
    const types = typesOf({ app: { a: 'x', 'b.c': '{n, plural, other {# {what}}} of {n}' } })
    expect(types).toContain("    'a': never\n    'b.c': 'n' | 'what'\n")
  })
})

describe.each(languageCodes)('%s', (code) => {
  const { pluralCategories } = new Intl.PluralRules(languages[code].locale).resolvedOptions()

  describe.each(code === 'en' ? [...files, 'api'] : files)('%s', (file) => {
    const english = messagesOf('en', file)
    const messages = messagesOf(code, file)
    const entries = Object.entries(messages)
    const names = (found: [string, string][]) => found.map(([key, text]) => `${key}: ${text}`)

    it('has exactly the keys of English', () => {
      expect(Object.keys(messages).toSorted()).toEqual(Object.keys(english).toSorted())
    })

    it('fills in what English fills in', () => {
      const differs = ([key, text]: [string, string]) => `${argsOf(text)}` !== `${argsOf(english[key] ?? '')}`
      expect(names(entries.filter(differs))).toEqual([])
    })

    it('has the plural cases of the language', () => {
      const isWrong = (cases: readonly string[]) => {
        const named = cases.filter((name) => !name.startsWith('='))
        if (uncounted.includes(code) && `${named}` === 'other') return false
        return `${named.toSorted()}` !== `${pluralCategories.toSorted()}`
      }
      expect(names(entries.filter(([, text]) => pluralsOf(parseMessage(text)).some(isWrong)))).toEqual([])
    })

    it('has no leading, trailing or double spaces', () => {
      expect(names(entries.filter(([, text]) => /^\s|\s$| {2}/.test(text)))).toEqual([])
    })

    it('has no number that means something else: a field without a value is a choice', () => {
      expect(names(entries.filter(([, text]) => /(?<![\d.])[0۰٠] = /.test(text)))).toEqual([])
    })

    it('has no untranslated English', () => {
      const found = code === 'en' ? [] : untranslated(code, file)
      const isMeant = ([key, text]: [string, string]) =>
        same[code]?.includes(text) || (isWordless(english[key] ?? '') && text !== '')
      expect(names(found.filter((one) => !isMeant(one)))).toEqual([])
    })
  })
})

import { describe, expect, it } from 'vitest'
import { notices } from '#domain/notices.ts'
import { refusals } from '#domain/refusals/table.ts'
import { noticeText, refusalText } from './coded.ts'
import { codedFiles, loadWords, type Messages } from './files.ts'
import { argumentsOf, parseMessage, pluralsOf } from './icu.ts'
import { languageCodes } from './languages.ts'
import { words } from './words.ts'

const argsOf = (message = '') => [...new Set(argumentsOf(parseMessage(message)))].sort()
const others = languageCodes.filter((code) => code !== 'en')

/** Texts in which nothing but parameters and names of the field is said. */
const isWordless = (text: string) => !/\p{L}/u.test(text.replace(/\{\w+\}/g, ''))

describe('English', () => {
  it('is the table of the domain', async () => {
    const [texts, told] = await Promise.all(codedFiles.map((file) => loadWords('en', file)))
    expect(Object.keys(texts ?? {})).toHaveLength(Object.keys(refusals).length)
    expect(Object.keys(told ?? {})).toHaveLength(2 * Object.keys(notices).length)
  })

  it('calls a client by its name, as the forms do', async () => {
    const texts = Object.entries(await loadWords('en', 'refusals'))
    const ofNames = texts.filter(([key]) => /client\.(?:missing|email-)/.test(key))
    expect(ofNames.length).toBeGreaterThan(7)
    expect(ofNames.filter(([, text]) => /email/i.test((text ?? '').replace('{email}', '')))).toEqual([])
  })
})

describe.each(codedFiles)('%s', (file) => {
  describe.each(others)('in %s', async (code) => {
    const english: Messages = await loadWords('en', file)
    const texts: Messages = await loadWords(code, file)
    const known = Object.keys(english).filter((key) => texts[key] !== undefined)

    it('has a text for every code that a browser may show, and for no other', () => {
      const shown = Object.keys(english).filter((key) => !/^refusals\/(cli|start)\./.test(key))
      expect(Object.keys(texts).sort()).toEqual(shown.sort())
    })

    it('fills in what English fills in', () => {
      expect(known.filter((key) => `${argsOf(texts[key])}` !== `${argsOf(english[key])}`)).toEqual([])
    })

    it('says nothing in English', () => {
      const same = known.filter((key) => !texts[key]?.trim() || texts[key] === english[key])
      expect(same.filter((key) => !isWordless(english[key] ?? ''))).toEqual([])
    })

    it('has no plural: what is filled in stands beside the noun', () => {
      expect(known.filter((key) => pluralsOf(parseMessage(texts[key] ?? '')).length > 0)).toEqual([])
    })

    it('holds no blank at an end, and no two beside each other', () => {
      expect(known.filter((key) => /^\s|\s$| {2}/.test(texts[key] ?? ''))).toEqual([])
    })
  })
})

describe('a sentence of the panel', () => {
  const wrongPort = { code: 'share-link.no-port', params: {} }

  it('is said in the language that is on, once its texts are here', async () => {
    expect(refusalText(wrongPort)).toBeUndefined()
    await words.need(...codedFiles)
    expect(refusalText(wrongPort)).toBe(refusals['share-link.no-port'])
    await words.speak('fa')
    expect(refusalText(wrongPort)).toMatch(/^[^a-z]*\p{Script=Arabic}/u)
    expect(noticeText({ code: 'core.stopped', params: {} }, 'title')).toMatch(/\p{Script=Arabic}/u)
    await words.speak('en')
  })

  it('has numbers without separators, and its parameters may be sentences', () => {
    expect(refusalText({ code: 'share-link.too-many', params: { max: 2000 } })).toContain(' 2000 ')
    const outer = noticeText({ code: 'core.ended', params: { reason: wrongPort } }, 'message')
    expect(outer).toBe(refusals['share-link.no-port'])
  })

  it('with a code that is not known is left to its English', () => {
    expect(refusalText({ code: 'of.tomorrow', params: {} })).toBeUndefined()
    expect(refusalText({ code: 'constructor', params: {} })).toBeUndefined()
  })
})

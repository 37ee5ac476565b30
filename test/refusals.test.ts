import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { noticeLevel } from '#domain/notices.ts'
import { coded, codedList, englishRefusals, inEnglish, Refusal } from '#domain/refusal.ts'
import { argumentsOf, parseMessage } from '#domain/words/format.ts'
import { messagesOf } from './catalogue.ts'
import { readRepository } from './house/source.ts'

const sources = readRepository(dirname(dirname(fileURLToPath(import.meta.url)))).filter(
  ({ path }) =>
    /^(domain|server)\/src\/.*\.ts$/.test(path) && !/\.test\.ts$|^domain\/src\/notices\.ts/.test(path),
)

/** Words of other programs, and sentences that published API clients compare as they are. */
const asTheyAre: ReadonlySet<string> = new Set([
  'core.said',
  'other.said',
  'login.username-missing',
  'login.password-missing',
  'token.id-invalid',
  'token.missing',
  'token.name-missing',
  'token.name-taken',
  'token.name-too-long',
  'user.current-wrong',
  'user.empty',
])

/** Codes as the source writes them: a text, or a template whose holes stand for words. */
function writtenCodes(): (code: string) => boolean {
  const plain = new Set<string>()
  const patterns = new Set<string>()
  for (const { text } of sources) {
    for (const [, code = ''] of text.matchAll(/'([a-z0-9]+(?:-[a-z0-9]+)*\.[a-z0-9-]+)'/g)) plain.add(code)
    for (const [, template = ''] of text.matchAll(/`((?:[a-z0-9.-]|\$\{\w+\})+)`/g))
      if (/[a-z]{4}/.test(template.replace(/\$\{\w+\}/g, '')))
        patterns.add(`^${template.replaceAll('.', '\\.').replace(/\$\{\w+\}/g, '[a-z0-9.-]+')}$`)
  }
  const shapes = [...patterns].map((pattern) => new RegExp(pattern))
  return (code) => plain.has(code) || shapes.some((shape) => shape.test(code))
}

/** A period ends a sentence only before a blank and a capital letter, a quote or a placeholder. */
const sentencesIn = (text: string): number => text.split(/\. (?=[A-Z"'{])/).length

const texts: [code: string, text: string][] = [
  ...Object.entries(englishRefusals),
  ...Object.entries(messagesOf('en', 'notices')).flatMap(([key, text]): [string, string][] =>
    key.endsWith('.message') ? [[key.replace(/\.message$/, ''), text]] : [],
  ),
]

describe('the table of refusals', () => {
  it('holds no code that nobody uses', () => {
    const isWritten = writtenCodes()
    expect(
      [...Object.keys(englishRefusals), ...Object.keys(noticeLevel)].filter((code) => !isWritten(code)),
    ).toEqual([])
  })

  it('names codes by area and meaning', () => {
    expect(
      texts.map(([code]) => code).filter((c) => !/^[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*$/.test(c)),
    ).toEqual([])
  })

  it('says each in one or two sentences that end with a period', () => {
    const odd = ([code, text]: [string, string]) =>
      !asTheyAre.has(code) &&
      !/^(adjust|address|program|owner)\./.test(code) &&
      (!/\.\)?$/.test(text) || sentencesIn(text) > 2)
    expect(texts.filter(odd).filter(([code]) => !code.startsWith('core.not-installed'))).toEqual([])
  })

  it('has only placeholders that can be filled', () => {
    const broken = (text: string) => {
      try {
        return !argumentsOf(parseMessage(text)).every((name) => /^[a-zA-Z]+$/.test(name))
      } catch {
        return true
      }
    }
    expect(texts.filter(([, text]) => broken(text))).toEqual([])
  })
})

describe('a refusal', () => {
  it('says its text with its parameters, and names the field that the text does not name', () => {
    expect(new Refusal('client.email-taken', { email: 'ann' }, 'email').message).toBe(
      'email already in use: ann. Choose another one.',
    )
    expect(new Refusal('input.range', { min: 1, max: 5 }, 'port').message).toBe(
      'port: Use a whole number from 1 to 5.',
    )
  })

  it('takes another refusal as its reason, with one period at the end', () => {
    const reason = new Refusal('egress.http-status', { host: 'a.example', status: 404 })
    expect(new Refusal('outbound-sub.url-invalid', { reason }).message).toBe(
      'This URL cannot be used: a.example answered HTTP 404.',
    )
  })

  it('takes several sentences as one', () => {
    const failures = ['a', 'b', 'c'].map((name) => coded('geo.download-too-small', { name }))
    const reasons = codedList([failures[0]!, ...failures.slice(1)])
    const text = 'the download is too small to be a geo file'
    expect(new Refusal('geo.update-incomplete', { reasons }).message).toBe(
      `Not every geo file could be updated. a: ${text}; b: ${text}; c: ${text}.`,
    )
  })

  it('with an unknown code, or without its parameters, does not compile', () => {
    // @ts-expect-error no such code
    expect(new Refusal('client.nowhere').message).toBe('client.nowhere')
    // @ts-expect-error it asks for an email
    expect(new Refusal('client.email-taken').message).toContain('{email}')
    // @ts-expect-error it asks for another one
    expect(new Refusal('client.email-taken', { name: 'ann' }).message).toContain('{email}')
  })

  it('shows a code that this version does not know', () => {
    expect(inEnglish({ code: 'later.version', params: {} })).toBe('later.version')
  })
})

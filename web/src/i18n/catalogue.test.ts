import { expect, it } from 'vitest'
import { languageCodes } from '#domain/words/languages.ts'
import { messagesOf } from '#test/catalogue.ts'
import { codedFiles, keyOfCode, loadAlertTexts, loadWords } from './catalogue.ts'
import { firstParts, type Part, parts } from './parts.ts'

const names = Object.keys(parts) as Part[] // exactly the keys
const isFirst = (part: Part) => firstParts.some((first) => first === part)

it.each(languageCodes)('cuts the words of the app into parts, in %s', async (language) => {
  const first = await loadWords(language, 'shell')
  const others = await Promise.all(
    names
      .filter((part) => !isFirst(part))
      .map(async (part) => [part, await loadWords(language, part)] as const),
  )
  for (const [part, messages] of others) {
    const segments: readonly string[] = parts[part]
    expect(Object.keys(messages).filter((key) => !segments.includes(key.split('.')[0] ?? ''))).toEqual([])
  }
  const all = [first, ...others.map(([, messages]) => messages)]
  expect(Object.assign({}, ...all)).toEqual(messagesOf(language, 'app'))
  expect(all.flatMap((messages) => Object.keys(messages))).toHaveLength(
    Object.keys(messagesOf(language, 'app')).length,
  )
})

it('brings the first parts in one piece, and nothing else with them', async () => {
  const segments: readonly string[] = firstParts.flatMap((part) => parts[part])
  const keys = Object.keys(await loadWords('fa', 'login'))
  expect(keys).toContain('login.title')
  expect(keys.filter((key) => !segments.includes(key.split('.')[0] ?? ''))).toEqual([])
})

it('brings the sentences of the panel by their codes', async () => {
  for (const file of codedFiles) {
    const texts = messagesOf('ru', file)
    const [code = ''] = Object.keys(texts)
    expect((await loadWords('ru', file))[keyOfCode(file, code)]).toBe(texts[code])
  }
  expect(await loadAlertTexts('ru')).toEqual(messagesOf('ru', 'alerts'))
})

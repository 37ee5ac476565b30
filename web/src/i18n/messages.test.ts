import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { filesOf, type Key, loadWords } from './files.ts'
import { argumentsOf, parseMessage } from './icu.ts'
import { type LanguageCode, languageCodes } from './languages.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !/^i18n\/\w+\//.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))
  .join('\n')

async function messagesOf(code: LanguageCode): Promise<Record<Key, string>> {
  const files = await Promise.all(filesOf(code).map((file) => loadWords(code, file)))
  return Object.assign({}, ...files)
}

const en = await messagesOf('en')
const keys = Object.keys(en) as Key[] // exactly the keys of the object
const argsOf = (message: string) => [...new Set(argumentsOf(parseMessage(message)))].sort()

it('the sources were read', () => {
  expect(sources).toContain("t('login.title')")
})

it('every message is used', () => {
  expect(keys.filter((key) => !sources.includes(`'${key}'`) && !sources.includes(`"${key}"`))).toEqual([])
})

it('no key is in two files', async () => {
  const files = await Promise.all(filesOf('en').map((file) => loadWords('en', file)))
  expect(keys.filter((key) => files.filter((file) => key in file).length > 1)).toEqual([])
})

describe.each(languageCodes.filter((code) => code !== 'en'))('%s', async (code) => {
  const messages = await messagesOf(code)

  it('has every key of English and no other', () => {
    expect(Object.keys(messages).sort()).toEqual([...keys].sort())
  })

  it('says nothing in English', () => {
    expect(keys.filter((key) => messages[key].trim() === '' || messages[key] === en[key])).toEqual([])
  })

  it('asks for the same arguments as English', () => {
    expect(keys.filter((key) => `${argsOf(messages[key])}` !== `${argsOf(en[key])}`)).toEqual([])
  })
})

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { en, type Key } from './en.ts'
import { argumentsOf, parseMessage } from './icu.ts'
import { languageCodes, languages } from './languages.ts'

const web = fileURLToPath(new URL('..', import.meta.url))
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts') && !/^i18n\/\w+(\/|\.ts$)/.test(path))
  .map((path) => readFileSync(join(web, path), 'utf8'))
  .join('\n')

const keys = Object.keys(en) as Key[] // exactly the keys of the object
const argsOf = (message: string) => [...new Set(argumentsOf(parseMessage(message)))].sort()

it('the sources were read', () => {
  expect(sources).toContain("t('login.title')")
})

it('every message is used', () => {
  expect(keys.filter((key) => !sources.includes(`'${key}'`))).toEqual([])
})

describe.each(languageCodes.filter((code) => code !== 'en'))('%s', (code) => {
  it('has every key of English and no other', async () => {
    expect(Object.keys(await languages[code].load()).sort()).toEqual([...keys].sort())
  })

  it('says nothing in English', async () => {
    const messages = await languages[code].load()
    expect(keys.filter((key) => messages[key].trim() === '' || messages[key] === en[key])).toEqual([])
  })

  it('asks for the same arguments as English', async () => {
    const messages = await languages[code].load()
    expect(keys.filter((key) => `${argsOf(messages[key])}` !== `${argsOf(en[key])}`)).toEqual([])
  })
})

import { expect, it } from 'vitest'
import { languages } from './languages.ts'
import { words } from './words.ts'

const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).toSorted()
const others = languages.filter((language) => language !== 'en')

it.each(others)('%s has every text, with the same values, in its own words', (language) => {
  expect(Object.keys(words[language]).toSorted()).toEqual(Object.keys(words.en).toSorted())
  for (const [key, english] of Object.entries(words.en)) {
    const text = words[language][key as keyof typeof words.en] // the keys of English
    expect([key, holes(text)]).toEqual([key, holes(english)])
    expect([key, text.trim() === '', text === english]).toEqual([key, false, false])
  }
})

it.each(languages)('%s has descriptions of commands that Telegram takes', (language) => {
  for (const [key, text] of Object.entries(words[language]))
    if (key.startsWith('cmd')) expect([key, text.length >= 1 && text.length <= 256]).toEqual([key, true])
})

import { expect, it } from 'vitest'
import type { LanguageCode } from '#domain/words/languages.ts'
import type { Messages, WordFile } from './catalogue.ts'
import { createWords } from './words.ts'

/** A server that holds every file until the test releases it. */
function slowFiles() {
  const waiting = new Map<string, { resolve: (words: Messages) => void; reject: (why: Error) => void }>()
  const asked: string[] = []
  const load = (language: LanguageCode, file: WordFile) => {
    asked.push(`${language}/${file}`)
    return new Promise<Messages>((resolve, reject) => {
      waiting.set(`${language}/${file}`, { resolve, reject })
    })
  }
  async function answer(...names: string[]) {
    for (const name of names) waiting.get(name)?.resolve({ [name.split('/')[1] ?? '']: name })
    await new Promise(setImmediate)
  }
  const first = (language: string) => ['shell', 'kit', 'login'].map((file) => `${language}/${file}`)
  return { load, asked, answer, first, refuse: (name: string) => waiting.get(name)?.reject(new Error(name)) }
}

it('loads only the shell and login files in the chosen language', async () => {
  const { load, asked, answer, first } = slowFiles()
  const words = createWords(load)
  const speaking = words.speak('fa')
  await answer(...first('fa'))
  expect(await speaking).toBe(true)
  expect([words.language(), asked]).toEqual(['fa', first('fa')])
})

it('switches the language when all opened pages have its words, including one opened meanwhile', async () => {
  const { load, answer, first } = slowFiles()
  const words = createWords(load)
  const speaking = words.speak('fa')
  const needing = words.need('home')
  await answer(...first('fa'), 'en/home')
  expect(words.language()).toBe('en')
  await answer('fa/home')
  await Promise.all([speaking, needing])
  expect(words.language()).toBe('fa')
  expect(words.textsOf('fa')).toMatchObject({ kit: 'fa/kit', home: 'fa/home' })
})

it('a page that is loading during a language change waits for the new words', async () => {
  const { load, answer, first } = slowFiles()
  const words = createWords(load)
  let ready = false
  const needing = words.need('home').then(() => {
    ready = true
  })
  const speaking = words.speak('fa')
  await answer(...first('fa'), 'fa/home')
  await speaking
  expect(ready).toBe(false)
  await answer('en/home')
  await needing
  expect(words.textsOf('fa')).toHaveProperty('home')
})

it('the last of two quick language changes wins, whichever loads first', async () => {
  const { load, answer, first } = slowFiles()
  const words = createWords(load)
  const earlier = words.speak('fa')
  const later = words.speak('en')
  await answer(...first('en'))
  await answer(...first('fa'))
  expect(await Promise.all([earlier, later])).toEqual([false, true])
  expect(words.language()).toBe('en')
})

it('requests each file once, and again only after a failure', async () => {
  const { load, asked, answer, refuse } = slowFiles()
  const words = createWords(load)
  const needing = Promise.allSettled([words.need('home'), words.need('home')])
  refuse('en/home')
  expect((await needing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = words.need('home')
  await answer('en/home')
  await again
  expect(asked).toEqual(['en/home', 'en/home'])
})

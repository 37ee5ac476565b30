import { expect, it } from 'vitest'
import type { Messages, WordFile } from './files.ts'
import type { LanguageCode } from './languages.ts'
import { createWords } from './words.ts'

/** A server whose every file waits until the test lets it through. */
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

it('fetches the frame and the login in the language that is chosen, and nothing else', async () => {
  const { load, asked, answer, first } = slowFiles()
  const words = createWords(load)
  const speaking = words.speak('fa')
  await answer(...first('fa'))
  expect(await speaking).toBe(true)
  expect([words.language(), asked]).toEqual(['fa', first('fa')])
})

it('a language is on when the pages that were opened have its words, also one opened meanwhile', async () => {
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

it('a page that is being fetched while the language changes waits for the words of the new one', async () => {
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

it('of two languages chosen in haste the later one is on, whichever comes first', async () => {
  const { load, answer, first } = slowFiles()
  const words = createWords(load)
  const earlier = words.speak('fa')
  const later = words.speak('en')
  await answer(...first('en'))
  await answer(...first('fa'))
  expect(await Promise.all([earlier, later])).toEqual([false, true])
  expect(words.language()).toBe('en')
})

it('asks for each file once, and again only after it failed', async () => {
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

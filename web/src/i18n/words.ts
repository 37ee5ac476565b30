import type { LanguageCode } from '#domain/words/languages.ts'
import { loadWords, type Messages, type WordFile } from './catalogue.ts'
import { firstParts } from './parts.ts'

type Load = (language: LanguageCode, file: WordFile) => Promise<Messages>

/** The loaded messages: those of the opened pages, in the languages used so far. */
export function createWords(load: Load) {
  const needed = new Set<WordFile>(firstParts)
  const texts = new Map<LanguageCode, Messages>()
  const files = new Map<string, Promise<void>>()
  let spoken: LanguageCode = 'en'
  let wished: LanguageCode = 'en'

  /** Always the same object, so that its holders see messages that are loaded later. */
  function textsOf(language: LanguageCode): Messages {
    const found = texts.get(language) ?? {}
    texts.set(language, found)
    return found
  }

  function bringFile(language: LanguageCode, file: WordFile): Promise<void> {
    const name = `${language}/${file}`
    const coming =
      files.get(name) ?? load(language, file).then((words) => void Object.assign(textsOf(language), words))
    files.set(name, coming)
    coming.catch(() => files.delete(name)) // the next request retries
    return coming
  }

  /** Repeats if another page was opened meanwhile. */
  async function bringAll(language: LanguageCode): Promise<void> {
    const now = [...needed]
    await Promise.all(now.map((file) => bringFile(language, file)))
    if (needed.size > now.length) await bringAll(language)
  }

  /** Resolves when the current language has these messages. */
  async function need(...asked: readonly WordFile[]): Promise<void> {
    for (const file of asked) needed.add(file)
    const language = spoken
    await Promise.all(asked.map((file) => bringFile(language, file)))
    if (language !== spoken) await need(...asked)
  }

  /**
   * Switches the language once everything on the screen has its messages; false if another was chosen
   * meanwhile.
   */
  async function speak(language: LanguageCode): Promise<boolean> {
    wished = language
    await bringAll(language)
    if (wished !== language) return false
    spoken = language
    return true
  }

  return { need, speak, textsOf, language: () => spoken }
}

/** One instance: pages request their messages before anything renders. */
export const words = createWords(loadWords)

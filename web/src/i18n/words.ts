import { firstFiles, loadWords, type Messages, type WordFile } from './files.ts'
import type { LanguageCode } from './languages.ts'

type Load = (language: LanguageCode, file: WordFile) => Promise<Messages>

/** The words that are here: those of the pages that were opened, in the languages that were on. */
export function createWords(load: Load) {
  const needed = new Set<WordFile>(firstFiles)
  const texts = new Map<LanguageCode, Messages>()
  const files = new Map<string, Promise<void>>()
  let spoken: LanguageCode = 'en'
  let wished: LanguageCode = 'en'

  /** The same object for as long as the program runs: words that come later are seen by whoever holds it. */
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
    coming.catch(() => files.delete(name)) // the next one who asks tries again
    return coming
  }

  /** Again, when another page was opened in the meantime. */
  async function bringAll(language: LanguageCode): Promise<void> {
    const now = [...needed]
    await Promise.all(now.map((file) => bringFile(language, file)))
    if (needed.size > now.length) await bringAll(language)
  }

  /** Resolves when the language that is on has these words. */
  async function need(...asked: readonly WordFile[]): Promise<void> {
    for (const file of asked) needed.add(file)
    const language = spoken
    await Promise.all(asked.map((file) => bringFile(language, file)))
    if (language !== spoken) await need(...asked)
  }

  /** Changes the language when all that is on the screen has its words; false when another was wished since. */
  async function speak(language: LanguageCode): Promise<boolean> {
    wished = language
    await bringAll(language)
    if (wished !== language) return false
    spoken = language
    return true
  }

  return { need, speak, textsOf, language: () => spoken }
}

/** One for the program: pages ask for their words before anything is drawn. */
export const words = createWords(loadWords)

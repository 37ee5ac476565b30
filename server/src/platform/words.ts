import { readFileSync } from 'node:fs'
import type { CatalogueFile, Texts } from '#domain/words/keys.ts'
import type { LanguageCode } from '#domain/words/languages.ts'

/** Beside the built program, or at the root of a checkout. */
const folder = import.meta.url.endsWith('.ts') ? '../../../locales' : './locales'

/** `app` is the browser's: a change of it restarts no panel (tools/dev-panel.mjs). */
type Translated = Exclude<CatalogueFile, 'api' | 'app'>
const loaded = new Map<string, Texts<Translated>>()

/** A file of the catalogue in one language, read when it is first needed: most panels speak one or two (ADR 061). */
export function wordsIn<File extends Translated>(language: LanguageCode, file: File): Texts<File> {
  const path = `${folder}/${language}/${file}.json`
  const texts =
    loaded.get(path) ??
    (JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Texts<Translated>) // tests check its keys
  loaded.set(path, texts)
  return texts as Texts<File> // the file at this path
}

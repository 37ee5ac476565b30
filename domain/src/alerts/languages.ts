import { type AlertTexts, englishTexts } from './texts.ts'
import { ar } from './words/ar.ts'
import { es } from './words/es.ts'
import { fa } from './words/fa.ts'
import { ru } from './words/ru.ts'
import { tr } from './words/tr.ts'
import { zh } from './words/zh.ts'

const texts: Readonly<Record<string, AlertTexts>> = { en: englishTexts, ar, es, fa, ru, tr, zh }

/** For the server, which has every language at hand; the web app loads one. `fa-IR` is `fa`; unknown ones are English. */
export const textsIn = (language: string): AlertTexts =>
  texts[language.split('-')[0]?.toLowerCase() ?? ''] ?? englishTexts

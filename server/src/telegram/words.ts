import type { Language } from './languages.ts'
import { ar } from './words/ar.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { fa } from './words/fa.ts'
import { ru } from './words/ru.ts'
import { tr } from './words/tr.ts'
import { zh } from './words/zh.ts'

export type WordKey = keyof typeof en
/** What another language must have. */
export type BotWords = Readonly<Record<WordKey, string>>

/** What the bot says. `{x}` stands for a value. */
export const words: Readonly<Record<Language, BotWords>> = { en, fa, ru, zh, ar, tr, es }
